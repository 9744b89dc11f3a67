package io.seatrial.cli;

import io.seatrial.archive.ArchiveJson;
import io.seatrial.archive.history.HistoryQueries;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** How far is looked back, and in which form it is shown. */
final class HistoryView {
    @Option(
            names = "--last",
            paramLabel = "N",
            description = "Look back on so many runs (default: ${DEFAULT-VALUE}).",
            defaultValue = "" + HistoryQueries.LAST)
    int given;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    int last() {
        if (given < 1) {
            throw new UsageException("--last: expected 1 or more, got " + given);
        }
        return given;
    }

    static void json(PrintWriter out, Object what) {
        try {
            out.println(ArchiveJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(what));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
