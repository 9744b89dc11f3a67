package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.plan.RankKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How a collective is run.
 *
 * @param backend what runs it
 * @param over {@code tcp} or {@code verbs}: what carries it between NICs, with {@link Backend#HOST}
 * @param algorithm {@code ring} or {@code tree} with {@link Backend#HOST}; with the libraries what they are bound to, empty = as they choose
 * @param sizes bytes, rising; the largest one is the size whose bus bandwidth stands for the whole
 * @param iterations operations that are timed for each size
 * @param warmup operations that go before them
 * @param placement which buffers take the result
 * @param chunk bytes of a pipelined piece; empty = as the probe does
 * @param budget after so long a size has been measured enough
 * @param stall without any progress for so long a rank gives up, and says whom it waits for
 * @param verbs how queue pairs are made, over verbs
 * @param environment variables of the library
 * @param tool where a library or a program of others is, and how it is started
 */
public record CollectiveSettings(
        Backend backend,
        String over,
        Optional<String> algorithm,
        List<Long> sizes,
        int iterations,
        int warmup,
        Placement placement,
        OptionalLong chunk,
        Duration budget,
        Duration stall,
        VerbsSettings verbs,
        Map<String, String> environment,
        Tool tool) {
    /** What runs a collective. */
    public enum Backend {
        /** The probe itself, in host memory: a rank for each NIC, no GPU and no driver. */
        HOST("host", RankKind.NIC),
        /** NCCL or RCCL, opened by the probe: a rank for each GPU. */
        GPU("gpu", RankKind.GPU),
        /** The test programs of NCCL or RCCL, started as the site starts its jobs. */
        NCCL_TESTS("nccl-tests", RankKind.GPU);

        private final String text;
        private final RankKind ranks;

        Backend(String text, RankKind ranks) {
            this.text = text;
            this.ranks = ranks;
        }

        /** Return the name used in files and conditions. */
        public String text() {
            return text;
        }

        /** Return what plays a rank. */
        public RankKind ranks() {
            return ranks;
        }
    }

    /** Which buffers take the result. */
    public enum Placement {
        /** Another buffer than that of the input. */
        OUT("out"),
        /** The same buffer. */
        IN("in"),
        /** One after the other. */
        BOTH("both");

        private final String text;

        Placement(String text) {
            this.text = text;
        }

        /** Return the name used in files and on the wire. */
        public String text() {
            return text;
        }

        /** Tell whether buffers of a kind are among them. */
        boolean is(boolean inPlace) {
            return this == BOTH || (this == IN) == inPlace;
        }

        /** Return how often each size is run. */
        int runs() {
            return this == BOTH ? 2 : 1;
        }
    }

    /**
     * Where things of others are.
     *
     * @param library path of libnccl or librccl; empty = searched
     * @param launcher {@code srun}, {@code mpirun} or {@code per-host}; empty = what the site has
     * @param folder where the test programs are; empty = in the path
     */
    public record Tool(Optional<String> library, Optional<String> launcher, Optional<String> folder) {
        /** Everything is searched. */
        public static final Tool SEARCHED = new Tool(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** As NCCL spells them (environment variable NCCL_ALGO, user guide). */
    private static final Map<String, String> NCCL_ALGORITHMS = Map.of(
            "ring", "Ring",
            "tree", "Tree",
            "collnet-direct", "CollnetDirect",
            "collnet-chain", "CollnetChain",
            "nvls", "NVLS",
            "nvls-tree", "NVLSTree",
            "pat", "PAT",
            "sharp", "CollnetDirect,CollnetChain");

    /** Over sockets, between NICs. */
    public static final String TCP = "tcp";
    /** Over RDMA queue pairs, between NICs. */
    public static final String VERBS = "verbs";
    /** FORMAT.md, Collectives. */
    public static final int MOST_SIZES = 40;

    public static final long LARGEST_SIZE = 1L << 34;
    private static final long LEAST_SIZE = 4;

    public CollectiveSettings {
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(placement, "placement");
        sizes = List.copyOf(sizes);
        environment = Map.copyOf(environment);
        if (!over.equals(TCP) && !over.equals(VERBS)) {
            throw new IllegalArgumentException("over: expected tcp or verbs, got " + over);
        }
        if (sizes.isEmpty() || sizes.size() > MOST_SIZES) {
            throw new IllegalArgumentException("sizes: expected 1.." + MOST_SIZES + ", got " + sizes.size());
        }
        for (int i = 0; i < sizes.size(); i++) {
            long size = sizes.get(i);
            if (size < LEAST_SIZE || size > LARGEST_SIZE || i > 0 && size <= sizes.get(i - 1)) {
                throw new IllegalArgumentException(
                        "sizes: expected rising numbers of 4 B to 16 GiB, got " + sizes + " B");
            }
        }
        if (iterations < 1 || warmup < 0 || budget.toMillis() < 1 || stall.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "expected iterations >= 1, warmup >= 0, budget and stall of 1 ms or more");
        }
    }

    /** Return the largest size, bytes. */
    public long largest() {
        return sizes.get(sizes.size() - 1);
    }

    /** Return the same for one size, out of place: what decides which link is slow. */
    CollectiveSettings deciding() {
        return lasting(List.of(largest()), iterations, warmup, budget);
    }

    /** Return the same without an algorithm, out of place, for other sizes and another time. */
    CollectiveSettings lasting(List<Long> otherSizes, int otherIterations, int otherWarmup, Duration otherBudget) {
        return new CollectiveSettings(
                backend,
                over,
                Optional.empty(),
                otherSizes,
                otherIterations,
                otherWarmup,
                Placement.OUT,
                chunk,
                otherBudget,
                stall,
                verbs,
                environment,
                tool);
    }

    /** Return the same for other sizes, bytes. */
    public CollectiveSettings of(List<Long> otherSizes) {
        return new CollectiveSettings(
                backend,
                over,
                algorithm,
                otherSizes,
                iterations,
                warmup,
                placement,
                chunk,
                budget,
                stall,
                verbs,
                environment,
                tool);
    }

    /**
     * Return the variables of the library: the algorithm that it is bound to is among them, and that it says at its start what it does, by
     * which its log can be judged. What the file says of these variables itself goes before.
     */
    public Map<String, String> toldToLibrary() {
        Map<String, String> told = new TreeMap<>(environment);
        told.putIfAbsent("NCCL_DEBUG", "INFO");
        told.putIfAbsent("NCCL_DEBUG_SUBSYS", "INIT,NET,GRAPH,ENV,TUNING");
        algorithm.ifPresent(name -> told.putIfAbsent("NCCL_ALGO", NCCL_ALGORITHMS.getOrDefault(name, name)));
        return told;
    }

    /** Put what every rank of a collective must know. */
    void fill(ObjectNode node) {
        node.put("backend", backend.text())
                .put("iterations", iterations)
                .put("warmup", warmup)
                .put("placement", placement.text())
                .put("budget_ms", budget.toMillis())
                .put("stall_ms", stall.toMillis());
        sizes.forEach(node.putArray("sizes")::add);
        chunk.ifPresent(bytes -> node.put("chunk", bytes));
        if (backend == Backend.HOST) {
            algorithm.ifPresent(name -> node.put("algorithm", name));
            return;
        }
        tool.library().ifPresent(path -> node.put("library", path));
        toldToLibrary().forEach((name, value) -> node.withArray("environment").add(name + "=" + value));
    }

    /** Find a backend by its name. */
    public static Optional<Backend> backend(String text) {
        return Arrays.stream(Backend.values())
                .filter(one -> one.text.equals(text))
                .findFirst();
    }
}
