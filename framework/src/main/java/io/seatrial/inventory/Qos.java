package io.seatrial.inventory;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The classes of traffic of the fabric, as they are meant to be.
 *
 * @param control how queues are kept short
 * @param lossless priorities (0..7) that must not lose anything; RDMA runs in them
 * @param queues egress queue of a priority, where it is not the one of the same number
 * @param notifications priority of congestion notifications, where it is one of its own
 */
public record Qos(
        CongestionControl control,
        SortedSet<Integer> lossless,
        Map<Integer, Integer> queues,
        OptionalInt notifications) {
    /** What is known of a cluster that declares no classes: nothing in it is lossless, marked or paused. */
    public static final Qos NONE = new Qos(CongestionControl.SRD, new TreeSet<>(), Map.of(), OptionalInt.empty());

    public Qos {
        Objects.requireNonNull(control, "control");
        lossless = Collections.unmodifiableSortedSet(new TreeSet<>(lossless));
        queues = Collections.unmodifiableMap(new TreeMap<>(queues));
        lossless.forEach(priority -> {
            if (priority < 0 || priority > 7) {
                throw new IllegalArgumentException("qos: priority " + priority + "; expected 0..7");
            }
        });
    }

    /** Return the egress queue of a priority. */
    public int queueOf(int priority) {
        return queues.getOrDefault(priority, priority);
    }

    /** Return the egress queues of the lossless priorities. */
    public SortedSet<Integer> losslessQueues() {
        SortedSet<Integer> all = new TreeSet<>();
        lossless.forEach(priority -> all.add(queueOf(priority)));
        return all;
    }
}
