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
    /** Runs that history and trend look back on. */
    private static final int REMEMBERED = 10;

    private Pages() {}

    /**
     * Write the pages beside the archive.
     *
     * @return the page to read first
     */
    static Optional<Path> write(RunArchive archive, RunReport report) {
        return write(archive, archive.folder().resolve("allure-results"), archive.folder(), report);
    }

    /**
     * Write the pages somewhere else.
     *
     * @param results folder of the Allure results
     * @param folder where the pages go
     */
    static Optional<Path> write(RunArchive archive, Path results, Path folder, RunReport report) {
        JUnitXml.write(folder, report);
        HtmlReport.Pages pages = HtmlReport.write(folder, results, report, history(archive), HtmlReport.DEADLINE);
        return Optional.of(pages.summary());
    }

    /** The newest earlier runs of the same cluster that came to their end. */
    private static List<PastRun> history(RunArchive archive) {
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
                .map(Pages::past)
                .toList();
    }

    private static PastRun past(RunArchive run) {
        String id = run.header().run();
        return PastRun.read(
                id,
                run.header().started(),
                "../" + id + "/index.html",
                run.folder().resolve("allure-results"));
    }
}
