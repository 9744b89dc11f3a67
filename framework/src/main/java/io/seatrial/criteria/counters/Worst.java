package io.seatrial.criteria.counters;

/** Of what several ports say the one that counts: the largest number; what is unknown outweighs a zero, and having no traffic nothing. */
final class Worst {
    private Worst() {}

    static Found of(Found one, Found other) {
        return rank(other) > rank(one) ? other : one;
    }

    /** Idle below zero, zero below unknown, unknown below any bound or number above zero: a number that fails needs no second witness. */
    private static double rank(Found found) {
        if (found instanceof Found.Nothing nothing) {
            return nothing.idle() ? -1 : 0.5;
        }
        if (found instanceof Found.AtMost atMost) {
            return 0.75 + Math.min(0.2, atMost.bound() / 1e18);
        }
        return ((Found.Value) found).value();
    }
}
