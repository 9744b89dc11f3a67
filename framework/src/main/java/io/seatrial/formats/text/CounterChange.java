package io.seatrial.formats.text;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * What a counter counted between two readings.
 *
 * @param difference null where it cannot be told
 * @param atLeast what it surely counted where the difference is not known; null where even that cannot be told
 * @param how what happened in between
 */
public record CounterChange(BigInteger difference, BigInteger atLeast, How how) {
    /** What happened between two readings. */
    public enum How {
        /** The later value is the same or larger. */
        COUNTED,
        /** It passed its end once and began at 0 again. */
        WRAPPED,
        /** It was cleared, or its device began anew; what it counted before that is lost. */
        RESET,
        /** It stands at its largest value and counts no more. */
        SATURATED,
        /** The earlier reading lacks it. */
        APPEARED,
        /** The later reading lacks it. */
        VANISHED,
        /** Neither reading has it. */
        ABSENT
    }

    /**
     * Compare each reading with the one before it; one reading alone gives nothing to compare.
     *
     * @param readings in the order of time; null where one lacks the counter
     */
    public static List<CounterChange> series(CounterKind kind, List<BigInteger> readings) {
        List<CounterChange> changes = new ArrayList<>();
        for (int i = 1; i < readings.size(); i++) {
            changes.add(between(kind, readings.get(i - 1), readings.get(i)));
        }
        return changes;
    }

    /** Return what was counted over all of them; null where one is not known or there is none. */
    public static BigInteger sum(List<CounterChange> changes) {
        boolean known = !changes.isEmpty() && changes.stream().allMatch(change -> change.difference() != null);
        return known ? changes.stream().map(CounterChange::difference).reduce(BigInteger.ZERO, BigInteger::add) : null;
    }

    /**
     * Compare two readings. A smaller later value is a wrap if it lies less than half the range ahead, else a reset; a 32-bit counter that
     * was cleared in the upper half of its range looks the same as one that wrapped, so give the most that it can have counted where known.
     *
     * @param before null where unknown
     * @param after null where unknown
     */
    public static CounterChange between(CounterKind kind, BigInteger before, BigInteger after) {
        return between(kind, before, after, kind.range().shiftRight(1));
    }

    /**
     * Compare two readings, with a bound from the window's length and the port's speed.
     *
     * @param most the most that it can have counted in between
     */
    public static CounterChange between(CounterKind kind, BigInteger before, BigInteger after, BigInteger most) {
        if (before == null || after == null) {
            return new CounterChange(
                    null, null, before != null ? How.VANISHED : after != null ? How.APPEARED : How.ABSENT);
        }
        if (kind.isSaturatedAt(after)) {
            return new CounterChange(null, after.subtract(before).max(BigInteger.ZERO), How.SATURATED);
        }
        if (after.compareTo(before) >= 0) {
            return new CounterChange(after.subtract(before), null, How.COUNTED);
        }
        BigInteger around = after.subtract(before).add(kind.range());
        boolean wrapped = kind.wraps() && around.signum() >= 0 && around.compareTo(most) <= 0;
        return wrapped ? new CounterChange(around, null, How.WRAPPED) : new CounterChange(null, after, How.RESET);
    }
}
