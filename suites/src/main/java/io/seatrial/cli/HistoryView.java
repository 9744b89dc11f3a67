package io.seatrial.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.seatrial.archive.ArchiveJson;
import io.seatrial.archive.history.HistoryQueries;
import io.seatrial.measurement.Unit;
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

    /** Readers of other programs know units by their symbols. */
    private static ObjectMapper mapper() {
        return ArchiveJson.mapper()
                .registerModule(new SimpleModule().addSerializer(Unit.class, new StdSerializer<>(Unit.class) {
                    @Override
                    public void serialize(Unit unit, JsonGenerator out, SerializerProvider provider)
                            throws IOException {
                        out.writeString(unit.symbol());
                    }
                }));
    }

    static void json(PrintWriter out, Object what) {
        try {
            out.println(mapper().writerWithDefaultPrettyPrinter().writeValueAsString(what));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
