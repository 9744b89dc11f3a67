package io.seatrial.criteria.experiment;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one run of a block is measured under.
 *
 * @param levels the name of the level of each factor, by factor
 */
public record Treatment(SortedMap<String, String> levels) {
    public Treatment {
        levels = Collections.unmodifiableSortedMap(new TreeMap<>(levels));
    }

    /** Return it as one word, {@code factor=level}, several separated by a comma. */
    public String text() {
        return levels.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }

    /**
     * Read what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static Treatment parse(String text) {
        Map<String, String> levels = Arrays.stream(text.split(","))
                .map(word -> word.split("=", 2))
                .filter(words -> words.length == 2)
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
        Treatment treatment = new Treatment(new TreeMap<>(levels));
        if (!treatment.text().equals(text)) {
            throw new IllegalArgumentException("treatment: expected factor=level, got '" + text + "'");
        }
        return treatment;
    }

    /** Return the same without one factor: what must be equal where that factor is judged. */
    public Treatment without(String factor) {
        SortedMap<String, String> others = new TreeMap<>(levels);
        others.remove(factor);
        return new Treatment(others);
    }
}
