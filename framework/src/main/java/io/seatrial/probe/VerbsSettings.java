package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How queue pairs are made and used; what is empty is left to the probe, whose defaults stand in the wire format.
 *
 * @param connect {@code exchange} or {@code rdma-cm}
 * @param mode {@code poll} or {@code event}
 * @param mtu path MTU, bytes
 * @param qps queue pairs
 * @param depth operations in flight for each queue pair
 * @param inline largest message that is sent inline, bytes; 0 = none
 * @param sl service level
 * @param trafficClass traffic class of the address handle: DSCP x 4
 * @param flowLabel chooses the path under ECMP
 * @param gidType {@code roce2} or {@code roce1}
 * @param memory {@code host}, {@code cuda:N} or {@code hip:N}
 */
public record VerbsSettings(
        Optional<String> connect,
        Optional<String> mode,
        OptionalInt mtu,
        OptionalInt qps,
        OptionalInt depth,
        OptionalInt inline,
        OptionalInt sl,
        OptionalInt trafficClass,
        OptionalInt flowLabel,
        Optional<String> gidType,
        Optional<String> memory) {
    /** Everything is left to the probe. */
    public static final VerbsSettings DEFAULT = new VerbsSettings(
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty());

    /** Largest message of the wire format, bytes. */
    public static final int LARGEST_MESSAGE = 8 * 1024 * 1024;

    /** Path MTUs of the InfiniBand Architecture Specification, bytes. */
    public static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);

    public static final Range QPS = new Range(1, 64);
    public static final Range DEPTH = new Range(1, 8192);
    /** The probe refuses more, bytes; devices take some hundred. */
    public static final Range INLINE = new Range(0, 4096);

    /** Four bits of an address handle. */
    public static final Range SL = new Range(0, 15);

    public static final Range TRAFFIC_CLASS = new Range(0, 255);
    /** Twenty bits of the IPv6 header. */
    public static final Range FLOW_LABEL = new Range(0, 0xfffff);

    /** What a setting may be, both ends included. */
    public record Range(int least, int most) {
        /** Tell whether a value is one of them. */
        public boolean holds(long value) {
            return value >= least && value <= most;
        }

        /** Return {@code 1..64}. */
        public String text() {
            return least + ".." + most;
        }
    }

    public VerbsSettings {
        if (mtu.isPresent() && !MTUS.contains(mtu.getAsInt())) {
            throw new IllegalArgumentException("mtu: expected one of " + MTUS + ", got " + mtu.getAsInt());
        }
        within("qps", qps, QPS);
        within("depth", depth, DEPTH);
        within("inline", inline, INLINE);
        within("sl", sl, SL);
        within("traffic class", trafficClass, TRAFFIC_CLASS);
        within("flow label", flowLabel, FLOW_LABEL);
    }

    private static void within(String name, OptionalInt value, Range range) {
        if (value.isPresent() && !range.holds(value.getAsInt())) {
            throw new IllegalArgumentException(name + ": expected " + range.text() + ", got " + value.getAsInt());
        }
    }

    /** Put what each side must know before it holds its device. */
    void fillEnd(ObjectNode node) {
        gidType.ifPresent(text -> node.put("gid_type", text));
        memory.ifPresent(text -> node.put("memory", text));
    }

    /** Put what the measuring side offers to the other one. */
    void fillRun(ObjectNode node) {
        connect.ifPresent(text -> node.put("connect", text));
        mode.ifPresent(text -> node.put("mode", text));
        put(node, "mtu", mtu);
        put(node, "qps", qps);
        put(node, "depth", depth);
        put(node, "inline", inline);
        put(node, "sl", sl);
        put(node, "traffic_class", trafficClass);
        put(node, "flow_label", flowLabel);
    }

    private static void put(ObjectNode node, String name, OptionalInt value) {
        value.ifPresent(number -> node.put(name, number));
    }
}
