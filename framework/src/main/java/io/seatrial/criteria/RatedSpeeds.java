package io.seatrial.criteria;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.SubjectId;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Rated speeds as declared: of a link its own, of a flow that of its slower port.
 *
 * @param byName bit/s by name of link or port
 */
public record RatedSpeeds(Map<String, Long> byName) {
    public RatedSpeeds {
        byName = Collections.unmodifiableMap(new HashMap<>(byName));
    }

    /** Gather the speeds of a cluster. */
    public static RatedSpeeds of(Cluster cluster) {
        Map<String, Long> speeds = new HashMap<>();
        cluster.ports().forEach(port -> speeds.put(port.id(), port.rate()));
        cluster.links().forEach(link -> speeds.put(link.id(), link.rate()));
        return new RatedSpeeds(speeds);
    }

    /** Return the rated speed in bit/s, empty where the inventory does not know the subject. */
    public OptionalLong of(SubjectId subject) {
        if (subject.kind() != SubjectId.Kind.FLOW) {
            return speed(subject.name());
        }
        String[] ends = subject.name().split(">", 2);
        OptionalLong from = speed(ends[0]);
        OptionalLong to = ends.length == 2 ? speed(ends[1]) : OptionalLong.empty();
        return from.isPresent() && to.isPresent()
                ? OptionalLong.of(Math.min(from.getAsLong(), to.getAsLong()))
                : OptionalLong.empty();
    }

    private OptionalLong speed(String name) {
        Long speed = byName.get(name);
        return speed == null ? OptionalLong.empty() : OptionalLong.of(speed);
    }
}
