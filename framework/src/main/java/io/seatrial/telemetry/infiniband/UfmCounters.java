package io.seatrial.telemetry.infiniband;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What UFM's monitoring attributes count (UFM Enterprise REST API Guide, Monitoring REST API). Those with {@code Rate} and {@code _Delta}
 * are none of these. {@code Infiniband_MBOut} and {@code Infiniband_MBIn} are left out: their name says megabytes, the guide octets divided by
 * 4.
 */
final class UfmCounters {
    /**
     * A counter and where its classic form stays: at that value it says nothing.
     *
     * @param bits 0 where the counter has 64
     */
    private record Known(Kind kind, int bits) {}

    private static final Map<String, Known> KNOWN = Map.ofEntries(
            Map.entry("Infiniband_PckOut", new Known(Kind.TX_PACKETS, 32)),
            Map.entry("Infiniband_PckIn", new Known(Kind.RX_PACKETS, 32)),
            Map.entry("Infiniband_RcvErrors", new Known(Kind.RX_ERRORS, 16)),
            Map.entry("Infiniband_XmtDiscards", new Known(Kind.TX_DISCARDS, 16)),
            Map.entry("Infiniband_SymbolErrors", new Known(Kind.SYMBOL_ERRORS, 16)),
            Map.entry("Infiniband_LinkRecovers", new Known(Kind.LINK_RECOVERIES, 8)),
            Map.entry("Infiniband_LinkDowned", new Known(Kind.LINK_DOWNED, 8)),
            Map.entry("Infiniband_LinkIntegrityErrors", new Known(Kind.LOCAL_INTEGRITY_ERRORS, 4)),
            Map.entry("Infiniband_RcvRemotePhysErrors", new Known(Kind.RX_REMOTE_PHYSICAL_ERRORS, 16)),
            Map.entry("Infiniband_ExcBufOverrunErrors", new Known(Kind.BUFFER_OVERRUNS, 4)),
            Map.entry("Infiniband_VL15Dropped", new Known(Kind.VL15_DROPPED, 16)),
            Map.entry("Infiniband_XmitWait", new Known(Kind.TX_WAIT, 32)));

    private UfmCounters() {}

    static List<String> names() {
        return KNOWN.keySet().stream().sorted().toList();
    }

    static Map<Counter, Long> of(JsonNode statistics) {
        Map<Counter, Long> values = new HashMap<>();
        KNOWN.forEach((name, known) -> {
            BigInteger value = whole(statistics.path(name));
            BigInteger end = BigInteger.ONE.shiftLeft(known.bits()).subtract(BigInteger.ONE);
            if (value != null && !value.equals(end)) {
                values.put(known.kind().one(), value.longValue());
            }
        });
        return values;
    }

    /** Return a count, also one that is written as text; null for what is no number of 0 or more. */
    private static BigInteger whole(JsonNode node) {
        String text = node.isValueNode() ? node.asText() : "";
        return text.matches("\\d{1,19}") ? new BigInteger(text) : null;
    }
}
