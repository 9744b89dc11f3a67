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
