package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
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
    private static final List<String> MARKS = List.of("RX_OK", "RX_ERR", "TRIM_PKTS");
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
        boolean json = head.has("\"RX_OK\":") || head.has("\"RX_ERR\":") || head.has("\"TRIM_PKTS\":");
        return Likeness.sureIf(head.has(HEADER) || json);
    }

    @Override
    public Report read(Source source) {
        SonicPortTable table = SonicPortTable.read(source, HEADER, MARKS);
        return new Report(
                table.rows().stream().map(SonicInterfaceCounters::port).toList(),
                table.windowS(),
                table.baselineTime(),
                table.complete());
    }

    private static Port port(SonicPortTable.Row row) {
        return new Port(
                row.port(),
                state(row.at("STATE")),
                row.at("RX_OK").counter(),
                bytesPerS(row.at("RX_BPS")),
                row.at("RX_PPS").decimal("/s"),
                row.at("RX_UTIL").decimal("%"),
                row.at("RX_ERR").counter(),
                row.at("RX_DRP").counter(),
                row.at("RX_OVR").counter(),
                row.at("TX_OK").counter(),
                bytesPerS(row.at("TX_BPS")),
                row.at("TX_PPS").decimal("/s"),
                row.at("TX_UTIL").decimal("%"),
                row.at("TX_ERR").counter(),
                row.at("TX_DRP").counter(),
                row.at("TX_OVR").counter(),
                row.at("TRIM", "TRIM_PKTS").counter(),
                row.at("TRIM_TX", "TRIM_TX_PKTS").counter(),
                droppedSince(row.at("TRIM_DRP", "TRIM_DRP_PKTS")));
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
