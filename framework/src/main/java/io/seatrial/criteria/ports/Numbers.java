package io.seatrial.criteria.ports;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Numbers in the texts of settings. */
final class Numbers {
    private Numbers() {}

    /** Read a whole number, empty where it is none. */
    static Optional<Long> of(String text) {
        return text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** Read the number of a word such as {@code headroom=165568}, empty where it is not there. */
    static OptionalLong named(String name, String text) {
        Matcher word = Pattern.compile("(?:^| )" + Pattern.quote(name) + "=(\\d{1,15})(?: |$)")
                .matcher(text);
        return word.find() ? OptionalLong.of(Long.parseLong(word.group(1))) : OptionalLong.empty();
    }

    /** Read {@code 3,4}; anything else, {@code none} among it, is empty. */
    static SortedSet<Integer> list(String text) {
        return text.matches("\\d(,\\d)*")
                ? Arrays.stream(text.split(",")).map(Integer::valueOf).collect(Collectors.toCollection(TreeSet::new))
                : new TreeSet<>();
    }

    /** Read {@code 0:0,3:5}; anything else is empty. */
    static SortedMap<Integer, Integer> map(String text) {
        SortedMap<Integer, Integer> map = new TreeMap<>();
        if (text.matches("\\d{1,2}:\\d{1,2}(,\\d{1,2}:\\d{1,2})*")) {
            for (String entry : text.split(",")) {
                String[] sides = entry.split(":");
                map.put(Integer.valueOf(sides[0]), Integer.valueOf(sides[1]));
            }
        }
        return map;
    }
}
