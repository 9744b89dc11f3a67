package io.seatrial.plan;

import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Ports whose ranks run a collective together.
 *
 * @param name the same in every run: {@code within gpu-01}, {@code gpu-01+gpu-02 rail 0}, {@code rail 0}, {@code leaf leaf-1}, {@code all}
 * @param shape what it is made of
 * @param ranks its ports in the order of the ranks. With a rank for each NIC that is rank 0, 1, ...; with a rank for each GPU it is the
 *     order of hosts, and which of their NICs belong to the group
 */
public record Group(String name, GroupShape shape, List<RdmaPort> ranks) {
    public Group {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("group: expected a name");
        }
        Objects.requireNonNull(shape, "shape");
        ranks = List.copyOf(ranks);
        Set<String> seen = new HashSet<>();
        ranks.forEach(port -> {
            if (!seen.add(port.id())) {
                throw new IllegalArgumentException("group " + name + ": port " + port.id() + " is in it twice");
            }
        });
    }

    /** Return the group as the subject of a measurement. */
    public SubjectId subject() {
        return new SubjectId(SubjectId.Kind.GROUP, name);
    }

    /** Return the names of its hosts, in the order in which their first rank comes. */
    public List<String> hosts() {
        return ranks.stream().map(RdmaPort::host).distinct().toList();
    }
}
