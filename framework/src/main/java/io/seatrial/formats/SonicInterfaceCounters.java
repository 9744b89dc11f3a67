package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SONiC's {@code show interfaces counters [errors|rates|trim] [-a] [-p SECONDS] [-j]} (sonic-utilities scripts/portstat and
 * utilities_common/portstat.py, 2018 to 2026). The column RX_BPS holds bytes a second in decimal units ({@code 2000.00 MB/s} is 2e9), RX_PPS
 * packets a second, RX_UTIL percent of the port's rate. With a period the counts are those of the period.
 */
public final class SonicInterfaceCounters implements Format<SonicInterfaceCounters.Report> {
    private static final Pattern HEADER =
            Pattern.compile("^\\s*IFACE\\s+(?:STATE\\s+)?(?:RX_OK|RX_ERR|TRIM_PKTS)\\s.*$");
    private static final Pattern WINDOW =
            Pattern.compile("^\\s*The rates are calculated within (\\d{1,6}) seconds period\\s*$");
    private static final Pattern BYTES = Pattern.compile("([\\d,.]+) ?([KMGT]?)B/s");
    private static final Pattern NEGATIVE = Pattern.compile("-[\\d,]+");
    private static final Map<String, Integer> DECIMAL_POWERS = Map.of("", 0, "K", 3, "M", 6, "G", 9, "T", 12);
    private static final Map<String, String> STATES = Map.of("U", "up", "D", "down", "X", "disabled");

    /**
     * The ports in the order of the text.
     *
     * @param rateWindowS seconds over which counts and rates go; null without a period
     * @param baselineTime the clear to which the counts are relative; null where the text has none
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<Port> ports, Integer rateWindowS, String baselineTime, Boolean complete) {
        public Report {
            ports = List.copyOf(ports);
        }
    }

    /**
     * One port. A value is null where the switch does not give it or the command does not print it.
     *
     * @param operState {@code up}, {@code down} or {@code disabled} by the administrator
     * @param rxDropPackets packets discarded without an error, as for want of a buffer
     * @param trimmedPackets packets cut to their header instead of dropped
     */
    public record Port(
            String port,
            String operState,
            BigInteger rxOkPackets,
            BigDecimal rxBytesPerS,
            BigDecimal rxPacketsPerS,
            BigDecimal rxUtilPercent,
            BigInteger rxErrorPackets,
            BigInteger rxDropPackets,
            BigInteger rxOverrunPackets,
            BigInteger txOkPackets,
            BigDecimal txBytesPerS,
            BigDecimal txPacketsPerS,
            BigDecimal txUtilPercent,
            BigInteger txErrorPackets,
            BigInteger txDropPackets,
            BigInteger txOverrunPackets,
            BigInteger trimmedPackets,
            BigInteger trimmedSentPackets,
            BigInteger trimmedDroppedPackets) {}

    @Override
    public String id() {
        return "sonic-interface-counters";
    }

    @Override
    public String about() {
        return "SONiC 'show interfaces counters', also errors, rates, trim and portstat --json";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER)
                || head.isJsonWith("RX_OK", "TX_OK")
                || head.isJsonWith("RX_ERR", "RX_DRP")
                || head.isJsonWith("TRIM_PKTS"));
    }

    @Override
    public Report read(Source source) {
        return source.head().isJson() ? json(source.json().root()) : table(source.lines());
    }

    private static Report table(Lines lines) {
        List<Port> ports = new ArrayList<>();
        Columns columns = null;
        Integer window = null;
        String baseline = null;
        for (Line line : lines) {
            Matcher period = WINDOW.matcher(line.text());
            if (period.matches()) {
                window = Integer.valueOf(period.group(1));
            } else if (HEADER.matcher(line.text()).matches()) {
                columns = Columns.of(line);
            } else if (columns != null) {
                columns.row(line)
                        .map(row -> port(row.first().text(), titles -> row.at(titles)))
                        .ifPresent(ports::add);
            } else {
                baseline =
                        SonicBaseline.of(line.text()).map(SonicBaseline::time).orElse(baseline);
            }
        }
        if (columns == null) {
            throw lines.missing("a header 'IFACE  STATE  RX_OK ...'");
        }
        return new Report(ports, window, baseline, lines.completeAsFarAsKnown());
    }

    private static Report json(JsonObject root) {
        List<Port> ports = new ArrayList<>();
        root.object()
                .members()
                .forEach((name, values) -> ports.add(port(name, titles -> cell(values.object(), titles))));
        return new Report(ports, null, null, null);
    }

    /** The JSON holds the very texts of the table. */
    private static Cell cell(JsonObject values, String[] titles) {
        for (String title : titles) {
            if (values.at(title).isThere()) {
                String text = values.at(title).text();
                return new Cell(new Line(1, text), 1, text);
            }
        }
        return new Cell(new Line(1, ""), 1, "");
    }

    private static Port port(String name, Function<String[], Cell> values) {
        Function<String, Cell> at = title -> values.apply(new String[] {title});
        return new Port(
                name,
                state(at.apply("STATE")),
                at.apply("RX_OK").counter(),
                bytesPerS(at.apply("RX_BPS")),
                at.apply("RX_PPS").decimal("/s"),
                at.apply("RX_UTIL").decimal("%"),
                at.apply("RX_ERR").counter(),
                at.apply("RX_DRP").counter(),
                at.apply("RX_OVR").counter(),
                at.apply("TX_OK").counter(),
                bytesPerS(at.apply("TX_BPS")),
                at.apply("TX_PPS").decimal("/s"),
                at.apply("TX_UTIL").decimal("%"),
                at.apply("TX_ERR").counter(),
                at.apply("TX_DRP").counter(),
                at.apply("TX_OVR").counter(),
                values.apply(new String[] {"TRIM", "TRIM_PKTS"}).counter(),
                values.apply(new String[] {"TRIM_TX", "TRIM_TX_PKTS"}).counter(),
                droppedSince(values.apply(new String[] {"TRIM_DRP", "TRIM_DRP_PKTS"})));
    }

    static String state(Cell cell) {
        return cell.isUnknown() ? null : STATES.getOrDefault(cell.text(), cell.text());
    }

    private static BigDecimal bytesPerS(Cell cell) {
        if (cell.isUnknown()) {
            return null;
        }
        Matcher rate = BYTES.matcher(cell.text());
        if (!rate.matches()) {
            throw cell.malformed("bytes a second with a unit (B/s, KB/s, MB/s)");
        }
        BigDecimal number = new Cell(cell.line(), cell.column(), rate.group(1)).decimal();
        return number.scaleByPowerOfTen(DECIMAL_POWERS.get(rate.group(2)));
    }

    /** The one column that the switch prints without a floor at 0: a negative count went back since the clear and is not known. */
    private static BigInteger droppedSince(Cell cell) {
        return NEGATIVE.matcher(cell.text()).matches() ? null : cell.counter();
    }
}
