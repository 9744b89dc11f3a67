package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.archive.Folders;
import io.seatrial.archive.RunArchive;
import io.seatrial.report.RunReport;
import io.seatrial.report.TerminalSummary;
import io.seatrial.run.LeftTreatment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Judges an archived run, writes its reports and says how it ended. */
final class Publishing {
    private static final int WIDTH = 140;

    private Publishing() {}

    static int publish(
            RunArchive archive,
            Prepared prepared,
            List<String> tags,
            List<String> notes,
            boolean failed,
            KeptHistory history,
            PrintWriter out)
            throws IOException {
        Instant end = archive.closing().map(Closing::ended).orElseGet(Instant::now);
        Path results = archive.folder().resolve(Pages.RESULTS);
        Folders.remove(results); // of the part before an interruption, judged when the run was not complete
        Judged judged = Judged.of(archive, prepared, tags, results, failed, Judged.day(archive.header()));
        RunReport report = Reporting.report(archive, prepared, judged, notes, end);
        if (!failed && archive.closing().isEmpty()) {
            archive.conclude(counted(archive, Reporting.closing(judged, end)));
        }
        RunReport complete =
                history.beside(archive, history.keep(archive).map(report::with).orElse(report));
        Optional<Path> page = Pages.write(archive, archive.folder(), complete);
        if (!failed) {
            archive.seal(); // last: from here on nothing in the folder changes
        }
        link(archive);
        TerminalSummary.lines(complete, page, WIDTH).forEach(out::println);
        return judged.overall().exitStatus();
    }

    /** What was measured beside a setting that somebody left on a host is no example of the cluster. */
    private static Closing counted(RunArchive archive, Closing closing) {
        Path runs = archive.folder().getParent().getParent();
        return LeftTreatment.of(runs, archive.header().cluster()).isEmpty() ? closing : closing.uncounted();
    }

    /** Leave {@code reports/runs/latest}, for scripts and Jenkins. */
    private static void link(RunArchive archive) {
        Path runs = archive.folder().getParent().getParent();
        Path link = runs.resolve("latest");
        try {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, runs.relativize(archive.folder()));
        } catch (IOException | UnsupportedOperationException e) {
            // a convenience; the report's own path is printed
        }
    }
}
