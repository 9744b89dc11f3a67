package io.seatrial.plan;

import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers what a plan leaves out, so that it is said and not silently missing. Pairs are counted per pair of leaves. */
final class Omissions {
    private final Paths paths;
    private final Map<List<String>, String> examples = new LinkedHashMap<>();
    private final Map<List<String>, Integer> counts = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();

    Omissions(Paths paths) {
        this.paths = paths;
    }

    void unreachable(RdmaPort from, RdmaPort to) {
        List<String> leaves = List.of(String.join("+", paths.leaves(from)), String.join("+", paths.leaves(to)));
        counts.merge(leaves, 1, Integer::sum);
        examples.computeIfAbsent(leaves, key -> paths.obstacle(from, to));
    }

    void add(String note) {
        others.add(note);
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>(others);
        examples.forEach((leaves, example) -> {
            int more = counts.get(leaves) - 1;
            notes.add("not measured: " + example + (more == 0 ? "" : " (and " + more + " more pairs of these leaves)"));
        });
        return notes;
    }
}
