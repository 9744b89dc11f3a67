package io.seatrial.measurement;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a collective gave at every size: a number without its size says nothing, and one size alone does not show a dip.
 *
 * @param collective what ran
 * @param ranks how many took part
 * @param points by size, out of place before in place
 */
public record SizeCurve(Collective collective, int ranks, List<Point> points) {
    private static final Comparator<Point> ORDER =
            Comparator.comparingLong(Point::bytes).thenComparing(Point::inPlace);

    public SizeCurve {
        Objects.requireNonNull(collective, "collective");
        if (ranks < 2) {
            throw new IllegalArgumentException("size curve: expected 2 ranks or more, got " + ranks
                    + ": one rank moves nothing, whatever its numbers say");
        }
        points = points.stream().sorted(ORDER).toList();
    }

    /**
     * One size.
     *
     * @param bytes as it was used, by the convention of the collective
     * @param inPlace whether the result went into the buffer of the input
     * @param iterations how many operations were timed
     * @param nanos mean time of one operation on the slowest rank, ns
     * @param slowest the rank that took longest; empty where the tool does not tell
     * @param wrong how many elements were not what they must be, over all ranks; empty where nothing was compared
     */
    public record Point(
            long bytes, boolean inPlace, long iterations, long nanos, OptionalInt slowest, Optional<Long> wrong) {
        public Point {
            if (bytes < 0 || iterations < 1 || nanos < 1) {
                throw new IllegalArgumentException("size curve: expected bytes >= 0, iterations and ns > 0, got "
                        + bytes + ", " + iterations + ", " + nanos);
            }
            Objects.requireNonNull(slowest, "slowest");
            Objects.requireNonNull(wrong, "wrong");
        }
    }

    /** Return the bus bandwidth of a point, B/s. */
    public long busBandwidth(Point point) {
        return collective.busBandwidth(point.bytes(), point.nanos(), ranks);
    }

    /** Return the points of one placement, by size. */
    public List<Point> points(boolean inPlace) {
        return points.stream().filter(point -> point.inPlace() == inPlace).toList();
    }

    /** Return the first point whose result was wrong: it outranks every bandwidth. */
    public Optional<Point> firstWrong() {
        return points.stream().filter(point -> point.wrong().orElse(0L) > 0).findFirst();
    }

    /** Tell whether every result was compared with what it must be. */
    public boolean isChecked() {
        return !points.isEmpty()
                && points.stream().allMatch(point -> point.wrong().isPresent());
    }
}
