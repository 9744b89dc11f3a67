package io.seatrial.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** When the readings of a series were made, in the order of time, and how far off each of these moments may be: 12 bytes a reading at most. */
final class Moments {
    private static final long NANOS_PER_MICRO = 1_000;

    private final long[] at;
    /** Largest errors in us; null where no reading tells its own. */
    private final int[] errors;

    private final long ofSource;

    private Moments(long[] at, int[] errors, long ofSource) {
        this.at = at;
        this.errors = errors;
        this.ofSource = ofSource;
    }

    /** Gathers moments one by one. */
    static final class Builder {
        /** The reading is as uncertain as its source. */
        private static final int NOT_TOLD = -1;

        private long[] at = new long[Column.STRETCH];
        private int[] errors;
        private int size;

        void add(CounterReading reading) {
            if (size == at.length) {
                at = Arrays.copyOf(at, size + size / 2);
                errors = errors == null ? null : Arrays.copyOf(errors, at.length);
            }
            if (errors == null && reading.uncertainty().isPresent()) {
                errors = new int[at.length];
                Arrays.fill(errors, 0, size, NOT_TOLD);
            }
            if (errors != null) {
                errors[size] = micros(reading.uncertainty());
            }
            at[size++] = nanos(reading.at());
        }

        /** Return an error in whole us, never smaller than it is. */
        private static int micros(Optional<Duration> error) {
            return error.map(known -> (known.toNanos() + NANOS_PER_MICRO - 1) / NANOS_PER_MICRO)
                    .map(known -> (int) Math.min(known, Integer.MAX_VALUE))
                    .orElse(NOT_TOLD);
        }

        Moments build(CounterSource source) {
            return new Moments(
                    Arrays.copyOf(at, size),
                    errors == null ? null : Arrays.copyOf(errors, size),
                    source.uncertainty().toNanos());
        }
    }

    private static long nanos(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
    }

    int size() {
        return at.length;
    }

    Instant at(int reading) {
        return Instant.ofEpochSecond(0, at[reading]);
    }

    private long error(int reading) {
        return errors == null || errors[reading] < 0 ? ofSource : errors[reading] * NANOS_PER_MICRO;
    }

    /** Return the last reading at or before a moment, -1 where there is none. */
    int lastUpTo(Instant moment) {
        int found = Arrays.binarySearch(at, nanos(moment));
        return found >= 0 ? found : -found - 2;
    }

    /** Return the first reading at or after a moment, {@link #size()} where there is none. */
    int firstFrom(Instant moment) {
        int found = Arrays.binarySearch(at, nanos(moment));
        return found >= 0 ? found : -found - 1;
    }

    /** As {@link #lastUpTo}, for a reading that was so early whatever its error. */
    int lastSurelyUpTo(Instant moment) {
        long latest = nanos(moment);
        int found = lastUpTo(moment);
        while (found >= 0 && at[found] + error(found) > latest) {
            found--;
        }
        return found;
    }

    /** As {@link #firstFrom}, for a reading that was so late whatever its error. */
    int firstSurelyFrom(Instant moment) {
        long earliest = nanos(moment);
        int found = firstFrom(moment);
        while (found < at.length && at[found] - error(found) < earliest) {
            found++;
        }
        return found;
    }
}
