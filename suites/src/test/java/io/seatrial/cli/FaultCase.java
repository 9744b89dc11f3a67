package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.archive.RunArchive;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A row of the table of faults (suites/README.md): what a fault must, may and must not bring about.
 *
 * @param name name of the fault
 * @param status exit status of the run
 * @param must criteria that fail on the injected port's link
 * @param mayOnLink further criteria that may fail on that link
 * @param mayOnFlows criteria that may fail on flows of that port
 */
record FaultCase(String name, int status, Set<String> must, Set<String> mayOnLink, Set<String> mayOnFlows) {
    static final FaultCase SLOW_CABLE = new FaultCase(
            "slow-cable",
            1,
            Set.of("bandwidth.alone.limit", "bandwidth.together.limit"),
            Set.of("bandwidth.alone.class", "bandwidth.together.class"),
            Set.of());
    static final FaultCase LONG_CABLE = new FaultCase(
            "long-cable",
            1,
            Set.of("latency.within-rail.limit"),
            Set.of(
                    "latency.within-rail.class",
                    "bandwidth.alone.limit",
                    "bandwidth.alone.class",
                    "bandwidth.together.limit",
                    "bandwidth.together.class"),
            Set.of("latency.across-leaves.limit", "latency.across-leaves.class"));
    static final FaultCase DEAD_PORT =
            new FaultCase("dead-port", 1, Set.of("links.state.limit"), Set.of("links.speed.limit"), Set.of());

    static final List<FaultCase> OF_PORTS = List.of(SLOW_CABLE, LONG_CABLE, DEAD_PORT);
    /** Faults of whole hosts, each with what the cause must say. */
    static final List<HostFault> OF_HOSTS = List.of(
            new HostFault("dead-host", "could not be reached"),
            new HostFault("hung-host", "no contact within"),
            new HostFault("garbage-agent", "agent said"),
            new HostFault("unknown-host-key", "unknown host key"));

    /** A fault of a host: nothing fails, something is not proven, and the cause stands in full. */
    record HostFault(String name, String cause) {}

    /** What a run with this fault did wrong; empty when it is as it must be. */
    List<String> wrong(String port, Path runs) {
        CommandLineRun run = run(name + ":" + port, runs);
        List<String> wrong = new java.util.ArrayList<>();
        if (run.status() != status) {
            wrong.add("exit status " + run.status() + "; expected " + status);
        }
        Closing closing = closing(runs);
        Set<String> failed = failed(closing);
        for (String criterion : must) {
            if (failed.stream().noneMatch(result -> result.startsWith(criterion + " link " + port + "~"))) {
                wrong.add("must fail and did not: " + criterion + " on the link of " + port);
            }
        }
        failed.stream()
                .filter(result -> !allowed(result, port))
                .forEach(result -> wrong.add("must not fail: " + result));
        if (run.out().stream().noneMatch(line -> line.startsWith("suspect 1  port " + port + ":"))) {
            wrong.add("first suspect is not " + port);
        }
        if (!wrong.isEmpty()) {
            wrong.add(run.text());
        }
        return wrong;
    }

    private boolean allowed(String result, String port) {
        String criterion = result.substring(0, result.indexOf(' '));
        String subject = result.substring(result.indexOf(' ', result.indexOf(' ') + 1) + 1);
        boolean ofLink = subject.startsWith(port + "~");
        boolean ofFlow = subject.startsWith(port + ">") || subject.endsWith(">" + port);
        return ofLink && (must.contains(criterion) || mayOnLink.contains(criterion))
                || ofFlow && mayOnFlows.contains(criterion);
    }

    /** What a run with a fault of a host did wrong. */
    static List<String> wrong(HostFault fault, String host, Path runs) {
        CommandLineRun run = run(fault.name() + ":" + host, runs);
        List<String> wrong = new java.util.ArrayList<>();
        if (run.status() != 3 || !run.lastLine().equals("NOT PROVEN")) {
            wrong.add("exit status " + run.status() + ", " + run.lastLine() + "; expected 3, NOT PROVEN");
        }
        failed(closing(runs)).forEach(result -> wrong.add("must not fail: " + result));
        run.err()
                .lines()
                .filter(line -> line.startsWith("host ") && !line.startsWith("host " + host + ": "))
                .forEach(line -> wrong.add("another host is lost: " + line));
        if (!run.err().contains("host " + host + ": ") || !run.err().contains(fault.cause())) {
            wrong.add("the cause does not say '" + fault.cause() + "'");
        }
        if (!wrong.isEmpty()) {
            wrong.add(run.text());
        }
        return wrong;
    }

    /** What a run without faults did wrong. */
    static List<String> wrongWithoutFault(Path runs) {
        CommandLineRun run = CommandLineRun.of(
                "run", "--cluster", VirtualCopy.in(runs).toString(), "--profile", "bringup", "--runs", runs.toString());
        return run.status() == 0 && run.lastLine().equals("ACCEPTED") ? List.of() : List.of(run.text());
    }

    private static CommandLineRun run(String fault, Path runs) {
        return CommandLineRun.of(
                "run",
                "--cluster",
                VirtualCopy.in(runs).toString(),
                "--profile",
                "bringup",
                "--runs",
                runs.toString(),
                "--fault",
                fault);
    }

    static Closing closing(Path runs) {
        return RunArchive.open(RunArchive.find(runs, "latest")).closing().orElseThrow();
    }

    static Set<String> failed(Closing closing) {
        return closing.results().stream()
                .filter(result -> result.verdict().equals("failed"))
                .map(result -> result.criterion() + " " + result.subject())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
