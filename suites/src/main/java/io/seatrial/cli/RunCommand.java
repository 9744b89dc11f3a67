package io.seatrial.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures a cluster and says whether it is accepted. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measure a cluster, judge it, write the report; the last line is the verdict.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:ACCEPTED", "1:REJECTED", "2:wrong usage or input", "3:NOT PROVEN", "4:RUN FAILED"})
final class RunCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    ClusterOption cluster;

    @Mixin
    RunOptions options;

    @Mixin
    RunsOption runs;

    @Mixin
    HistoryOption history;

    @Option(
            names = "--retest",
            paramLabel = "RUN",
            description = "Only the hosts of what did not pass in that run, with three that did.")
    Optional<String> retest = Optional.empty();

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Go on with a run that was interrupted; finished rounds are not measured again.")
    Optional<String> resume = Optional.empty();

    @Option(
            names = "--as",
            paramLabel = "RUN",
            description = {
                "Measure the same pairs in the same order as that run did, of the same part of the cluster: --profile post",
                "--as RUN after a maintenance window, for 'seatrial compare'."
            })
    Optional<String> as = Optional.empty();

    @Option(
            names = "--intrusive",
            description = {
                "Measure hosts too whose GPUs are in use, and make the deliberate incast that the profile asks: several",
                "ports send to one at once."
            })
    boolean intrusive;

    @Option(
            names = "--capture",
            description = "Capture RoCE headers, by the hosts' tcpdump, at the ports of what is measured again.")
    boolean capture;

    @Option(
            names = "--fault",
            paramLabel = "NAME:SUBJECT",
            description = "Inject a fault; virtual clusters only; repeatable. 'seatrial lab faults' lists them.")
    List<String> faults = List.of();

    @Option(names = "--dry-run", description = "Show what would be measured and end.")
    boolean dryRun;

    /** What is done to the hosts before they are measured; only an experiment sets it. */
    Treated treated = Treated.NOT;

    @Override
    public Integer call() throws IOException {
        return new AcceptanceRun(
                        this, spec.commandLine().getOut(), spec.commandLine().getErr())
                .execute();
    }

    /** Return the options that the run header keeps: what was asked of which part, and under which faults. */
    Map<String, String> recorded() {
        Map<String, String> kept = new TreeMap<>();
        kept.put("fault", String.join(" ", faults));
        kept.put("only", String.join(" ", options.only));
        kept.put("capture", capture ? "headers" : "");
        as.ifPresent(run -> kept.put("as", run));
        options.hosts.ifPresent(text -> kept.put("hosts", text));
        options.exclude.ifPresent(text -> kept.put("exclude", text));
        options.budget.ifPresent(text -> kept.put("budget", text));
        options.lasts.ifPresent(text -> kept.put("for", text));
        options.leaf.ifPresent(text -> kept.put("leaf", text));
        options.rail.ifPresent(number -> kept.put("rail", number.toString()));
        kept.putAll(treated.recorded());
        kept.values().removeIf(String::isEmpty);
        return kept;
    }
}
