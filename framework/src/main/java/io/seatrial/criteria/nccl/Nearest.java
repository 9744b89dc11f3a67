package io.seatrial.criteria.nccl;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds what was probably meant: the known word that takes the fewest changes of single letters, whatever their case. */
final class Nearest {
    /** A name of a thousand letters is no slip of the finger, and comparing it takes long. */
    private static final int LONGEST = 100;

    private Nearest() {}

    /** Return the nearest of some words, the first of those that are equally near. */
    static String of(String word, Collection<String> known) {
        String cut = word.length() > LONGEST ? word.substring(0, LONGEST) : word;
        return known.stream()
                .min(Comparator.comparingInt(
                        one -> distance(cut.toUpperCase(Locale.ROOT), one.toUpperCase(Locale.ROOT))))
                .orElseThrow();
    }

    /** Return how many letters have to be put in, taken out or changed (Levenshtein). */
    static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] now = new int[other.length() + 1];
            now[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int change = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(change, Math.min(before[j], now[j - 1]) + 1);
            }
            before = now;
        }
        return before[other.length()];
    }
}
