package io.seatrial.cli;

import io.seatrial.archive.Folders;
import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.OverallVerdict;
import io.seatrial.diagnosis.Quarantine;
import io.seatrial.diagnosis.Quarantine.Isolation;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Outcome;
import io.seatrial.report.Texts;
import io.seatrial.testkit.Concluded;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says which hosts to take out of use after a run, and does it only when told to. */
@Command(
        name = "quarantine",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Say which hosts to drain after a run, and why; changes nothing without --apply.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:everything was proven and nothing is suspected; with --apply: everything was done",
            "1:something has to be drained or escalated; with --apply: Slurm refused a change",
            "2:wrong usage or input",
            "3:suspects, but not enough evidence to drain or escalate any; or nothing suspected and something not proven;"
                    + " or a run that did not come to its end or was changed",
            "4:the command itself failed"
        })
final class QuarantineCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "RUN", description = "Id or folder of the run, or 'latest'.")
    String run;

    @Mixin
    RunsOption runs;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the list as JSON.")
    Optional<Path> out = Optional.empty();

    @Option(
            names = "--previous",
            paramLabel = "FILE",
            description = "An earlier list: its hosts that passed everything now are to come back.")
    Optional<Path> previous = Optional.empty();

    @Option(names = "--slurm", description = "Print the scontrol lines alone, for a shell.")
    boolean slurm;

    @Option(names = "--apply", description = "Run the scontrol commands, one by one, and report each.")
    boolean apply;

    @Override
    public Integer call() throws IOException {
        RunArchive archive = RunArchive.open(RunArchive.find(runs.folder, run));
        Prepared prepared = JudgeCommand.prepared(archive, Optional.empty());
        Scontrol scontrol =
                Scontrol.on(Optional.ofNullable(System.getenv("PATH")).orElse(""));
        refuseToApply(archive, prepared);
        out.ifPresent(QuarantineCommand::requireFolder);
        EarlierQuarantine earlier = previous.map(file -> EarlierQuarantine.read(file, archive.header()))
                .orElse(EarlierQuarantine.NONE);
        QuarantineList list = list(archive, prepared, earlier);
        List<Scontrol.Change> changes = slurm || apply ? list.changes() : List.of();
        if (out.isPresent()) {
            write(out.get(), list);
        }
        PrintWriter print = spec.commandLine().getOut();
        if (slurm) {
            list.remarks().forEach(spec.commandLine().getErr()::println); // a shell takes what is printed for commands
        }
        (slurm ? changes.stream().map(Scontrol.Change::line).toList() : list.lines()).forEach(print::println);
        return apply ? new Applied(scontrol, print).all(changes) : list.status();
    }

    /** Names of a virtual cluster may be those of real nodes, and a run that did not end has not heard everybody. */
    private void refuseToApply(RunArchive archive, Prepared prepared) {
        if (!apply) {
            return;
        }
        String which = "--apply: run " + archive.header().run();
        if (prepared.cluster().lab().isPresent()
                || archive.header().constructed().isPresent()) {
            throw new UsageException(
                    which + " is about a virtual or constructed cluster, whose hosts are no nodes of Slurm");
        }
        DoubtfulRun.refuse("--apply", archive);
    }

    private static QuarantineList list(RunArchive archive, Prepared prepared, EarlierQuarantine earlier)
            throws IOException {
        Judged judged = judged(archive, prepared);
        List<Judgement> results =
                judged.concluded().stream().map(Concluded::judgement).toList();
        List<Isolation> isolations = Quarantine.of(judged.suspects(), results, prepared.cluster());
        Set<String> suspected =
                isolations.stream().flatMap(one -> one.host().stream()).collect(Collectors.toSet());
        QuarantineList list = new QuarantineList(
                archive.header(),
                Outcome.valueOf(judged.overall().name()).word(),
                isolations,
                earlier.releases(
                        archive.header().run(), Set.copyOf(archive.header().hosts()), suspected, results),
                unexplained(judged, results));
        return archive.doubt().map(DoubtfulRun::text).map(list::inDoubt).orElse(list);
    }

    /** Nobody is suspected, and that does not mean that everything is sound. */
    private static List<String> unexplained(Judged judged, List<Judgement> results) {
        if (!judged.suspects().isEmpty() || judged.overall() == OverallVerdict.ACCEPTED) {
            return List.of();
        }
        long unproven = results.stream()
                .filter(one -> one.verdict() instanceof Verdict.NotProven)
                .count();
        long failed = results.stream()
                .filter(one -> one.verdict() instanceof Verdict.Fail)
                .count();
        return List.of(
                Texts.sentence(Message.of("quarantine.nobody-suspected", "failed", failed, "unproven", unproven)));
    }

    private static Judged judged(RunArchive archive, Prepared prepared) throws IOException {
        Path folder = Files.createTempDirectory("seatrial-quarantine-");
        try {
            return Judged.of(
                    archive, prepared, JudgeCommand.tags(archive), folder, false, Judged.day(archive.header()));
        } finally {
            Folders.remove(folder);
        }
    }

    /** Judging takes a while; it is not done for nothing. */
    private static void requireFolder(Path file) {
        if (!Files.isDirectory(file.toAbsolutePath().getParent()) || Files.isDirectory(file)) {
            throw new UsageException("--out: cannot write " + file + ": expected a file in a folder that is there");
        }
    }

    /** A reader of the file sees the whole list or the one before. */
    private static void write(Path file, QuarantineList list) {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try {
            Files.writeString(draft, list.json().toPrettyString() + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UsageException("--out: cannot write " + file + ": " + Failures.reason(e));
        }
    }
}
