package io.seatrial.probe;

import io.seatrial.plan.Group;
import io.seatrial.probe.collectives.CollectiveLauncher;
import io.seatrial.probe.collectives.CollectiveTool;
import io.seatrial.probe.collectives.ToolCurve;
import io.seatrial.probe.collectives.ToolRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A group whose collective the test programs of NCCL or RCCL run. They are started on the group's first host: its launcher reaches the others
 * as it does for jobs of the site.
 */
final class ToolGroup {
    /** HIP heeds the same variable. */
    private static final String VISIBLE = "CUDA_VISIBLE_DEVICES";

    private static final String LIBRARY_SAYS = " NCCL ";

    private final CollectiveProbe probe;
    private final Group group;
    private final List<Integer> gpus;
    private final Map<String, String> environment;

    private ToolGroup(CollectiveProbe probe, Group group, List<Integer> gpus, Map<String, String> environment) {
        this.probe = probe;
        this.group = group;
        this.gpus = gpus;
        this.environment = environment;
    }

    /**
     * Prepare a group.
     *
     * @throws ProbeException if its hosts do not take part with the same GPUs: a launcher starts as many ranks on each of them
     */
    static ToolGroup of(CollectiveProbe probe, Group group, Seats seats) {
        Map<String, List<Integer>> gpus = seats.gpus(group);
        String first = group.hosts().get(0);
        Set<List<Integer>> differing = new HashSet<>(gpus.values());
        if (differing.size() != 1) {
            throw new ProbeException(
                    first,
                    ProbeException.Kind.FAILED,
                    "the test programs run on the same GPUs of every host, and those of group " + group.name()
                            + " differ: " + gpus + "; leave a host out with --exclude, or measure with backend: gpu",
                    null);
        }
        Map<String, String> environment = new TreeMap<>(probe.settings().toldToLibrary());
        if (!seats.areAll(group)) {
            String some = String.join(
                    ",", gpus.get(first).stream().map(String::valueOf).toList());
            environment.putIfAbsent(VISIBLE, some);
        }
        return new ToolGroup(probe, group, gpus.get(first), environment);
    }

    /**
     * Run the program.
     *
     * @param log takes what the library prints
     */
    CompletableFuture<ToolCurve> run(Agent agent, Duration deadline, LibraryLog log) {
        CollectiveTool tool = agent.tool(line -> {
            if (line.contains(LIBRARY_SAYS) && !line.startsWith(">")) {
                log.add(line.substring(2));
            }
        });
        return tool.measure(run(deadline));
    }

    private ToolRun run(Duration deadline) {
        CollectiveSettings settings = probe.settings();
        String program = ToolRun.programOf(probe.collective());
        return new ToolRun(
                group,
                gpus.size(),
                probe.collective(),
                sizes(settings.sizes()),
                settings.iterations(),
                settings.warmup(),
                environment,
                settings.tool().launcher().flatMap(CollectiveLauncher::named),
                List.of(),
                settings.tool().folder().map(folder -> folder + "/" + program).orElse(program),
                deadline);
    }

    /** The programs know a first size, a last one and a factor; the reader of the criteria refuses any others. */
    private static ToolRun.Sizes sizes(List<Long> sizes) {
        long least = sizes.get(0);
        long factor = sizes.size() == 1 ? 2 : sizes.get(1) / least;
        List<Long> run = new ArrayList<>();
        for (long size = least; run.size() < sizes.size(); size *= factor) {
            run.add(size);
        }
        if (!run.equals(sizes)) {
            throw new IllegalArgumentException(
                    "sizes: the test programs need each to be the one before times the same factor, got " + sizes);
        }
        return new ToolRun.Sizes(least, sizes.get(sizes.size() - 1), (int) factor);
    }
}
