package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.report.JUnitXml;
import io.seatrial.report.RunReport;
import io.seatrial.report.allure.HtmlReport;
import io.seatrial.report.allure.PastRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes what people and other programs read of a run. */
final class Pages {
    /** Where Allure's results lie in the folder of a report. */
    static final String RESULTS = "allure-results";
    /** Runs that history and trend look back on. */
    private static final int REMEMBERED = 10;

    private Pages() {}

    /**
     * Write the pages.
     *
     * @param folder where they go, and where {@value #RESULTS} lie already
     * @return the page to read first
     */
    static Optional<Path> write(RunArchive archive, Path folder, RunReport report) {
        Path results = folder.resolve(RESULTS);
        JUnitXml.write(folder, report);
        HtmlReport.Pages pages =
                HtmlReport.write(folder, results, report, history(archive, folder), HtmlReport.DEADLINE);
        return Optional.of(pages.summary());
    }

    /** The newest earlier runs of the same cluster that came to their end, as seen from the folder of the pages. */
    private static List<PastRun> history(RunArchive archive, Path folder) {
        List<RunArchive> earlier = RunArchive.readable(
                        archive.folder().getParent().getParent())
                .stream()
                .filter(other ->
                        other.header().cluster().equals(archive.header().cluster()))
                .filter(other ->
                        other.header().started().isBefore(archive.header().started()))
                .filter(other -> other.closing().isPresent())
                .toList();
        return earlier.subList(Math.max(0, earlier.size() - REMEMBERED), earlier.size()).stream()
                .map(run -> past(run, folder))
                .toList();
    }

    private static PastRun past(RunArchive run, Path folder) {
        Path page = run.folder().resolve(HtmlReport.FILE);
        return PastRun.read(
                run.header().run(),
                run.header().started(),
                absolute(folder).relativize(absolute(page)).toString(),
                run.folder().resolve(RESULTS));
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
