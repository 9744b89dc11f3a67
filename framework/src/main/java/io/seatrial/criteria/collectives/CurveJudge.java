package io.seatrial.criteria.collectives;

import io.seatrial.criteria.collectives.CurveFinding.Weight;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Looks at a whole curve, never at its average: an average hides a dip and depends on the sizes that were chosen (domain notes, busbw). A point
 * of fewer iterations than the rule wants neither accuses nor acquits.
 *
 * @param curve what every size gave
 * @param rule what is asked of it
 */
public record CurveJudge(SizeCurve curve, CurveRule rule) {
    private static final int FEWEST_SIZES = 3;

    /** Return what is found, the heaviest first; empty where the curve is sound. */
    public List<CurveFinding> findings() {
        List<CurveFinding> found = new ArrayList<>();
        wrong().ifPresent(found::add);
        if (!curve.isChecked()) {
            found.add(unknown(Message.of("curve.unchecked")));
        }
        for (boolean inPlace : new boolean[] {false, true}) {
            List<Point> points = curve.points(inPlace);
            if (!points.isEmpty()) {
                shape(points, found);
            }
        }
        rule.smallTime().ifPresent(most -> small(most).ifPresent(found::add));
        rule.inPlace().ifPresent(share -> placements(share, found));
        found.sort(Comparator.comparing(CurveFinding::weight));
        return found;
    }

    /** Return the first wrong result as a finding. */
    public Optional<CurveFinding> wrong() {
        return curve.firstWrong()
                .map(point -> new CurveFinding(
                        Weight.WRONG,
                        Message.of(
                                "curve.wrong",
                                "wrong",
                                point.wrong().orElse(0L),
                                "size",
                                size(point),
                                "placement",
                                placement(point)),
                        Optional.of(new Evidence(
                                new Quantity(point.wrong().orElse(0L), Unit.COUNT),
                                Optional.of(new Quantity(0, Unit.COUNT)),
                                Optional.empty(),
                                Direction.LOWER_IS_BETTER))));
    }

    private void shape(List<Point> all, List<CurveFinding> found) {
        List<Point> points = all.stream().filter(this::counts).toList();
        if (points.size() < FEWEST_SIZES) {
            found.add(unknown(Message.of(
                    "curve.too-few-sizes",
                    "sizes",
                    (long) points.size(),
                    "needed",
                    (long) FEWEST_SIZES,
                    "iterations",
                    rule.iterations(),
                    "placement",
                    placement(all.get(0)))));
            return;
        }
        deepest(points).ifPresent(found::add);
        end(all).ifPresent(found::add);
    }

    private boolean counts(Point point) {
        return point.iterations() >= rule.iterations();
    }

    /** A size lies in a dip when one before it and one after it are better by more than the rule allows. */
    private Optional<CurveFinding> deepest(List<Point> points) {
        return IntStream.range(1, points.size())
                .mapToObj(at -> new Place(points, at))
                .filter(place -> bandwidth(place.point()) < rule.less(envelope(place), rule.dip()))
                .min(Comparator.comparingDouble(place -> (double) bandwidth(place.point()) / envelope(place)))
                .map(this::dip);
    }

    /** A point among its neighbours. */
    private record Place(List<Point> points, int at) {
        Point point() {
            return points.get(at);
        }

        boolean isLast() {
            return at == points.size() - 1;
        }

        Stream<Point> before() {
            return points.subList(0, at).stream();
        }

        Stream<Point> after() {
            return points.subList(at + 1, points.size()).stream();
        }
    }

    /** What a curve that never falls would reach at least; the last size has only smaller ones to be held against. */
    private long envelope(Place place) {
        long before = bandwidth(best(place.before()));
        return place.isLast() ? before : Math.min(before, bandwidth(best(place.after())));
    }

    private CurveFinding dip(Place place) {
        Point before = best(place.before());
        Point after = place.isLast() ? place.point() : best(place.after());
        long edge = rule.less(envelope(place), rule.dip());
        Message message = Message.of(
                place.isLast() ? "curve.falls" : "curve.dip",
                "seen",
                amount(bandwidth(place.point())),
                "limit",
                amount(edge),
                "size",
                size(place.point()),
                "placement",
                placement(place.point()),
                "smaller",
                size(before),
                "before",
                amount(bandwidth(before)),
                "larger",
                size(after),
                "after",
                amount(bandwidth(after)));
        return bad(message, bandwidth(place.point()), edge);
    }

    /** A curve that still rises says nothing about what it would reach: not proven, since a larger size would tell. */
    private Optional<CurveFinding> end(List<Point> all) {
        Point last = all.get(all.size() - 1);
        Point before = all.get(all.size() - 2);
        if (!counts(last) || !counts(before)) {
            return Optional.of(unknown(Message.of(
                    "curve.too-few-iterations",
                    "size",
                    size(counts(last) ? before : last),
                    "iterations",
                    Math.min(last.iterations(), before.iterations()),
                    "needed",
                    rule.iterations(),
                    "placement",
                    placement(last))));
        }
        return bandwidth(before) < rule.less(bandwidth(last), rule.plateau())
                ? Optional.of(unknown(Message.of(
                        "curve.no-plateau",
                        "smaller",
                        size(before),
                        "before",
                        amount(bandwidth(before)),
                        "size",
                        size(last),
                        "seen",
                        amount(bandwidth(last)),
                        "share",
                        new Quantity(rule.plateau(), Unit.PARTS_PER_MILLION),
                        "placement",
                        placement(last))))
                : Optional.empty();
    }

    /** The median over all small sizes: their times are alike, and one of them is easily disturbed. */
    private Optional<CurveFinding> small(long most) {
        List<Long> times = curve.points().stream()
                .filter(point -> point.bytes() <= rule.smallSize() && counts(point))
                .map(Point::nanos)
                .sorted()
                .toList();
        Quantity size = new Quantity(rule.smallSize(), Unit.BYTES);
        if (times.isEmpty()) {
            return Optional.of(unknown(Message.of("curve.no-small-size", "size", size)));
        }
        Quantity seen = new Quantity(times.get((times.size() - 1) / 2), Unit.NANOSECONDS);
        Quantity limit = new Quantity(most, Unit.NANOSECONDS);
        return seen.value() <= most
                ? Optional.empty()
                : Optional.of(new CurveFinding(
                        Weight.BAD,
                        Message.of("curve.slow-small", "seen", seen, "limit", limit, "size", size, "sizes", (long)
                                times.size()),
                        Optional.of(
                                new Evidence(seen, Optional.of(limit), Optional.empty(), Direction.LOWER_IS_BETTER))));
    }

    /** Compares at the two largest sizes that both placements have: below them the times are too short to differ for a reason. */
    private void placements(long share, List<CurveFinding> found) {
        List<Point[]> pairs = new ArrayList<>();
        for (Point out : curve.points(false)) {
            curve.points(true).stream()
                    .filter(in -> in.bytes() == out.bytes() && counts(in) && counts(out))
                    .forEach(in -> pairs.add(new Point[] {out, in}));
        }
        if (pairs.isEmpty()) {
            found.add(unknown(Message.of("curve.one-placement")));
        }
        pairs.subList(Math.max(0, pairs.size() - 2), pairs.size())
                .forEach(pair -> apart(pair[0], pair[1], share).ifPresent(found::add));
    }

    private Optional<CurveFinding> apart(Point out, Point in, long share) {
        Point worse = bandwidth(in) < bandwidth(out) ? in : out;
        Point better = worse == in ? out : in;
        long edge = rule.less(bandwidth(better), share);
        return bandwidth(worse) >= edge
                ? Optional.empty()
                : Optional.of(bad(
                        Message.of(
                                "curve.placements",
                                "seen",
                                amount(bandwidth(worse)),
                                "limit",
                                amount(edge),
                                "size",
                                size(worse),
                                "placement",
                                placement(worse),
                                "other",
                                placement(better),
                                "before",
                                amount(bandwidth(better))),
                        bandwidth(worse),
                        edge));
    }

    private CurveFinding bad(Message message, long seen, long limit) {
        return new CurveFinding(
                Weight.BAD,
                message,
                Optional.of(new Evidence(
                        amount(seen), Optional.of(amount(limit)), Optional.empty(), Direction.HIGHER_IS_BETTER)));
    }

    private static CurveFinding unknown(Message message) {
        return new CurveFinding(Weight.UNKNOWN, message, Optional.empty());
    }

    private Point best(Stream<Point> points) {
        return points.max(Comparator.comparingLong(this::bandwidth)).orElseThrow();
    }

    private long bandwidth(Point point) {
        return curve.busBandwidth(point);
    }

    private static Quantity amount(long bandwidth) {
        return new Quantity(bandwidth, Unit.BYTES_PER_SECOND);
    }

    private static String size(Point point) {
        return Figures.size(point.bytes());
    }

    private static String placement(Point point) {
        return point.inPlace() ? "in place" : "out of place";
    }
}
