package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.WireEfficiency.Encapsulation;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Message;
import io.seatrial.probe.VerbsSettings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Optional;

/**
 * What a measurement could reach at most: its link's rate less the headers of its packets, by the MTU, the message size and the encapsulation
 * that it was made with.
 *
 * @param message bytes of a message
 * @param onWire bytes that it takes on the wire
 * @param text the same for people
 */
record Wire(long message, long onWire, String text) {
    /** The best that any fabric reaches: full packets of InfiniBand at the largest RDMA MTU. */
    static final Encapsulation BEST = Encapsulation.INFINIBAND;

    static final int LARGEST_MTU = Collections.max(VerbsSettings.MTUS);
    /** So large that the header of the first packet does not count. */
    static final long LARGEST_MESSAGE = VerbsSettings.LARGEST_MESSAGE;

    /** The wire, or what is not known of it. */
    record Found(Optional<Wire> wire, Optional<Message> cause) {}

    /** Work out the wire under which a measurement was made. */
    static Found under(Conditions conditions) {
        Optional<Encapsulation> around = encapsulation(conditions);
        if (around.isEmpty()) {
            return missing("a fabric with RDMA headers (it is '" + conditions.get(Conditions.FABRIC) + "')");
        }
        String key = around.get() == Encapsulation.IWARP ? Conditions.INTERFACE_MTU : Conditions.MTU;
        Optional<Long> mtu = number(conditions, key);
        Optional<Long> message = number(conditions, Conditions.MESSAGE_BYTES);
        if (mtu.isEmpty() || message.isEmpty()) {
            return missing(mtu.isEmpty() ? key : Conditions.MESSAGE_BYTES);
        }
        return new Found(Optional.of(of(mtu.get(), message.get(), around.get())), Optional.empty());
    }

    private static Found missing(String what) {
        return new Found(Optional.empty(), Optional.of(Message.of("limit.wire-unknown", "missing", what)));
    }

    static Wire of(long mtu, long message, Encapsulation around) {
        long onWire = WireEfficiency.wireBytes(mtu, message, around);
        String percent = BigDecimal.valueOf(message)
                .movePointRight(2)
                .divide(BigDecimal.valueOf(onWire), 3, RoundingMode.HALF_UP)
                .toPlainString();
        return new Wire(
                message, onWire, percent + " % for messages of " + message + " B at MTU " + mtu + ", " + around.text());
    }

    /** Return the wire that no measurement can be above, whatever the fabric. */
    static Wire best() {
        return of(LARGEST_MTU, LARGEST_MESSAGE, BEST);
    }

    /** Return the same for an ask, by its own MTU and message size where it names them; a READ's answers carry no RETH, so its size does not count. */
    static Wire best(KnownAsk known, ProbeSettings probe) {
        boolean write = known.id().contains("write-bandwidth");
        return of(
                probe.verbs().mtu().orElse(LARGEST_MTU),
                write ? probe.size().orElse(LARGEST_MESSAGE) : LARGEST_MESSAGE,
                BEST);
    }

    private static Optional<Encapsulation> encapsulation(Conditions conditions) {
        String headers = conditions.get(Conditions.HEADERS);
        return Optional.ofNullable(
                switch (conditions.get(Conditions.FABRIC)) {
                    case "infiniband" ->
                        headers.equals("grh") ? Encapsulation.INFINIBAND_GRH : Encapsulation.INFINIBAND;
                    case "roce2", "soft-roce" -> roce2(headers);
                    case "roce1" -> Encapsulation.ROCE1;
                    case "iwarp", "soft-iwarp" -> Encapsulation.IWARP;
                    default -> null;
                });
    }

    /** IPv4 has the smallest headers: where the family is not known the limit is the stricter one. */
    private static Encapsulation roce2(String headers) {
        return switch (headers) {
            case "ipv6" -> Encapsulation.ROCE_IPV6;
            case "ipv4-vlan" -> Encapsulation.ROCE_IPV4_VLAN;
            default -> Encapsulation.ROCE_IPV4;
        };
    }

    private static Optional<Long> number(Conditions conditions, String key) {
        String text = conditions.get(key);
        return text.matches("[1-9][0-9]{0,9}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** Return a share of the wire of a link, bit/s, rounded up to the stricter side. */
    long share(long rate, long ppm) {
        return BigDecimal.valueOf(rate)
                .multiply(BigDecimal.valueOf(ppm))
                .multiply(BigDecimal.valueOf(message))
                .divide(BigDecimal.valueOf(onWire).multiply(BigDecimal.valueOf(1_000_000)), 0, RoundingMode.CEILING)
                .longValueExact();
    }

    /** Return the share of the rate that the wire is, in ppm, rounded down. */
    long ppm() {
        return BigDecimal.valueOf(message)
                .movePointRight(6)
                .divide(BigDecimal.valueOf(onWire), 0, RoundingMode.FLOOR)
                .longValueExact();
    }
}
