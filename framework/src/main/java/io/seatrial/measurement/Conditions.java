package io.seatrial.measurement;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What must be equal before two values may be compared: message size, streams, path class, fabric, NIC model, tool version.
 *
 * @param values by name, sorted
 */
public record Conditions(Map<String, String> values) {
    /** The key of the path class, for example {@code within-leaf}. */
    public static final String PATH_CLASS = "path-class";
    /** The key of the fabric: {@code tcp}, {@code roce2}, {@code virtual-tcp} ... */
    public static final String FABRIC = "fabric";
    /** The key of the rated speed of the slower port, bit/s; stated for RDMA only. */
    public static final String RATE = "rate";

    /** The key of the message size, bytes. */
    public static final String MESSAGE_BYTES = "message-bytes";
    /** The key of the RDMA MTU as it was measured with, bytes. */
    public static final String MTU = "mtu";
    /** The key of the MTU of the network interface, bytes: iWARP cuts its segments by it. */
    public static final String INTERFACE_MTU = "interface-mtu";
    /**
     * The key of what is wrapped around the payload where the fabric does not tell: {@code ipv4}, {@code ipv4-vlan} or {@code ipv6} for
     * RoCEv2, {@code grh} for InfiniBand.
     */
    public static final String HEADERS = "headers";
    /** The key of the memory that was written and read: {@code host}, {@code cuda-dmabuf} ... */
    public static final String MEMORY = "memory";

    /** The key of where a counter was read: port, direction, priority or queue. */
    public static final String COUNTED_AT = "counted-at";
    /** The key of the ask whose traffic made the window. */
    public static final String DURING = "during";

    public Conditions {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** Return a copy with one more condition. */
    public Conditions with(String name, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new Conditions(more);
    }

    /** Return the value of a condition, or an empty text where it does not apply. */
    public String get(String name) {
        return values.getOrDefault(name, "");
    }
}
