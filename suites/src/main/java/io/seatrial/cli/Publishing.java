package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.archive.Folders;
import io.seatrial.archive.RunArchive;
import io.seatrial.report.RunReport;
import io.seatrial.report.TerminalSummary;
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
            PrintWriter out)
            throws IOException {
        Instant end = Instant.now();
        Path results = archive.folder().resolve(Pages.RESULTS);
        Folders.remove(results); // of the part before an interruption, judged when the run was not complete
        Judged judged = Judged.of(archive, prepared, tags, results, failed, Judged.day(archive.header()));
        RunReport report = Reporting.report(archive, prepared, judged, notes, end);
        Optional<Path> page = Pages.write(archive, archive.folder(), report);
        if (!failed) {
            archive.close(Reporting.closing(judged, end)); // last, because it seals what is there by then
        }
        link(archive);
        TerminalSummary.lines(report, page, WIDTH).forEach(out::println);
        return judged.overall().exitStatus();
    }

    /** Seal a run that crashed when all but its manifest was there, and say again how it ended. */
    static int seal(RunArchive archive, PrintWriter out) {
        archive.seal();
        link(archive);
        Closing closing = archive.closing().orElseThrow();
        out.println("run " + archive.header().run() + " had come to its end; only the manifest of its files was missing"
                + " and is there now, nothing was measured");
        out.println(closing.verdict());
        return closing.status();
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
