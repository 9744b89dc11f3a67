package io.seatrial.baseline.statistics;

import java.util.Arrays;

/** Benjamini and Hochberg's procedure: of all that is called bad, at most a share {@code q} is good in the long run. */
public final class FalseDiscovery {
    private FalseDiscovery() {}

    /**
     * Return the largest p that is still rejected, 0 where none is. Links that share a switch or a NIC depend on each other positively, for
     * which the procedure stays valid (domain notes, statistics).
     *
     * @param p every test of the family, also of what passed
     * @param q largest share of false discoveries, above 0 and below 1
     */
    public static double threshold(double[] p, double q) {
        double[] sorted = p.clone();
        Arrays.sort(sorted);
        for (int rank = sorted.length; rank > 0; rank--) {
            if (sorted[rank - 1] <= q * rank / sorted.length) {
                return sorted[rank - 1];
            }
        }
        return 0;
    }

    /** Return the adjusted p of every test, in the order in which they came: the smallest q at which it would be rejected. */
    public static double[] adjusted(double[] p) {
        Integer[] order = new Integer[p.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(p[a], p[b]));
        double[] adjusted = new double[p.length];
        double smallest = 1;
        for (int rank = p.length; rank > 0; rank--) {
            smallest = Math.min(smallest, p[order[rank - 1]] * p.length / rank);
            adjusted[order[rank - 1]] = smallest;
        }
        return adjusted;
    }
}
