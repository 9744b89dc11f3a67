package io.seatrial.inventory;

import java.util.Collection;
import java.util.Optional;

/** Finds the valid name that a mistyped one probably meant. */
public final class Nearest {
    private Nearest() {}

    /** Return the candidate with the smallest edit distance, the first of equals; empty when none is close. */
    public static Optional<String> to(String name, Collection<String> candidates) {
        int best = Math.max(2, name.length() / 3) + 1;
        String nearest = null;
        for (String candidate : candidates) {
            if (Math.abs(candidate.length() - name.length()) < best) {
                int distance = distance(name, candidate);
                if (distance < best) {
                    best = distance;
                    nearest = candidate;
                }
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Count insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 ? j : j == 0 ? i : step(a, b, i, j, cost);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] cost) {
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
