package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.report.JUnitXml;
import io.seatrial.report.RunReport;
import io.seatrial.report.allure.HtmlReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes what people and other programs read of a run. */
final class Pages {
    private Pages() {}

    static Optional<Path> write(RunArchive archive, RunReport report) {
        return write(archive.folder().resolve("allure-results"), archive.folder(), report);
    }

    /**
     * @param results folder of the Allure results
     * @param folder where the pages go
     */
    static Optional<Path> write(Path results, Path folder, RunReport report) {
        JUnitXml.write(folder, report);
        HtmlReport.Pages pages = HtmlReport.write(folder, results, report, List.of(), HtmlReport.DEADLINE);
        return Optional.of(pages.summary());
    }
}
