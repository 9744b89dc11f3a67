package io.seatrial.lab;

/**
 * When a link that was sound becomes slow: once so much traffic has crossed it, both ways together, since bytes come the same in every run
 * and seconds do not. It stays so. Used by the engine's thread alone.
 */
final class Onset {
    private long left;

    /** @param after bytes that still cross at the full rate, 0 or more */
    Onset(long after) {
        if (after < 0) {
            throw new IllegalArgumentException("onset: expected 0 bytes or more, got " + after);
        }
        this.left = after;
    }

    /** Count what crosses the link. */
    void carry(int bytes) {
        left -= Math.min(left, bytes);
    }

    /** Tell whether the link has become slow. */
    boolean isReached() {
        return left == 0;
    }
}
