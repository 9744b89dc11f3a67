package io.seatrial.criteria;

import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.Figures;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Unit;
import io.seatrial.probe.CollectiveSettings;
import io.seatrial.probe.CollectiveSettings.Backend;
import io.seatrial.probe.CollectiveSettings.Placement;
import io.seatrial.probe.CollectiveSettings.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how a collective is run. */
final class CollectiveKeys {
    private static final Set<String> OWN = Keys.of(
            "backend",
            "over",
            "algorithm",
            "sizes",
            "factor",
            "iterations",
            "warmup",
            "placement",
            "chunk",
            "budget",
            "stall",
            "environment",
            "library",
            "launcher",
            "folder");
    private static final Set<String> OF_TOOLS = Set.of("library", "launcher", "folder", "environment");
    private static final Set<String> OF_HOST = Set.of("over", "chunk", "stall");
    /** What chooses queue pairs one by one is the probe's here. */
    private static final Set<String> NOT_OF_RINGS = Set.of("tool", "mode", "qps", "inline");

    static final List<String> ALGORITHMS = List.of("ring", "tree");
    static final List<String> LAUNCHERS = List.of("srun", "mpirun", "per-host");

    /** nccl-tests: 20 operations that count and 1 that does not (5 in older versions); here 5, since connections are made by the first ones. */
    private static final long ITERATIONS = 20;

    private static final long WARMUP = 5;
    private static final long MOST_ITERATIONS = 10_000;
    private static final long FACTOR = 4;
    /** 8 B times 4^12. */
    private static final String SIZES_OF_HOST = "8B..128MiB";
    /** 8 B times 4^15: limits of the field are stated for 8 GiB. */
    private static final String SIZES_OF_GPUS = "8B..8GiB";

    private static final long BUDGET = Duration.ofSeconds(5).toNanos();
    private static final long STALL = Duration.ofSeconds(5).toNanos();
    private static final Pattern RANGE = Pattern.compile("(.+)\\.\\.(.+)");

    private CollectiveKeys() {}

    /** Return the keys that a probe of collectives may have. */
    static Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>(OWN);
        VerbsKeys.KEYS.stream().filter(key -> !NOT_OF_RINGS.contains(key)).forEach(keys::add);
        return keys;
    }

    static CollectiveSettings read(Section probe, Collective collective) {
        Backend backend = probe.orElse("backend", CollectiveKeys::backend, Backend.HOST);
        refuseUnread(probe, backend);
        return new CollectiveSettings(
                backend,
                probe.orElse(
                        "over",
                        oneOf(List.of(CollectiveSettings.TCP, CollectiveSettings.VERBS)),
                        CollectiveSettings.VERBS),
                algorithm(probe, backend, collective),
                sizes(probe, backend),
                (int) (long) probe.orElse("iterations", count(1), ITERATIONS),
                (int) (long) probe.orElse("warmup", count(0), WARMUP),
                probe.orElse("placement", CollectiveKeys::placement, Placement.OUT),
                probe.optional("chunk", Amount.atLeast(4, Unit.BYTES))
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()),
                Duration.ofNanos(probe.orElse("budget", Amount.atLeast(1_000_000, Unit.NANOSECONDS), BUDGET)),
                Duration.ofNanos(probe.orElse("stall", Amount.atLeast(1_000_000, Unit.NANOSECONDS), STALL)),
                VerbsKeys.read(probe),
                environment(probe),
                new Tool(
                        probe.optional("library", Texts::some),
                        probe.optional("launcher", oneOf(LAUNCHERS)),
                        probe.optional("folder", Texts::some)));
    }

    private static Section.Reading<String> oneOf(List<String> words) {
        return text -> Texts.find(words.toArray(String[]::new), word -> word, text);
    }

    private static Backend backend(String text) {
        return Texts.find(Backend.values(), Backend::text, text);
    }

    private static Placement placement(String text) {
        return Texts.find(Placement.values(), Placement::text, text);
    }

    private static Section.Reading<Long> count(long least) {
        return text -> {
            long count = Amount.atLeast(least, Unit.COUNT).read(text);
            if (count > MOST_ITERATIONS) {
                throw new IllegalArgumentException("expected at most " + MOST_ITERATIONS + ", got '" + text + "'");
            }
            return count;
        };
    }

    private static Optional<String> algorithm(Section probe, Backend backend, Collective collective) {
        Optional<String> algorithm =
                probe.optional("algorithm", oneOf(backend == Backend.HOST ? ALGORITHMS : Algorithm.names()));
        algorithm
                .filter(name -> !isOf(collective, name, backend))
                .ifPresent(name -> probe.problem(
                        "algorithm", Algorithm.refusal(collective, name) + "; choose another, or leave the key out"));
        return algorithm;
    }

    /** The probe itself passes everything along its ring, whatever the libraries do. */
    private static boolean isOf(Collective collective, String name, Backend backend) {
        return backend == Backend.HOST && name.equals("ring")
                || Algorithm.named(name)
                        .filter(Algorithm.of(collective)::contains)
                        .isPresent();
    }

    /** A key that nothing would read is kept for something that it does not do. */
    private static void refuseUnread(Section probe, Backend backend) {
        Set<String> others = new LinkedHashSet<>(backend == Backend.HOST ? OF_TOOLS : OF_HOST);
        if (backend == Backend.GPU) {
            others.addAll(Set.of("launcher", "folder"));
        }
        if (backend == Backend.NCCL_TESTS) {
            others.addAll(Set.of("library", "budget"));
        }
        boolean overVerbs = backend == Backend.HOST
                && !probe.orElse("over", text -> text, "").equals("tcp");
        if (!overVerbs) {
            others.addAll(VerbsKeys.KEYS);
        }
        others.removeAll(NOT_OF_RINGS); // unknown here anyway, and said to be
        others.stream().filter(probe::has).forEach(key -> probe.problem(key, unread(key, backend)));
    }

    private static String unread(String key, Backend backend) {
        String reads = readers(key);
        String here = "backend: " + backend.text()
                + (backend == Backend.HOST && VerbsKeys.KEYS.contains(key) ? ", over: tcp" : "");
        return "expected no " + key + " with " + here + ": only " + reads + " reads it; leave it out, or choose "
                + reads;
    }

    private static String readers(String key) {
        return switch (key) {
            case "over", "chunk", "stall" -> "backend: host";
            case "library" -> "backend: gpu";
            case "budget" -> "backend: host or gpu";
            case "environment" -> "backend: gpu or nccl-tests";
            case "launcher", "folder" -> "backend: nccl-tests";
            default -> "backend: host, over: verbs";
        };
    }

    private static Map<String, String> environment(Section probe) {
        Map<String, String> environment = new TreeMap<>();
        Section declared = probe.child("environment");
        for (String name : declared.keys()) {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                declared.problem(name, "expected the name of an environment variable, such as NCCL_ALGO");
            }
            environment.put(name, declared.required(name, text -> text, ""));
        }
        return environment;
    }

    /** Sizes are a list, or {@code 8B..128MiB} by a factor. */
    private static List<Long> sizes(Section probe, Backend backend) {
        String otherwise = backend == Backend.HOST ? SIZES_OF_HOST : SIZES_OF_GPUS;
        long factor = probe.orElse("factor", Amount.atLeast(2, Unit.COUNT), FACTOR);
        List<Long> fallback = range(otherwise, FACTOR);
        if (probe.has("sizes") && probe.isList("sizes")) {
            List<Long> listed = probe.list("sizes", CollectiveKeys::size);
            if (probe.hasProblem("sizes")) {
                return fallback;
            }
            if (backend == Backend.NCCL_TESTS && !isByFactor(listed)) {
                probe.problem(
                        "sizes",
                        "expected smallest..largest with a factor: the test programs run no sizes between them");
            }
            return rising(probe, listed).orElse(fallback);
        }
        List<Long> range = probe.orElse("sizes", text -> range(text, factor), range(otherwise, factor));
        return probe.hasProblem("sizes") ? fallback : rising(probe, range).orElse(fallback);
    }

    private static boolean isByFactor(List<Long> sizes) {
        for (int i = 1; i < sizes.size(); i++) {
            long factor = Math.max(2, sizes.get(1) / Math.max(1, sizes.get(0)));
            if (sizes.get(i) != sizes.get(i - 1) * factor) {
                return false;
            }
        }
        return true;
    }

    private static Optional<List<Long>> rising(Section probe, List<Long> sizes) {
        boolean rises = sizes.stream().distinct().sorted().toList().equals(sizes);
        if (!rises || sizes.isEmpty() || sizes.size() > CollectiveSettings.MOST_SIZES) {
            probe.problem(
                    "sizes",
                    "expected 1.." + CollectiveSettings.MOST_SIZES
                            + " rising sizes: a list, or smallest..largest with a factor, such as 8B..128MiB; got "
                            + (sizes.isEmpty()
                                    ? "none"
                                    : String.join(
                                            ", ",
                                            sizes.stream().map(Figures::size).toList())));
            return Optional.empty();
        }
        return Optional.of(sizes);
    }

    private static Long size(String text) {
        try {
            long size = Amount.atLeast(4, Unit.BYTES).read(text);
            if (size <= CollectiveSettings.LARGEST_SIZE) {
                return size;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(sizeExpected(text), e);
        }
        throw new IllegalArgumentException(sizeExpected(text));
    }

    private static String sizeExpected(String text) {
        return "expected a size of 4 B to 16 GiB with its unit (B, KiB, MiB, GiB), got '" + text + "'";
    }

    private static List<Long> range(String text, long factor) {
        Matcher range = RANGE.matcher(text.strip());
        if (!range.matches()) {
            return List.of(size(text));
        }
        List<Long> sizes = new ArrayList<>();
        long last = size(range.group(2));
        for (long size = size(range.group(1));
                size <= last && sizes.size() <= CollectiveSettings.MOST_SIZES;
                size *= factor) {
            sizes.add(size);
        }
        return sizes;
    }
}
