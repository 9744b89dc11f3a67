package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The counters of all ports in {@code ibdiagnet2.db_csv} of ibdiagnet 2: the table {@code PM_INFO} between {@code START_PM_INFO} and
 * {@code END_PM_INFO}, a header and a row for each port. Its columns depend on the options of the run, so that they are found by name.
 *
 * <p>Sources: names of the sections in ibdiag.h of Mellanox' ibutils2; columns, hexadecimal values, {@code N/A}, {@code -1} and the blank before some
 * names in public programs that read the file (HyungKwang/My-Programing check_ib_link_errors and others). Columns that end in {@code Ext} or
 * {@code Extended} have 64 bits; the classic ones stay at their largest value. Data are words of 4 bytes.
 */
public final class IbdiagnetPm implements Format<IbdiagnetPm.Report> {
    private static final String START = "START_PM_INFO";
    private static final String END = "END_PM_INFO";
    private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]{1,16}");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,20}");
    private static final String NODE = "NodeGUID";
    private static final String PORT_GUID = "PortGUID";
    private static final String NUMBER = "PortNumber";

    /**
     * All ports.
     *
     * @param ports in the order of the text
     * @param complete whether the end of the table is there
     */
    public record Report(List<Port> ports, Boolean complete) {}

    /**
     * One port.
     *
     * @param nodeGuid as printed
     * @param portGuid as printed; null where the table has none
     * @param port number
     * @param rxBytes received, bytes; like the next four null where no counter tells
     * @param txBytes sent, bytes
     * @param rxPackets received
     * @param txPackets sent
     * @param xmitWaitTicks time during which data waited for credit, in ticks of the device
     * @param counters every counter by the name of its column; null where the port does not have it
     * @param saturated names of classic counters that stand at their largest value and count no more
     */
    public record Port(
            String nodeGuid,
            String portGuid,
            Integer port,
            BigInteger rxBytes,
            BigInteger txBytes,
            BigInteger rxPackets,
            BigInteger txPackets,
            BigInteger xmitWaitTicks,
            Map<String, BigInteger> counters,
            List<String> saturated) {}

    @Override
    public String id() {
        return "ibdiagnet-pm";
    }

    @Override
    public String about() {
        return "ibdiagnet2.db_csv: counters of all InfiniBand ports (table PM_INFO)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(START));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        skipTo(lines);
        List<Port> ports = new ArrayList<>();
        List<String> columns = null;
        while (lines.hasNext()) {
            Line line = lines.next();
            if (line.text().strip().equals(END)) {
                return new Report(ports, true);
            }
            if (columns == null) {
                columns = columns(line);
            } else if (!line.isBlank()) {
                ports.add(port(line, columns));
            }
        }
        return new Report(ports, false);
    }

    private static void skipTo(Lines lines) {
        while (lines.hasNext()) {
            if (lines.next().text().strip().equals(START)) {
                return;
            }
        }
        throw lines.missing("a line " + START);
    }

    private static List<String> columns(Line line) {
        List<String> columns = cells(line);
        if (!columns.contains(NODE) || !columns.contains(NUMBER)) {
            throw line.malformed("a header with " + NODE + " and " + NUMBER);
        }
        if (columns.stream().distinct().count() < columns.size()) {
            throw line.malformed("each column once");
        }
        return columns;
    }

    private static List<String> cells(Line line) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.text().split(",", -1)) {
            cells.add(cell.strip());
        }
        return cells;
    }

    private static Port port(Line line, List<String> columns) {
        List<String> cells = cells(line);
        if (cells.size() != columns.size()) {
            throw line.malformed("a row of " + columns.size() + " cells as in the header");
        }
        Map<String, BigInteger> counters = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            if (!List.of(NODE, PORT_GUID, NUMBER).contains(columns.get(i))) {
                counters.put(columns.get(i), count(cells.get(i)));
            }
        }
        String number = cells.get(columns.indexOf(NUMBER));
        if (!number.matches("\\d{1,3}")) {
            throw line.malformed("the number of a port in " + NUMBER);
        }
        int portGuid = columns.indexOf(PORT_GUID);
        return port(
                cells.get(columns.indexOf(NODE)),
                portGuid < 0 ? null : cells.get(portGuid),
                Integer.valueOf(number),
                counters);
    }

    /** What is negative ({@code -1}), {@code N/A} or no whole number is not there. */
    private static BigInteger count(String cell) {
        if (HEX.matcher(cell).matches()) {
            return new BigInteger(cell.substring(2), 16);
        }
        return WHOLE.matcher(cell).matches() ? new BigInteger(cell) : null;
    }

    private static Port port(String node, String guid, Integer number, Map<String, BigInteger> counters) {
        List<String> saturated = InfinibandCounters.saturated(counters);
        Map<String, BigInteger> known = new LinkedHashMap<>(counters);
        known.keySet().removeAll(saturated);
        return new Port(
                node,
                guid,
                number,
                InfinibandCounters.bytes(first(known, "PortRcvDataExtended", "PortRcvData")),
                InfinibandCounters.bytes(first(known, "PortXmitDataExtended", "PortXmitData")),
                first(known, "PortRcvPktsExtended", "PortRcvPkts"),
                first(known, "PortXmitPktsExtended", "PortXmitPkts"),
                first(known, "PortXmitWaitExt", "PortXmitWait"),
                counters,
                saturated);
    }

    private static BigInteger first(Map<String, BigInteger> counters, String wide, String classic) {
        BigInteger value = counters.get(wide);
        return value != null ? value : counters.get(classic);
    }
}
