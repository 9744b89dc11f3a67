package io.seatrial.formats;

import io.seatrial.formats.text.CounterKind;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What InfiniBand's port counters count and where they stop (IBTA volume 1, PortCounters and PortCountersExtended; widths as in rdma-core
 * libibmad/fields.c). Counters of PortCounters stay at their largest value. Data counters are of 4-byte words.
 */
public final class InfinibandCounters {
    /** PortXmitData and PortRcvData count words of so many bytes. */
    static final BigInteger WORD_BYTES = BigInteger.valueOf(4);

    /** Names as sysfs has them: lower case with underlines. */
    private static final Map<String, CounterKind> KINDS = Map.ofEntries(
            Map.entry("symbol_error", CounterKind.STAYS_16),
            Map.entry("link_error_recovery", CounterKind.STAYS_8),
            Map.entry("link_downed", CounterKind.STAYS_8),
            Map.entry("port_rcv_errors", CounterKind.STAYS_16),
            Map.entry("port_rcv_remote_physical_errors", CounterKind.STAYS_16),
            Map.entry("port_rcv_switch_relay_errors", CounterKind.STAYS_16),
            Map.entry("port_xmit_discards", CounterKind.STAYS_16),
            Map.entry("port_xmit_constraint_errors", CounterKind.STAYS_8),
            Map.entry("port_rcv_constraint_errors", CounterKind.STAYS_8),
            Map.entry("local_link_integrity_errors", CounterKind.STAYS_4),
            Map.entry("excessive_buffer_overrun_errors", CounterKind.STAYS_4),
            Map.entry("vl15_dropped", CounterKind.STAYS_16),
            Map.entry("qp1_dropped", CounterKind.STAYS_16),
            Map.entry("port_xmit_data", CounterKind.STAYS_32),
            Map.entry("port_rcv_data", CounterKind.STAYS_32),
            Map.entry("port_xmit_pkts", CounterKind.STAYS_32),
            Map.entry("port_rcv_pkts", CounterKind.STAYS_32),
            Map.entry("port_xmit_packets", CounterKind.STAYS_32),
            Map.entry("port_rcv_packets", CounterKind.STAYS_32),
            Map.entry("port_xmit_wait", CounterKind.STAYS_32));

    private InfinibandCounters() {}

    /** Return the names of counters that stand at the largest value of PortCounters, so that they are a lower bound only. */
    static List<String> saturated(Map<String, BigInteger> counters) {
        return counters.entrySet().stream()
                .filter(e -> e.getValue() != null && isSaturated(e.getKey(), e.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Tell whether a counter of sysfs stands at the largest value of PortCounters, so that it is a lower bound only; 64 bit, unsigned. */
    public static boolean isSaturated(String name, long value) {
        return isSaturated(name, new BigInteger(Long.toUnsignedString(value)));
    }

    private static boolean isSaturated(String name, BigInteger value) {
        CounterKind kind = KINDS.get(plain(name));
        // A wider counter of the same name may pass this value; it stands exactly there by chance only.
        return kind != null && value.equals(kind.range().subtract(BigInteger.ONE));
    }

    /** Return the name as sysfs has it: SymbolErrorCounter becomes symbol_error. */
    static String plain(String name) {
        String split = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        return split.endsWith("_counter") ? split.substring(0, split.length() - "_counter".length()) : split;
    }

    /** Return bytes for a counter of words; null where it is unknown. */
    static BigInteger bytes(BigInteger words) {
        return words == null ? null : words.multiply(WORD_BYTES);
    }
}
