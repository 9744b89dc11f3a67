package io.seatrial.telemetry.infiniband;

import io.seatrial.formats.Perfquery;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What perfquery's names count (IBTA volume 1, PortCounters and PortCountersExtended; names in rdma-core libibmad/fields.c). A 64-bit value goes
 * before a classic one; a classic one at its largest value says nothing, and neither does a switch relay error (it also counts normal
 * multicast).
 */
final class PortCounters {
    private static final BigInteger WORD = BigInteger.valueOf(4);
    private static final Map<String, Kind> KINDS = Map.ofEntries(
            Map.entry("PortXmitData", Kind.TX_BYTES),
            Map.entry("PortRcvData", Kind.RX_BYTES),
            Map.entry("XmtBytes", Kind.TX_BYTES),
            Map.entry("RcvBytes", Kind.RX_BYTES),
            Map.entry("PortXmitPkts", Kind.TX_PACKETS),
            Map.entry("PortRcvPkts", Kind.RX_PACKETS),
            Map.entry("XmtPkts", Kind.TX_PACKETS),
            Map.entry("RcvPkts", Kind.RX_PACKETS),
            Map.entry("PortXmitWait", Kind.TX_WAIT),
            Map.entry("XmtWait", Kind.TX_WAIT),
            Map.entry("PortXmitDiscards", Kind.TX_DISCARDS),
            Map.entry("XmtDiscards", Kind.TX_DISCARDS),
            Map.entry("PortRcvErrors", Kind.RX_ERRORS),
            Map.entry("RcvErrors", Kind.RX_ERRORS),
            Map.entry("PortRcvRemotePhysicalErrors", Kind.RX_REMOTE_PHYSICAL_ERRORS),
            Map.entry("RcvRemotePhysErrors", Kind.RX_REMOTE_PHYSICAL_ERRORS),
            Map.entry("SymbolErrorCounter", Kind.SYMBOL_ERRORS),
            Map.entry("SymbolErrors", Kind.SYMBOL_ERRORS),
            Map.entry("LinkErrorRecoveryCounter", Kind.LINK_RECOVERIES),
            Map.entry("LinkRecovers", Kind.LINK_RECOVERIES),
            Map.entry("LinkDownedCounter", Kind.LINK_DOWNED),
            Map.entry("LinkDowned", Kind.LINK_DOWNED),
            Map.entry("LocalLinkIntegrityErrors", Kind.LOCAL_INTEGRITY_ERRORS),
            Map.entry("LinkIntegrityErrors", Kind.LOCAL_INTEGRITY_ERRORS),
            Map.entry("ExcessiveBufferOverrunErrors", Kind.BUFFER_OVERRUNS),
            Map.entry("ExcBufOverrunErrors", Kind.BUFFER_OVERRUNS),
            Map.entry("VL15Dropped", Kind.VL15_DROPPED));

    private PortCounters() {}

    /**
     * Return what is known of each port of a node, by its number. A port that only one of both tells is left out: without the 64-bit values
     * its data would seem to have gone back to what 32 bits hold.
     */
    static Map<Integer, Map<Counter, Long>> of(List<Perfquery.Port> classic, List<Perfquery.Port> extended) {
        Map<Integer, Map<Counter, Long>> known = values(classic);
        Map<Integer, Map<Counter, Long>> wide = values(extended);
        known.keySet().retainAll(wide.keySet());
        known.forEach((number, values) -> values.putAll(wide.get(number)));
        return known;
    }

    private static Map<Integer, Map<Counter, Long>> values(List<Perfquery.Port> ports) {
        Map<Integer, Map<Counter, Long>> known = new TreeMap<>();
        for (Perfquery.Port port : ports) {
            if (!port.allPorts()) {
                Map<Counter, Long> values = known.computeIfAbsent(port.port(), number -> new HashMap<>());
                port.counters().forEach((name, value) -> take(port, name, value, values));
            }
        }
        return known;
    }

    private static void take(Perfquery.Port port, String name, BigInteger value, Map<Counter, Long> values) {
        Kind kind = KINDS.get(name);
        if (kind != null && value != null && !port.saturated().contains(name)) {
            boolean isData = kind == Kind.TX_BYTES || kind == Kind.RX_BYTES;
            values.put(kind.one(), (isData ? value.multiply(WORD) : value).longValue());
        }
    }
}
