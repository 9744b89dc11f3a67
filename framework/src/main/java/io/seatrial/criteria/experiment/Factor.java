package io.seatrial.criteria.experiment;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is varied.
 *
 * @param name its name
 * @param hosts on which hosts, as a host list; empty for all that the run selects
 * @param levels its values; the first one is what the others are held against
 */
public record Factor(String name, Optional<String> hosts, List<Level> levels) {
    public Factor {
        Level.requireName("factor", name);
        Objects.requireNonNull(hosts, "hosts");
        levels = List.copyOf(levels);
        if (levels.size() < 2) {
            throw new IllegalArgumentException(
                    "factor " + name + ": expected two levels or more, got " + levels.size());
        }
        if (levels.stream().map(Level::name).distinct().count() < levels.size()) {
            throw new IllegalArgumentException("factor " + name + ": expected levels of different names");
        }
    }
}
