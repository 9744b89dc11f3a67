package io.seatrial.telemetry;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes a DSCP map short enough to compare by eye: {@code 0: 0-25,27-63; 3: 26}. */
final class DscpText {
    private DscpText() {}

    static String of(Map<Integer, Integer> classByDscp) {
        SortedMap<Integer, SortedSet<Integer>> byClass = new TreeMap<>();
        classByDscp.forEach((dscp, trafficClass) ->
                byClass.computeIfAbsent(trafficClass, c -> new TreeSet<>()).add(dscp));
        StringJoiner text = new StringJoiner("; ");
        byClass.forEach((trafficClass, dscps) -> text.add(trafficClass + ": " + runs(dscps)));
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
