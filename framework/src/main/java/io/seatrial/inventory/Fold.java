package io.seatrial.inventory;

import io.seatrial.formats.text.HostNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way back from names to a host list: names that differ in their last number alone share a bracket. */
final class Fold {
    private static final Pattern LAST_NUMBER = Pattern.compile("^(.*?)(\\d{1,15})(\\D*)$");

    private Fold() {}

    static String of(Collection<String> names) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (String name : sorted(names)) {
            Matcher parts = LAST_NUMBER.matcher(name);
            String frame = parts.matches() ? parts.group(1) + '\0' + parts.group(3) : name;
            groups.computeIfAbsent(frame, key -> new ArrayList<>()).add(parts.matches() ? parts.group(2) : "");
        }
        StringJoiner list = new StringJoiner(",");
        groups.forEach((frame, numbers) -> list.add(write(frame, numbers)));
        return list.toString();
    }

    private static TreeSet<String> sorted(Collection<String> names) {
        TreeSet<String> sorted = new TreeSet<>(NaturalOrder.INSTANCE.thenComparing(Comparator.naturalOrder()));
        sorted.addAll(names);
        return sorted;
    }

    private static String write(String frame, List<String> numbers) {
        int cut = frame.indexOf('\0');
        if (cut < 0) {
            return frame;
        }
        String inner = numbers.size() == 1 ? numbers.get(0) : "[" + runs(numbers) + "]";
        return frame.substring(0, cut) + inner + frame.substring(cut + 1);
    }

    private static String runs(List<String> numbers) {
        StringJoiner runs = new StringJoiner(",");
        int start = 0;
        for (int i = 1; i <= numbers.size(); i++) {
            if (i == numbers.size() || !follows(numbers.get(start), numbers.get(i - 1), numbers.get(i))) {
                runs.add(start == i - 1 ? numbers.get(start) : numbers.get(start) + "-" + numbers.get(i - 1));
                start = i;
            }
        }
        return runs.toString();
    }

    /** Tell whether a run that began with {@code first} continues, when it is written out again with the width of its first number. */
    private static boolean follows(String first, String last, String next) {
        return HostNames.padded(Long.parseLong(last) + 1, first.length()).equals(next);
    }
}
