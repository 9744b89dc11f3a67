package io.seatrial.measurement;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which priority (traffic class) a packet gets by its DSCP. Written short enough to compare by eye: {@code 0: 0-25,27-63; 3: 26}.
 *
 * @param priorities priority by DSCP; a DSCP that is not there has none that is known
 */
public record DscpMap(SortedMap<Integer, Integer> priorities) {
    private static final int LAST = 63;
    private static final Pattern FORM = Pattern.compile("\\d{1,2}: \\d{1,2}(-\\d{1,2})?(,\\d{1,2}(-\\d{1,2})?)*"
            + "(; \\d{1,2}: \\d{1,2}(-\\d{1,2})?(,\\d{1,2}(-\\d{1,2})?)*)*");

    public DscpMap {
        priorities = Collections.unmodifiableSortedMap(new TreeMap<>(priorities));
        priorities.keySet().forEach(dscp -> {
            if (dscp < 0 || dscp > LAST) {
                throw new IllegalArgumentException("DSCP map: expected DSCPs from 0 to 63, got " + dscp);
            }
        });
    }

    /** Make a map of DSCPs to priorities. */
    public static DscpMap of(Map<Integer, Integer> priorities) {
        return new DscpMap(new TreeMap<>(priorities));
    }

    /** Read the text of a map, empty where it is none. */
    public static Optional<DscpMap> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        SortedMap<Integer, Integer> priorities = new TreeMap<>();
        for (String part : text.split("; ")) {
            String[] sides = part.split(": ");
            for (String run : sides[1].split(",")) {
                String[] ends = run.split("-");
                for (int dscp = Integer.parseInt(ends[0]); dscp <= Integer.parseInt(ends[ends.length - 1]); dscp++) {
                    priorities.put(dscp, Integer.valueOf(sides[0]));
                }
            }
        }
        return priorities.lastKey() > LAST ? Optional.empty() : Optional.of(new DscpMap(priorities));
    }

    /** Return the map as a text. */
    public String text() {
        SortedMap<Integer, SortedSet<Integer>> byPriority = new TreeMap<>();
        priorities.forEach((dscp, priority) ->
                byPriority.computeIfAbsent(priority, p -> new TreeSet<>()).add(dscp));
        StringJoiner text = new StringJoiner("; ");
        byPriority.forEach((priority, dscps) -> text.add(priority + ": " + runs(dscps)));
        return text.toString();
    }

    private static String runs(SortedSet<Integer> numbers) {
        StringJoiner runs = new StringJoiner(",");
        int first = numbers.first();
        int last = first;
        for (int number : numbers) {
            if (number > last + 1) {
                runs.add(run(first, last));
                first = number;
            }
            last = number;
        }
        return runs.add(run(first, last)).toString();
    }

    private static String run(int first, int last) {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
