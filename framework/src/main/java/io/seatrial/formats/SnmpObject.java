package io.seatrial.formats;

import io.seatrial.formats.text.CounterKind;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An instance of a column of IEEE8021-PFC-MIB or MELLANOX-QOS-MIB.
 *
 * @param priority null where the column is kept per port
 */
record SnmpObject(Column column, Integer ifIndex, Integer priority) {
    private static final Pattern NUMERIC = Pattern.compile("^(?:\\.?1|iso)\\.(3\\.(?:[\\d.]+))$");
    private static final Pattern ENTERPRISE = Pattern.compile("^(?:SNMPv2-SMI::)?enterprises\\.([\\d.]+)$");
    private static final Pattern NAMED = Pattern.compile("^(?:[\\w-]+::)?([A-Za-z]\\w+)\\.([\\d.]+)$");

    /** A column, with the OID below {@code 1} without the index. */
    record Column(String object, String oid, String field, CounterKind kind) {
        private static final String PFC = "3.111.2.802.1.1.21.1.1.1.";
        private static final String MELLANOX = "3.6.1.4.1.33049.15.1.2.1.";
        static final Field RX_FRAMES = new Field("rx_pause_frames");
        static final Field TX_FRAMES = new Field("tx_pause_frames");
        static final Field RX_DURATION = new Field("rx_pause_duration");
        static final Field TX_DURATION = new Field("tx_pause_duration");

        /** Requests were sent by the port, indications came in (IEEE 802.1Q, ieee8021PfcTable). */
        static final List<Column> ALL = List.of(
                new Column("ieee8021PfcRequests", PFC + "2", "tx_pause_frames", CounterKind.WRAPS_32),
                new Column("ieee8021PfcIndications", PFC + "3", "rx_pause_frames", CounterKind.WRAPS_32),
                new Column("mellanoxQoSPFCRxPausePkts", MELLANOX + "3", "rx_pause_frames", CounterKind.WRAPS_64),
                new Column("mellanoxQoSPFCRxPauseDuration", MELLANOX + "4", "rx_pause_duration", CounterKind.WRAPS_64),
                new Column("mellanoxQoSPFCTxPausePkts", MELLANOX + "5", "tx_pause_frames", CounterKind.WRAPS_64),
                new Column("mellanoxQoSPFCTxPauseDuration", MELLANOX + "6", "tx_pause_duration", CounterKind.WRAPS_64));

        boolean isPerPriority() {
            return oid.startsWith(MELLANOX);
        }
    }

    /** What a column counts, whichever MIB it is of. */
    record Field(String name) {
        <V> V in(Map<Column, V> row) {
            return row.entrySet().stream()
                    .filter(e -> e.getKey().field().equals(name) && e.getValue() != null)
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** Read a variable's name, by name or by number; null where it is another object. */
    static SnmpObject of(String variable) {
        Matcher numeric = NUMERIC.matcher(variable);
        Matcher enterprise = ENTERPRISE.matcher(variable);
        Matcher named = NAMED.matcher(variable);
        if (numeric.matches()) {
            return numbered(numeric.group(1));
        }
        if (enterprise.matches()) {
            return numbered("3.6.1.4.1." + enterprise.group(1));
        }
        return named.matches() ? named(named.group(1), named.group(2)) : null;
    }

    private static SnmpObject numbered(String oid) {
        for (Column column : Column.ALL) {
            if (oid.startsWith(column.oid() + ".")) {
                return instance(column, oid.substring(column.oid().length() + 1));
            }
        }
        return null;
    }

    private static SnmpObject named(String name, String index) {
        for (Column column : Column.ALL) {
            if (column.object().equals(name)) {
                return instance(column, index);
            }
        }
        return null;
    }

    private static SnmpObject instance(Column column, String index) {
        String[] parts = index.split("\\.");
        boolean fits = parts.length == (column.isPerPriority() ? 2 : 1)
                && List.of(parts).stream().allMatch(p -> p.matches("\\d{1,9}"));
        return fits
                ? new SnmpObject(
                        column,
                        Integer.valueOf(parts[0]),
                        parts.length == 2 ? (Integer) Integer.parseInt(parts[1]) : null)
                : null;
    }
}
