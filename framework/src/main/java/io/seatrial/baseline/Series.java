package io.seatrial.baseline;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What one subject gave in each accepted run: the value of every round, in the unit of the metric. Rounds are kept and not only their
 * median, because how much they differ within a run says how many of them a change needs. A large cluster has millions of them, so they
 * are held as plain numbers.
 */
public final class Series {
    private final long[][] runs;

    private Series(long[][] runs) {
        this.runs = runs;
        if (runs.length == 0 || Arrays.stream(runs).allMatch(rounds -> rounds.length == 0)) {
            throw new IllegalArgumentException("values of a subject: expected at least one run that measured it, got "
                    + runs.length + " runs without any");
        }
        Arrays.stream(runs)
                .flatMapToLong(Arrays::stream)
                .filter(v -> v < 0)
                .findFirst()
                .ifPresent(v -> {
                    throw new IllegalArgumentException("values of a subject: expected numbers >= 0, got " + v);
                });
    }

    /**
     * Make a series.
     *
     * @param runs oldest first; of each run its rounds, none where the subject was not measured or was left out
     */
    public static Series of(List<List<Long>> runs) {
        return new Series(runs.stream()
                .map(rounds -> rounds.stream().mapToLong(Long::longValue).toArray())
                .toArray(long[][]::new));
    }

    /** Return the number of accepted runs, those without a value included. */
    public int runs() {
        return runs.length;
    }

    /** Return the rounds of one run, none where it has no value. */
    public double[] rounds(int run) {
        return Arrays.stream(runs[run]).asDoubleStream().toArray();
    }

    /** Return the rounds of one run as they stand in the file. */
    List<Long> exactRounds(int run) {
        return Arrays.stream(runs[run]).boxed().toList();
    }

    /** Return the value of a run, the median of its rounds. */
    public OptionalLong value(int run) {
        return runs[run].length == 0 ? OptionalLong.empty() : OptionalLong.of(Robust.median(exactRounds(run)));
    }

    /** Return the values of the runs that have one, oldest first. */
    public List<Long> values() {
        return IntStream.range(0, runs.length)
                .mapToObj(this::value)
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong)
                .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Series series && Arrays.deepEquals(runs, series.runs);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(runs);
    }

    @Override
    public String toString() {
        return Arrays.deepToString(runs);
    }
}
