package io.seatrial.cli;

import io.seatrial.criteria.collectives.LogAssertions;
import io.seatrial.criteria.collectives.LogDemands;
import io.seatrial.formats.FormatJson;
import io.seatrial.formats.NcclLog;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Selection;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.LogFinding.Outcome;
import io.seatrial.measurement.Message;
import io.seatrial.report.Texts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds the logs of one collective job against what must hold before its numbers speak of the fabric. */
@Command(
        name = "nccl-log",
        mixinStandardHelpOptions = true,
        description =
                "Check the log of one NCCL or RCCL job (NCCL_DEBUG=INFO): RDMA on every rank, GPU Direct on every channel between hosts,"
                        + " NICs and channels, rails, one version, no warning, no failed work request. What a log does not say is never taken as good.")
final class NcclLogCheck implements Callable<Integer> {
    /** More places of one assertion fill the screen and say nothing new; --json has them all. */
    private static final int SHOWN = 10;

    private static final String STDIN = "-";

    private static final String LINE = "%-17s %-12s %s";

    @Spec
    CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Log files of one job: one for all of its processes, or one for each; - is standard input.")
    List<Path> files;

    @Option(
            names = "--cluster",
            paramLabel = "DIR",
            description =
                    "Folder of the cluster: its hosts, NICs, rails and GPUs are what the job was to use. Without it"
                            + " the log is held against what the library itself lists.")
    Path folder;

    @Option(names = "--hosts", paramLabel = "LIST", description = "Hosts of the job, such as gpu[01-04]; default all.")
    String hosts;

    @Option(
            names = "--channels-per-nic",
            paramLabel = "N",
            defaultValue = "" + LogDemands.CHANNELS_PER_NIC,
            description = "Fewest channels that each NIC carries (default: ${DEFAULT-VALUE}).")
    int channelsPerNic;

    @Option(names = "--json", description = "Print the findings as JSON.")
    boolean json;

    /** What is printed as JSON. */
    record Checked(String outcome, List<Assertion> assertions) {}

    /** One assertion. */
    record Assertion(String assertion, String outcome, List<Reason> reasons) {}

    /** Why, and where: the values hold host, rank, channel and NIC by name. */
    record Reason(String key, Map<String, Object> values, String text) {}

    @Override
    public Integer call() {
        LogDemands demands = demands();
        List<LogFinding> findings =
                LogAssertions.judge(files.stream().map(NcclLogCheck::read).toList(), demands);
        Outcome worst = worst(findings);
        if (json) {
            out().println(FormatJson.pretty(checked(findings, worst)));
        } else {
            Set<Message> said = new HashSet<>();
            findings.forEach(finding -> show(finding, said));
            out().println(summary(findings, worst));
        }
        return switch (worst) {
            case HOLDS -> Status.HOLDS;
            case BROKEN -> Status.DOES_NOT_HOLD;
            case CANNOT_TELL -> Status.CANNOT_TELL;
        };
    }

    private LogDemands demands() {
        if (channelsPerNic < 1) {
            throw new UsageException("--channels-per-nic: expected 1 or more, got " + channelsPerNic);
        }
        if (folder == null && hosts != null) {
            throw new UsageException("--hosts: expected --cluster DIR with it, whose hosts these are");
        }
        if (folder == null) {
            return LogDemands.none(channelsPerNic);
        }
        Selection selection =
                new Selection(Optional.ofNullable(hosts), Optional.empty(), Optional.empty(), OptionalInt.empty());
        return LogDemands.of(selection.apply(ClusterFile.read(folder)), channelsPerNic);
    }

    private static NcclLog.Report read(Path file) {
        if (!isInput(file) && (!Files.isReadable(file) || Files.isDirectory(file))) {
            throw new UsageException(file + ": no file that can be read; expected the log of an NCCL or RCCL job");
        }
        try (Source source = isInput(file) ? Source.of(System.in) : Source.of(file)) {
            return new NcclLog().read(source);
        } catch (FormatException e) {
            throw new UsageException(file + ": not an NCCL log: " + e.getMessage());
        } catch (IOException e) {
            throw unreadable(file, e);
        } catch (UncheckedIOException e) {
            throw unreadable(file, e.getCause());
        }
    }

    private static boolean isInput(Path file) {
        return file.toString().equals(STDIN);
    }

    private static UsageException unreadable(Path file, IOException cause) {
        return new UsageException(
                file + ": cannot be read: " + cause.getMessage() + "; expected the log of an NCCL or RCCL job");
    }

    private static Outcome worst(List<LogFinding> findings) {
        List<Outcome> outcomes = findings.stream().map(LogFinding::outcome).toList();
        if (outcomes.contains(Outcome.BROKEN)) {
            return Outcome.BROKEN;
        }
        return outcomes.contains(Outcome.CANNOT_TELL) ? Outcome.CANNOT_TELL : Outcome.HOLDS;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** What is missing is missing for several assertions, and is said once; JSON says it with each. */
    private void show(LogFinding finding, Set<Message> said) {
        List<String> texts = new ArrayList<>(finding.messages().stream()
                .filter(message -> !said.contains(message))
                .map(Texts::sentence)
                .toList());
        said.addAll(finding.messages());
        if (texts.isEmpty()) {
            texts.add("for what is said above");
        }
        if (texts.size() > SHOWN) {
            int more = texts.size() - SHOWN;
            texts.subList(SHOWN, texts.size()).clear();
            texts.add("and " + more + " more; --json has all");
        }
        for (int i = 0; i < texts.size(); i++) {
            String assertion = i == 0 ? finding.assertion() : "";
            String outcome = i == 0 ? finding.outcome().text() : "";
            out().println(String.format(LINE, assertion, outcome, texts.get(i)));
        }
    }

    private static String summary(List<LogFinding> findings, Outcome worst) {
        return "nccl-log: " + worst.text() + " (" + count(findings, Outcome.HOLDS) + " hold, "
                + count(findings, Outcome.BROKEN) + " broken, " + count(findings, Outcome.CANNOT_TELL)
                + " cannot be told)";
    }

    private static long count(List<LogFinding> findings, Outcome outcome) {
        return findings.stream().filter(finding -> finding.outcome() == outcome).count();
    }

    private static Checked checked(List<LogFinding> findings, Outcome worst) {
        return new Checked(
                worst.text(),
                findings.stream()
                        .map(finding -> new Assertion(
                                finding.assertion(),
                                finding.outcome().text(),
                                finding.messages().stream()
                                        .map(NcclLogCheck::reason)
                                        .toList()))
                        .toList());
    }

    private static Reason reason(Message message) {
        return new Reason(message.key(), message.values(), Texts.sentence(message));
    }
}
