package io.seatrial.cli;

import io.seatrial.archive.Doubt;
import io.seatrial.archive.Folders;
import io.seatrial.archive.RunArchive;
import io.seatrial.baseline.BaselineFile;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.criteria.Profile;
import io.seatrial.criteria.WaiversFile;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.HostList;
import io.seatrial.inventory.Selection;
import io.seatrial.report.RunReport;
import io.seatrial.report.TerminalSummary;
import io.seatrial.report.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges an archived run again, without the cluster. The archive stays as it is; the results go to a folder of their own. */
@Command(
        name = "judge",
        mixinStandardHelpOptions = true,
        description = "Judge an archived run again, without the cluster, perhaps by other criteria.")
final class JudgeCommand implements Callable<Integer> {
    private static final int WIDTH = 140;

    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "RUN", description = "Id or folder of the run, or 'latest'.")
    String run;

    @Mixin
    RunsOption runs;

    @Option(
            names = "--criteria",
            paramLabel = "FILE",
            description = "Judge by these criteria instead of those of the run.")
    Optional<Path> criteria = Optional.empty();

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Folder for a report of this judgement; without it only the terminal tells.")
    Optional<Path> results = Optional.empty();

    @Override
    public Integer call() throws IOException {
        RunArchive archive = RunArchive.open(RunArchive.find(runs.folder, run));
        Prepared prepared = prepared(archive, criteria);
        results = results.map(dir -> ReportFolder.outsideRuns("--results", dir));
        if (results.isPresent()) {
            Path folder = results.get().resolve(Pages.RESULTS);
            Folders.remove(folder); // of an earlier judgement, whose results would stand beside these
            return judge(archive, prepared, folder);
        }
        Path folder = Files.createTempDirectory("seatrial-judge-");
        try {
            return judge(archive, prepared, folder);
        } finally {
            Folders.remove(folder);
        }
    }

    private int judge(RunArchive archive, Prepared prepared, Path folder) {
        Judged judged = Judged.of(archive, prepared, tags(archive), folder, false, Judged.day(archive.header()));
        RunReport report = Reporting.report(archive, prepared, judged, notes(archive, prepared), Instant.now());
        Optional<Path> page = results.flatMap(dir -> Pages.write(archive, dir, report));
        TerminalSummary.lines(report, page, WIDTH).forEach(spec.commandLine().getOut()::println);
        return judged.overall().exitStatus();
    }

    /** Return what has to be said of an archive before its results. */
    static List<String> notes(RunArchive archive, Prepared prepared) {
        return notes(archive, prepared.cluster());
    }

    /** @param cluster as the inputs of the run describe it now */
    static List<String> notes(RunArchive archive, Cluster cluster) {
        List<String> notes = new ArrayList<>();
        archive.header()
                .constructed()
                .ifPresent(from -> notes.add("nothing here was measured: archive "
                        + archive.header().run() + " is constructed from " + from));
        archive.doubt().map(JudgeCommand::note).ifPresent(notes::add);
        if (!archive.header().clusterHash().equals(cluster.hash())) {
            notes.add(archive.inputs().resolve("cluster.yaml")
                    + " was changed after the run; judged by what it says now");
        }
        return notes;
    }

    private static String note(Doubt doubt) {
        return switch (doubt.kind()) {
            case CHANGED -> Texts.sentence(doubt.said()) + "; judged by what it says now";
            case UNFINISHED -> Texts.sentence(doubt.said()) + "; judged from what it measured";
            case HALF_CLOSED -> DoubtfulRun.text(doubt);
        };
    }

    /** Return a run's inputs as they were used, perhaps with other criteria. */
    static Prepared prepared(RunArchive archive, Optional<Path> otherCriteria) {
        Cluster whole = ClusterFile.read(archive.inputs());
        Map<String, String> options = archive.header().options();
        Criteria criteria = otherCriteria
                .map(file -> CriteriaFile.readFile(file, Optional.of(whole)))
                .orElseGet(() -> CriteriaFile.read(archive.inputs(), whole));
        Selection selection = new Selection(
                Optional.of(HostList.fold(archive.header().hosts())),
                Optional.empty(),
                Optional.ofNullable(options.get("leaf")),
                options.containsKey("rail")
                        ? OptionalInt.of(Integer.parseInt(options.get("rail")))
                        : OptionalInt.empty());
        return new Prepared(
                selection.apply(whole),
                criteria,
                Profile.of(archive.header().profile()),
                BaselineFile.read(archive.inputs()),
                WaiversFile.read(archive.inputs()),
                archive.header().seed());
    }

    /** Return the tags that a run was restricted to. */
    static List<String> tags(RunArchive archive) {
        String only = archive.header().options().getOrDefault("only", "");
        return only.isEmpty() ? List.of() : Arrays.asList(only.split(" "));
    }
}
