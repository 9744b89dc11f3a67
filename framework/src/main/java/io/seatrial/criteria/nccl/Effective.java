package io.seatrial.criteria.nccl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which line sets each variable in the end. A source that is read earlier wins over a later one (NCCL sets from its files only what the
 * environment leaves open); within a {@code nccl.conf} the first line wins, elsewhere the last one.
 *
 * @param lines by name
 */
record Effective(Map<String, Line> lines) {
    /** Find them among the lines of all sources, in the order in which NCCL looks at these. */
    static Effective of(List<List<Line>> sources) {
        Map<String, Line> all = new LinkedHashMap<>();
        for (List<Line> source : sources) {
            Map<String, Line> own = new LinkedHashMap<>();
            for (Line line : source) {
                if (line.isOfConfFile()) {
                    own.putIfAbsent(line.name(), line);
                } else {
                    own.put(line.name(), line);
                }
            }
            own.forEach(all::putIfAbsent);
        }
        return new Effective(all);
    }

    Optional<Line> line(String name) {
        return Optional.ofNullable(lines.get(name));
    }

    /** Return the number that NCCL reads, empty where the variable is not set or nobody knows to what. */
    OptionalLong number(String name) {
        return line(name)
                .filter(line -> line.assignment().known() && !line.value().isEmpty())
                .map(line -> IntegerText.of(line.value()))
                .filter(IntegerText::fits)
                .map(read -> OptionalLong.of(read.number().longValueExact()))
                .orElse(OptionalLong.empty());
    }
}
