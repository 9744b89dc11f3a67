package io.seatrial.measurement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Values of one counter, reading by reading, packed in stretches: one in which the counter moves little needs 4 bytes a value, and one in which
 * it stands still none. Most counters of congestion stand still most of the time.
 */
final class Column {
    /** The place of a reading that does not have the counter. */
    static final long NOTHING = Long.MIN_VALUE;

    /** Readings of a stretch; only the last one of a column may hold fewer. */
    static final int STRETCH = 64;

    private final List<Stretch> packed = new ArrayList<>();
    private boolean hasGaps;

    /** The values of some readings. */
    private interface Stretch {
        long get(int at);
    }

    /** Every value the same, or none there. */
    private record Still(long value) implements Stretch {
        @Override
        public long get(int at) {
            return value;
        }
    }

    /** Distances from the smallest value. */
    private record Near(long smallest, int[] distances) implements Stretch {
        @Override
        public long get(int at) {
            return smallest + distances[at];
        }
    }

    private record Far(long[] values) implements Stretch {
        @Override
        public long get(int at) {
            return values[at];
        }
    }

    /** Add a stretch, of which the array is not kept. */
    void append(long[] values, int length) {
        long smallest = values[0];
        long largest = values[0];
        for (int i = 0; i < length; i++) {
            smallest = Math.min(smallest, values[i]);
            largest = Math.max(largest, values[i]);
        }
        hasGaps |= smallest == NOTHING;
        packed.add(pack(values, length, smallest, largest));
    }

    private static Stretch pack(long[] values, int length, long smallest, long largest) {
        if (smallest == largest) {
            return new Still(smallest);
        }
        long width = largest - smallest; // negative where it does not fit into a long
        return width > 0 && width <= Integer.MAX_VALUE
                ? new Near(smallest, distances(values, length, smallest))
                : new Far(Arrays.copyOf(values, length));
    }

    private static int[] distances(long[] values, int length, long smallest) {
        int[] distances = new int[length];
        for (int i = 0; i < length; i++) {
            distances[i] = (int) (values[i] - smallest);
        }
        return distances;
    }

    /** Have nothing for whole stretches that went by before the counter was there. */
    void skip(int stretches) {
        for (int i = 0; i < stretches; i++) {
            packed.add(new Still(NOTHING));
        }
        hasGaps |= stretches > 0;
    }

    /** Return the value of a reading. */
    long get(int reading) {
        return packed.get(reading / STRETCH).get(reading % STRETCH);
    }

    /** Return how many of some readings have the counter. */
    int known(int first, int last) {
        if (!hasGaps) {
            return last - first + 1;
        }
        int known = 0;
        for (int i = first; i <= last; i++) {
            known += get(i) == NOTHING ? 0 : 1;
        }
        return known;
    }
}
