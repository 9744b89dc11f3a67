package io.seatrial.archive.history;

import java.util.Arrays;

/**
 * What the rounds of one run gave, in the base unit of the metric.
 *
 * @param rounds how many gave a value, retests left out
 * @param median over them; of an even number the mean of the middle two, rounded down
 * @param least the least
 * @param most the most
 */
public record OfRounds(int rounds, long median, long least, long most) {
    public OfRounds {
        if (rounds < 1 || median < least || median > most) {
            throw new IllegalArgumentException("values of rounds: expected at least 1 round and " + least
                    + " <= median <= " + most + ", got " + rounds + " rounds and median " + median);
        }
    }

    /** @throws IllegalArgumentException if there is no value: there is no median of nothing */
    static OfRounds of(long... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values of rounds: expected at least one, got none");
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        long low = sorted[(sorted.length - 1) / 2];
        // written so that two large values do not overflow
        long median = low + (sorted[middle] - low) / 2;
        return new OfRounds(sorted.length, median, sorted[0], sorted[sorted.length - 1]);
    }
}
