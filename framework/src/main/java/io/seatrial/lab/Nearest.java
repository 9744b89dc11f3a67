package io.seatrial.lab;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that was probably meant. */
final class Nearest {
    private Nearest() {}

    /** Return the valid name with the fewest edits, empty when more than half of the name would have to change. */
    static Optional<String> to(String name, Collection<String> valid) {
        return valid.stream()
                .min(Comparator.comparingInt(candidate -> edits(name, candidate)))
                .filter(best -> 2 * edits(name, best) <= Math.max(name.length(), best.length()));
    }

    /** Count insertions, removals and replacements (Levenshtein). */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
