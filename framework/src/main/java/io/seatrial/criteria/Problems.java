package io.seatrial.criteria;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Collects what is wrong in one file, so that it is said all at once. */
final class Problems {
    private static final int FARTHEST = 3;

    private final String file;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void add(int line, String where, String message) {
        found.add(new Problem(file, line, where, message));
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            found.sort(Comparator.comparingInt(Problem::line));
            throw new InvalidFileException(found);
        }
    }

    /** Say which names are known, the nearest one first where it is near enough to be a slip of the pen. */
    static String expectedOneOf(String seen, Collection<String> known) {
        String expected = "expected one of " + String.join(", ", known) + "; got '" + seen + "'";
        return nearest(seen, known)
                .map(name -> "expected '" + name + "'? " + expected)
                .orElse(expected);
    }

    static Optional<String> nearest(String seen, Collection<String> known) {
        return known.stream()
                .filter(name -> distance(seen, name) <= slips(name))
                .min(Comparator.comparingInt((String name) -> distance(seen, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** A slip may swap two letters, which is a distance of 2; in very short names that would match anything. */
    private static int slips(String name) {
        return name.length() < 4 ? 1 : Math.min(FARTHEST, Math.max(2, name.length() / 3));
    }

    /** Levenshtein distance, two rows at a time. */
    static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[b.length()];
    }
}
