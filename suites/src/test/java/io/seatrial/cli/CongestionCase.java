package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Link;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of the table of congestion faults (suites/CONGESTION.md): what a fault must bring about, what it may, and that everything else it must
 * not.
 *
 * @param fault name of the fault
 * @param of what it is injected at
 * @param status exit status of the run
 * @param must results that have to be so
 * @param may results that may be so: consequences
 */
record CongestionCase(String fault, At of, int status, List<Result> must, List<Result> may) {
    private static final String FAILED = "failed";
    private static final String OPEN = "not-proven";

    /** What a fault is injected at. */
    enum At {
        PORT,
        SWITCH,
        SWITCH_PORT
    }

    /** Which subjects a line speaks of. */
    enum Where {
        /** The link of the injected port. */
        OWN,
        /** Links of the injected switch, or of the switch of the injected port, any number of them. */
        SOME_OF_SWITCH,
        /** Every host link of that switch. */
        ALL_OF_SWITCH,
        /** Whatever subject. */
        ANY
    }

    /** Criterion (a pattern), verdict, and where. */
    record Result(String criterion, String verdict, Where where) {}

    private static Result fails(String criterion, Where where) {
        return new Result(criterion, FAILED, where);
    }

    private static Result open(String criterion, Where where) {
        return new Result(criterion, OPEN, where);
    }

    /** An incast that a storm ended, or that nobody counted, leaves open what it was to prove. */
    private static final List<Result> WITHOUT_STIMULUS = List.of(
            open("incast\\.goodput", Where.ANY),
            open("congestion\\.(ecn-alive|ecn-ratio|ecn-end-to-end|cnp-lost)", Where.ANY));

    static final List<CongestionCase> TABLE = List.of(
            new CongestionCase(
                    "pfc-storm",
                    At.PORT,
                    1,
                    List.of(
                            fails("congestion.pfc-storm", Where.OWN),
                            fails("congestion.pause-ratio", Where.OWN),
                            fails("congestion.storm-warnings", Where.OWN),
                            fails("congestion.watchdog", Where.OWN)),
                    with(
                            WITHOUT_STIMULUS,
                            fails("congestion\\.(pfc-storm|pause-ratio|watchdog|ends-agree|deadlock)", Where.ANY),
                            fails("(bandwidth\\.together|incast\\.goodput)", Where.ANY),
                            open("(bandwidth\\.together|congestion\\.deadlock)", Where.ANY))),
            new CongestionCase(
                    "ecn-off",
                    At.SWITCH,
                    1,
                    List.of(
                            fails("congestion.ecn-alive", Where.ALL_OF_SWITCH),
                            open("congestion.ecn-ratio", Where.ALL_OF_SWITCH)),
                    List.of(
                            open("congestion\\.(ecn-end-to-end)", Where.SOME_OF_SWITCH),
                            open("congestion\\.cnp-lost", Where.ANY),
                            fails("configuration\\.qos\\.ecn-thresholds", Where.ANY),
                            open("configuration\\.qos\\.ecn-thresholds", Where.ANY))),
            new CongestionCase(
                    "ecn-high",
                    At.SWITCH,
                    1,
                    List.of(fails("congestion.ecn-ratio", Where.SOME_OF_SWITCH)),
                    List.of(
                            fails("congestion\\.ecn-end-to-end", Where.SOME_OF_SWITCH),
                            fails("configuration\\.qos\\.ecn-thresholds", Where.ANY))),
            new CongestionCase(
                    "lossy-class",
                    At.SWITCH,
                    1,
                    List.of(
                            fails("congestion.lossless-drops", Where.SOME_OF_SWITCH),
                            fails("congestion.retransmissions", Where.SOME_OF_SWITCH)),
                    List.of(
                            fails("congestion\\.(ecn-alive|ends-agree|retransmissions)", Where.SOME_OF_SWITCH),
                            fails("configuration\\..*", Where.ANY),
                            open("configuration\\..*", Where.ANY))),
            new CongestionCase(
                    "pfc-mismatch",
                    At.PORT,
                    1,
                    List.of(open("congestion.pause-ratio", Where.OWN), open("congestion.ends-agree", Where.OWN)),
                    List.of(
                            open("congestion\\.(pfc-storm|storm-warnings|deadlock)", Where.ANY),
                            // what is not paused runs over: at the receivers of its switch, and again at all who share
                            // their queues
                            fails("congestion\\.(lossless-drops|retransmissions)", Where.SOME_OF_SWITCH),
                            fails("configuration\\..*", Where.ANY),
                            open("configuration\\..*", Where.ANY))),
            new CongestionCase(
                    "dscp-mismatch",
                    At.PORT,
                    1,
                    List.of(fails("congestion.wrong-class", Where.OWN)),
                    List.of(
                            fails("congestion\\.(wrong-class|ecn-alive)", Where.SOME_OF_SWITCH),
                            fails("configuration\\..*", Where.ANY),
                            open("congestion\\.(ecn-ratio|ecn-end-to-end|ecn-alive|cnp-lost)", Where.ANY))),
            new CongestionCase(
                    "bit-errors",
                    At.PORT,
                    1,
                    List.of(fails("links.errors", Where.OWN), fails("links.uncorrectable", Where.OWN)),
                    List.of()),
            new CongestionCase(
                    "flapping-link",
                    At.PORT,
                    1,
                    List.of(fails("links.flaps", Where.OWN)),
                    List.of(
                            fails("links\\.state", Where.OWN),
                            fails("(bandwidth\\.together|incast\\.goodput)", Where.ANY),
                            open("(bandwidth\\.together|incast\\.goodput)", Where.ANY),
                            fails("congestion\\.(ecn-ratio|ecn-end-to-end|ends-agree)", Where.SOME_OF_SWITCH))),
            new CongestionCase(
                    "watchdog",
                    At.SWITCH_PORT,
                    1,
                    List.of(fails("congestion.watchdog", Where.OWN), fails("congestion.pfc-storm", Where.OWN)),
                    WITHOUT_STIMULUS),
            new CongestionCase(
                    "counter-frozen",
                    At.SWITCH,
                    3,
                    List.of(
                            open("congestion.ecn-ratio", Where.ALL_OF_SWITCH),
                            open("congestion.pause-ratio", Where.ALL_OF_SWITCH),
                            open("congestion.lossless-drops", Where.ALL_OF_SWITCH)),
                    List.of(
                            open("(congestion|links)\\..*", Where.SOME_OF_SWITCH),
                            open("congestion\\.(deadlock|cnp-lost)", Where.ANY))),
            new CongestionCase(
                    "switch-unreachable",
                    At.SWITCH,
                    3,
                    List.of(
                            open("congestion.ecn-ratio", Where.ALL_OF_SWITCH),
                            open("congestion.pause-ratio", Where.ALL_OF_SWITCH),
                            open("congestion.lossless-drops", Where.ALL_OF_SWITCH)),
                    List.of(
                            open("(congestion|links)\\..*", Where.SOME_OF_SWITCH),
                            open("configuration\\..*", Where.ANY),
                            open("congestion\\.(deadlock|cnp-lost)", Where.ANY))),
            new CongestionCase(
                    "counter-reset",
                    At.SWITCH,
                    3,
                    List.of(open("congestion.pause-ratio", Where.SOME_OF_SWITCH)),
                    List.of(
                            open("(congestion|links)\\..*", Where.SOME_OF_SWITCH),
                            open("congestion\\.(deadlock|cnp-lost)", Where.ANY))));

    private static List<Result> with(List<Result> some, Result... more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    /** Where a fault can be injected. */
    static List<String> subjects(At of) {
        Cluster cluster = ClusterFile.read(VirtualCopy.CONGESTION);
        return switch (of) {
            case PORT -> cluster.ports().stream().map(port -> port.id()).toList();
            case SWITCH -> List.of("leaf-1", "leaf-2");
            case SWITCH_PORT ->
                cluster.linksOfTier(Link.HOST_LEAF).stream()
                        .map(link -> link.b().toString())
                        .toList();
        };
    }

    /** What a run with this fault did wrong; empty when it is as it must be. */
    List<String> wrong(String subject, Path runs) {
        CommandLineRun run = run(runs, "--fault", fault + ":" + subject);
        List<String> wrong = new ArrayList<>();
        if (run.status() != status) {
            wrong.add("exit status " + run.status() + "; expected " + status);
        }
        Set<String> seen = notPassed(FaultCase.closing(runs));
        must.forEach(line -> missing(line, subject, seen).forEach(wrong::add));
        seen.stream().filter(result -> !allowed(result, subject)).forEach(result -> wrong.add("must not: " + result));
        String suspect = (of == At.SWITCH ? "switch " : "port ") + subject + ":";
        if (run.out().stream().noneMatch(line -> line.startsWith("suspect 1  " + suspect))) {
            wrong.add("first suspect is not " + suspect);
        }
        if (!wrong.isEmpty()) {
            wrong.add(run.text());
        }
        return wrong;
    }

    private static List<Link> links() {
        return ClusterFile.read(VirtualCopy.CONGESTION).links();
    }

    /** What a run without faults did wrong. */
    static List<String> wrongWithoutFault(Path runs) {
        CommandLineRun run = run(runs);
        return run.status() == 0 && run.lastLine().equals("ACCEPTED") ? List.of() : List.of(run.text());
    }

    private static CommandLineRun run(Path runs, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "run",
                "--cluster",
                VirtualCopy.ofCongestion(runs).toString(),
                "--profile",
                "bringup",
                "--intrusive",
                "--runs",
                runs.toString()));
        command.addAll(List.of(more));
        return CommandLineRun.of(command.toArray(String[]::new));
    }

    /** Every result that is neither passed nor waived: {@code verdict criterion kind subject}. */
    private static Set<String> notPassed(Closing closing) {
        return closing.results().stream()
                .filter(result ->
                        result.verdict().equals(FAILED) || result.verdict().equals(OPEN))
                .map(result -> result.verdict() + " " + result.criterion() + " " + result.subject())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<String> missing(Result line, String subject, Set<String> seen) {
        List<String> missing = new ArrayList<>();
        Set<String> links = switch (line.where()) {
            case OWN ->
                links().stream()
                        .filter(link -> isOwn(link, subject))
                        .map(Link::id)
                        .collect(Collectors.toSet());
            default -> ofSwitch(subject);
        };
        Set<String> found = links.stream()
                .filter(link -> seen.stream().anyMatch(result -> fits(line, result) && result.endsWith(" " + link)))
                .collect(Collectors.toSet());
        boolean enough = line.where() == Where.SOME_OF_SWITCH ? !found.isEmpty() : found.equals(links);
        if (!enough) {
            missing.add("must be and is not: " + line + ", found on " + found);
        }
        return missing;
    }

    private static boolean fits(Result line, String result) {
        return result.matches(line.verdict() + " (" + line.criterion() + ")\\.[a-z]+ .*");
    }

    private boolean allowed(String result, String subject) {
        return Stream.concat(must.stream(), may.stream())
                .anyMatch(line -> fits(line, result) && isAt(line.where(), result, subject));
    }

    private boolean isAt(Where where, String result, String subject) {
        String of = result.substring(result.lastIndexOf(' ') + 1);
        return switch (where) {
            case ANY -> true;
            case OWN -> of.contains(subject) && !of.contains(">");
            case SOME_OF_SWITCH, ALL_OF_SWITCH ->
                of.contains(node(subject) + "/")
                        || ofSwitch(subject).stream().anyMatch(link -> link.startsWith(of + "~"));
        };
    }

    private static boolean isOwn(Link link, String subject) {
        return link.a().toString().equals(subject) || link.b().toString().equals(subject);
    }

    /** The switch that is meant: itself, or the one that the port is plugged into. */
    private static String node(String subject) {
        return links().stream()
                .filter(link -> isOwn(link, subject))
                .map(link -> link.b().node())
                .findFirst()
                .orElse(subject);
    }

    private static Set<String> ofSwitch(String subject) {
        return links().stream()
                .filter(link ->
                        link.tier().equals(Link.HOST_LEAF) && link.b().node().equals(node(subject)))
                .map(Link::id)
                .collect(Collectors.toSet());
    }
}
