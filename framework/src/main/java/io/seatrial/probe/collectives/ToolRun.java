package io.seatrial.probe.collectives;

import io.seatrial.measurement.Collective;
import io.seatrial.plan.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One run of a collective test program.
 *
 * @param group the hosts, in the order of the ranks
 * @param gpus how many of each host take part, a rank for each
 * @param collective what they do
 * @param sizes which sizes
 * @param iterations how many operations are timed at each size, 1 or more
 * @param warmup how many go before them
 * @param environment what is set on every rank, by name
 * @param launcher what starts the processes; empty = found out on the host
 * @param launcherWords the site's own arguments of the launcher: {@code --gres=gpu:8}, {@code --mca btl_tcp_if_include eth0}
 * @param program the test program: an absolute path that is the same on every host, or a name on the PATH
 * @param deadline after which it is ended
 */
public record ToolRun(
        Group group,
        int gpus,
        Collective collective,
        Sizes sizes,
        int iterations,
        int warmup,
        Map<String, String> environment,
        Optional<CollectiveLauncher> launcher,
        List<String> launcherWords,
        String program,
        Duration deadline) {
    public ToolRun {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(collective, "collective");
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(launcher, "launcher");
        Objects.requireNonNull(deadline, "deadline");
        if (gpus < 1 || iterations < 1 || warmup < 0) {
            throw new IllegalArgumentException(
                    "collective run: expected gpus and iterations of 1 or more and warmup of 0 or more, got " + gpus
                            + ", " + iterations + ", " + warmup);
        }
        if (program == null || program.isBlank() || program.startsWith("-")) {
            throw new IllegalArgumentException("collective run: expected a program, got '" + program + "'");
        }
        environment.keySet().forEach(ToolRun::requireName);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
        launcherWords = List.copyOf(launcherWords);
    }

    private static void requireName(String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new IllegalArgumentException("collective run: expected the name of a variable, got '" + name + "'");
        }
    }

    /**
     * Sizes from the least to the most, each the one before times a factor; bytes by the convention of the collective.
     *
     * @param least 1 or more
     * @param most at least as large
     * @param factor 2 or more
     */
    public record Sizes(long least, long most, int factor) {
        public Sizes {
            if (least < 1 || most < least || factor < 2) {
                throw new IllegalArgumentException("sizes: expected 1 <= least <= most and a factor of 2 or more, got "
                        + least + ", " + most + ", " + factor);
            }
        }

        /** Return how many sizes there are. */
        public int count() {
            int count = 1;
            for (long size = least; size <= most / factor; size *= factor) {
                count++;
            }
            return count;
        }
    }

    /** Return the name that the program for a collective has in both suites. */
    public static String programOf(Collective collective) {
        return switch (collective) {
            case ALL_REDUCE -> "all_reduce_perf";
            case ALL_GATHER -> "all_gather_perf";
            case REDUCE_SCATTER -> "reduce_scatter_perf";
            case ALL_TO_ALL -> "alltoall_perf";
            case BROADCAST -> "broadcast_perf";
            case SEND_RECV -> "sendrecv_perf";
        };
    }

    /** Return how many ranks take part. */
    public int ranks() {
        return group.hosts().size() * gpus;
    }

    /**
     * Return the program with its arguments. Results are compared with what they must be, and the time is that of the slowest rank: the
     * program's own default is the mean over all, which hides one slow NIC among many.
     *
     * @param gpusOfProcess how many GPUs each process drives
     */
    List<String> words(int gpusOfProcess) {
        List<String> words = new ArrayList<>();
        if (!environment.isEmpty()) {
            words.add("env");
            environment.forEach((name, value) -> words.add(name + "=" + value));
        }
        words.addAll(List.of(program, "-b", "" + sizes.least(), "-e", "" + sizes.most(), "-f", "" + sizes.factor()));
        words.addAll(List.of("-n", "" + iterations, "-w", "" + warmup, "-c", "1", "-a", "3", "-g", "" + gpusOfProcess));
        return words;
    }
}
