package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.Line;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of {@link NvueQosCounters}, in any order and with or without their titles. */
final class NvueTables {
    static final Pattern HEADER = Pattern.compile(
            "^\\s*(?:(?:traffic-class|switch-priority|priority-group)(?:\\s+[a-z][a-z-]*-[a-z-]+)+|Counter(?:\\s+(?:Receive|Transmit)){2})\\s*$");
    private static final Pattern OTHER_HEADER = Pattern.compile("^\\s*[a-z][a-z-]+(?:\\s{2,}[a-z][a-z-]+)+\\s*$");
    private static final Pattern BYTES = Pattern.compile("([\\d,.]+) ?(Bytes|B|KB|MB|GB|TB|PB)");
    private static final Map<String, Integer> DECIMAL_POWERS =
            Map.of("Bytes", 0, "B", 0, "KB", 3, "MB", 6, "GB", 9, "TB", 12, "PB", 15);

    private final List<NvueQosCounters.IngressBuffer> ingress = new ArrayList<>();
    private final List<NvueQosCounters.EgressQueue> egress = new ArrayList<>();
    private final List<NvueQosCounters.Counter> pfc = new ArrayList<>();
    private final Map<String, Row> port = new HashMap<>();
    private Columns columns;
    private boolean hasPort;
    private boolean other;

    void take(Line line) {
        if (HEADER.matcher(line.text()).matches()) {
            columns = Columns.of(line);
            other = false;
            hasPort = hasPort || columns.has("Receive");
        } else if (OTHER_HEADER.matcher(line.text()).matches()) {
            other = true;
        } else if (columns != null && !other) {
            columns.row(line).ifPresent(this::take);
        }
    }

    private void take(Row row) {
        switch (row.columns().titles().get(0)) {
            case "priority-group" -> ingress.add(ingress(row));
            case "traffic-class" -> egress.add(egress(row));
            case "switch-priority" -> pfc.add(pfc(row));
            default -> port.put(row.first().text().toLowerCase(Locale.ROOT).replace(' ', '-'), row);
        }
    }

    private static NvueQosCounters.IngressBuffer ingress(Row row) {
        return new NvueQosCounters.IngressBuffer(
                row.first().index(),
                row.at("rx-frames").counter(),
                null,
                exact(row.at("rx-buffer-discards")),
                rounded(row.at("rx-buffer-discards")),
                null,
                exact(row.at("rx-shared-buffer-discards")),
                rounded(row.at("rx-shared-buffer-discards")));
    }

    private static NvueQosCounters.EgressQueue egress(Row row) {
        return new NvueQosCounters.EgressQueue(
                row.first().index(),
                row.at("ecn-marked-frames").counter(),
                row.at("tx-frames").counter(),
                null,
                bytes(row.at("tx-bytes")),
                null,
                exact(row.at("tx-uc-buffer-discards")),
                rounded(row.at("tx-uc-buffer-discards")),
                row.at("wred-discards").counter());
    }

    private static NvueQosCounters.Counter pfc(Row row) {
        return new NvueQosCounters.Counter(
                row.first().index(),
                row.at("rx-pause-frames").counter(),
                row.at("rx-pause-duration").counter(),
                row.at("tx-pause-frames").counter(),
                row.at("tx-pause-duration").counter());
    }

    /** Return bytes that are printed as such; null where unknown or rounded to a larger unit. */
    private static BigDecimal exact(Cell cell) {
        return isExact(cell) ? bytes(cell) : null;
    }

    private static BigDecimal rounded(Cell cell) {
        return isExact(cell) ? null : bytes(cell);
    }

    private static boolean isExact(Cell cell) {
        return cell.text().matches("[\\d,]+ ?(?:Bytes|B)");
    }

    /** Return bytes, rounded as they are printed; null where unknown. */
    static BigDecimal bytes(Cell cell) {
        if (cell.isUnknown()) {
            return null;
        }
        Matcher bytes = BYTES.matcher(cell.text());
        if (!bytes.matches()) {
            throw cell.malformed("a number with Bytes, KB, MB, GB, TB or PB");
        }
        BigDecimal number = new Cell(cell.line(), cell.column(), bytes.group(1)).decimal();
        return number.scaleByPowerOfTen(DECIMAL_POWERS.get(bytes.group(2)));
    }

    boolean isEmpty() {
        return columns == null;
    }

    List<NvueQosCounters.IngressBuffer> ingress() {
        return ingress;
    }

    List<NvueQosCounters.EgressQueue> egress() {
        return egress;
    }

    List<NvueQosCounters.Counter> pfc() {
        return pfc;
    }

    /** Return the statistics of the port; null where the text has no such table. */
    NvueQosCounters.Port port() {
        return !hasPort
                ? null
                : new NvueQosCounters.Port(
                        value("ecn-marked-packets", "Receive"),
                        value("ecn-marked-packets", "Transmit"),
                        value("mc-buffer-discards", "Transmit"),
                        value("pause-frames", "Receive"),
                        value("pause-frames", "Transmit"));
    }

    private BigInteger value(String counter, String direction) {
        Row row = port.get(counter);
        return row == null ? null : row.at(direction).counter();
    }
}
