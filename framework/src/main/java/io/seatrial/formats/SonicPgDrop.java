package io.seatrial.formats;

import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * SONiC's {@code show priority-group drop counters} (sonic-utilities scripts/pg-drop, since 2021): packets that each priority group of a
 * port's ingress dropped. In a lossless group that is what PFC exists to prevent. The header lists every index that any port has, and the
 * command prints 0 for an index that a port does not have; it counts only while {@code counterpoll pg-drop} is enabled.
 */
public final class SonicPgDrop implements Format<SonicPgDrop.Report> {
    private static final String HEADING = "Ingress PG dropped packets:";
    private static final Pattern HEADER = Pattern.compile("^\\s*Port\\s+PG\\d{1,4}(?:\\s+PG\\d{1,4})*\\s*$");

    /**
     * The values in the order of the text.
     *
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<Drop> drops, Boolean complete) {
        public Report {
            drops = List.copyOf(drops);
        }
    }

    /**
     * One priority group.
     *
     * @param dropPackets null where the switch does not count them
     */
    public record Drop(String port, int pg, BigInteger dropPackets) {}

    @Override
    public String id() {
        return "sonic-pg-drop";
    }

    @Override
    public String about() {
        return "SONiC 'show priority-group drop counters'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADING));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Drop> drops = new ArrayList<>();
        Columns columns = null;
        boolean begun = false;
        for (Line line : lines) {
            if (line.text().strip().equals(HEADING)) {
                begun = true;
            } else if (begun && HEADER.matcher(line.text()).matches()) {
                columns = Columns.of(line);
            } else if (line.text().strip().startsWith("Port ")) {
                throw line.malformed("the titles Port, PG0, PG1 ...");
            } else if (columns != null) {
                columns.row(line).ifPresent(row -> take(row, drops));
            }
        }
        if (!begun) {
            throw lines.missing("the heading '" + HEADING + "'");
        }
        return new Report(drops, lines.completeAsFarAsKnown());
    }

    private static void take(Row row, List<Drop> drops) {
        for (int i = 1; i < row.cells().size(); i++) {
            int group = Integer.parseInt(row.columns().titles().get(i).substring(2));
            drops.add(new Drop(row.first().text(), group, row.cells().get(i).counter()));
        }
    }
}
