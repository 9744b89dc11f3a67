package io.seatrial.cli;

import io.seatrial.archive.Folders;
import io.seatrial.archive.RunArchive;
import io.seatrial.report.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the report of an archived run again, in a folder of its own: that of the run stays as it is. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Write the report of an archived run again; prints its path.")
final class ReportCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "RUN", description = "Id or folder of the run, or 'latest'.")
    String run;

    @Mixin
    RunsOption runs;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder of the report (default: a new one, again/CLUSTER/RUN-1 beside the folder of all runs).")
    Optional<Path> out = Optional.empty();

    @Mixin
    HistoryOption history;

    @Override
    public Integer call() throws IOException {
        RunArchive archive = RunArchive.open(RunArchive.find(runs.folder, run));
        Prepared prepared = JudgeCommand.prepared(archive, Optional.empty());
        archive.requireReadable(); // before an earlier report is taken away
        Path folder = folder(archive);
        Path results = folder.resolve(Pages.RESULTS);
        Folders.remove(results); // of an earlier report, whose results would stand beside these
        Judged judged =
                Judged.of(archive, prepared, JudgeCommand.tags(archive), results, false, Judged.day(archive.header()));
        Instant end = archive.closing().map(closing -> closing.ended()).orElseGet(Instant::now);
        List<String> notes = JudgeCommand.notes(archive, prepared);
        notes.forEach(spec.commandLine().getErr()::println); // scripts read the path alone
        RunReport report = Reporting.report(archive, prepared, judged, notes, end);
        Optional<Path> page =
                Pages.write(archive, folder, KeptHistory.of(history, runs).beside(archive, report));
        spec.commandLine().getOut().println(page.orElse(folder));
        return Status.HOLDS;
    }

    private Path folder(RunArchive archive) throws IOException {
        return out.isPresent() ? ReportFolder.outsideRuns("--out", out.get()) : ReportFolder.next(runs.folder, archive);
    }
}
