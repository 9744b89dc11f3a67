package io.seatrial.inventory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/** Gathers what is wrong in one file. One entry may stand for thousands of ports, so that equal problems of an entry are one
 * and different ones are cut after three. */
final class Problems {
    private static final int PER_PLACE = 3;
    private static final int SEARCHED = 200;

    private final String file;
    private final List<Problem> list = new ArrayList<>();
    private final Map<Node, Set<String>> places = new HashMap<>();

    Problems(String file) {
        this.file = file;
    }

    void add(Node place, String found, String expected) {
        add(place, found, expected, Optional.empty());
    }

    void add(Node place, Malformed malformed) {
        add(place, malformed.found(), malformed.expected());
    }

    /** Add a name that nothing has; the nearest of the valid ones is looked up. */
    void unknown(Node place, String kind, String name, Collection<String> valid) {
        Optional<String> nearest = list.size() < SEARCHED ? Nearest.to(name, valid) : Optional.empty();
        add(place, "unknown " + kind + " '" + name + "'", "a " + kind + " of this file", nearest);
    }

    void add(Node place, String found, String expected, Optional<String> nearest) {
        Set<String> here = places.computeIfAbsent(place, key -> new HashSet<>());
        if (here.add(found) && here.size() <= PER_PLACE) {
            list.add(problem(place, found, expected, nearest));
        }
    }

    /** Return how many there are so far, to see whether a part of the file brought some. */
    int count() {
        return list.size();
    }

    void throwIfAny() {
        if (list.isEmpty()) {
            return;
        }
        places.forEach((place, found) -> {
            if (found.size() > PER_PLACE) {
                String more = (found.size() - PER_PLACE) + " more problems from the same entry";
                list.add(problem(place, more, "those above to be put right first", Optional.empty()));
            }
        });
        list.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        throw new InventoryException(list);
    }

    private Problem problem(Node place, String found, String expected, Optional<String> nearest) {
        int line = place.getStartMark().getLine() + 1;
        int column = place.getStartMark().getColumn() + 1;
        return new Problem(file, line, column, found, expected, nearest);
    }

    /** Return the line of a place, for messages that name a second one. */
    static int line(Node place) {
        return place.getStartMark().getLine() + 1;
    }
}
