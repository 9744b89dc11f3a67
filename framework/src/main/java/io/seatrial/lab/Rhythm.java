package io.seatrial.lab;

/**
 * Something that is shut again and again: at the end of every period, for a part of it. All times by {@link System#nanoTime()}, ns.
 *
 * @param start when the first period began
 * @param period from one opening to the next
 * @param shut how long it is shut at the end of a period, less than the period
 */
record Rhythm(long start, long period, long shut) {
    Rhythm {
        if (shut <= 0 || shut >= period) {
            throw new IllegalArgumentException("rhythm: expected 0 < shut < period, got " + shut + " ns of " + period);
        }
    }

    /** Return when a work of some time is done that rests while this is shut. */
    long finish(long begin, long work) {
        long moment = opened(begin);
        long left = work;
        long open = untilShut(moment);
        while (left > open) {
            left -= open;
            moment += open + shut;
            open = period - shut;
        }
        return moment + left;
    }

    private long opened(long moment) {
        long phase = phase(moment);
        return phase < period - shut ? moment : moment + period - phase;
    }

    private long untilShut(long moment) {
        return period - shut - phase(moment);
    }

    private long phase(long moment) {
        return Math.floorMod(moment - start, period);
    }

    /** Return how often it was shut until a moment. */
    long times(long now) {
        return Math.floorDiv(Math.max(0, now - start) + shut, period);
    }

    /** Return how long it was shut in all until a moment. */
    long shutTime(long now) {
        long since = Math.max(0, now - start);
        return since / period * shut + Math.max(0, since % period - (period - shut));
    }
}
