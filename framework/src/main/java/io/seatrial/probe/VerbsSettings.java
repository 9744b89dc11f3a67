package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

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

    private static final Set<Integer> MTUS = Set.of(256, 512, 1024, 2048, 4096);

    public VerbsSettings {
        within("mtu", mtu, 256, 4096);
        if (mtu.isPresent() && !MTUS.contains(mtu.getAsInt())) {
            throw new IllegalArgumentException("mtu: expected 256, 512, 1024, 2048 or 4096, got " + mtu.getAsInt());
        }
        within("qps", qps, 1, 64);
        within("depth", depth, 1, 8192);
        within("inline", inline, 0, 8192);
        within("sl", sl, 0, 15);
        within("traffic class", trafficClass, 0, 255);
        within("flow label", flowLabel, 0, 0xfffff);
    }

    private static void within(String name, OptionalInt value, int least, int most) {
        if (value.isPresent() && (value.getAsInt() < least || value.getAsInt() > most)) {
            throw new IllegalArgumentException(
                    name + ": expected " + least + ".." + most + ", got " + value.getAsInt());
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
