package io.seatrial.report.collectives;

import io.seatrial.criteria.CollectiveLimit;
import io.seatrial.criteria.SizeLimit;
import io.seatrial.criteria.collectives.CollectiveBound;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a group of ranks gave over all sizes. Of several rounds the median one is shown, of several attempts the one with the best bus bandwidth at its largest size, as it is
 * the best one that a limit is held against; one with a wrong result goes before all others.
 *
 * @param group its name
 * @param verdict the worst of its results; empty for a step, which has none
 * @param curve empty where nothing was measured
 * @param attempts how often it was measured
 * @param edges declared limits of the profile, by size
 * @param bound the largest bus bandwidth that is possible there
 * @param ranks names of the ranks in their order; empty where they are not known
 */
public record GroupCurve(
        String group,
        Optional<Verdict> verdict,
        Optional<SizeCurve> curve,
        int attempts,
        List<Edge> edges,
        Optional<CollectiveBound> bound,
        List<String> ranks) {
    /**
     * A declared limit in numbers.
     *
     * @param row as it is declared
     * @param fail bus bandwidth, B/s
     */
    public record Edge(SizeLimit row, long fail) {}

    /**
     * The size at which a group stands worst against its limits; the largest one where it has no limit there.
     *
     * @param point the worse placement
     * @param seen bus bandwidth, B/s
     * @param edge the limit at that size
     */
    public record Worst(Point point, long seen, Optional<Edge> edge) {
        private double ofLimit() {
            return edge.map(at -> (double) seen / Math.max(1, at.fail())).orElse(Double.MAX_VALUE);
        }
    }

    public GroupCurve {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(curve, "curve");
        Objects.requireNonNull(bound, "bound");
        edges = List.copyOf(edges);
        ranks = List.copyOf(ranks);
    }

    /**
     * Make it from what was measured.
     *
     * @param limit limits of the ask, with the bounds of its groups
     * @param measurements every attempt
     */
    public static GroupCurve of(
            CollectiveLimit limit,
            SubjectId subject,
            List<Measurement> measurements,
            Optional<Verdict> verdict,
            List<String> ranks) {
        Optional<Measurement> shown = shown(measurements);
        Optional<CollectiveBound> bound = shown.flatMap(measurement -> limit.bound(subject, measurement));
        List<Edge> edges = new ArrayList<>();
        for (SizeLimit row : limit.rows()) {
            CollectiveLimit.edge(row, bound).ifPresent(fail -> edges.add(new Edge(row, fail)));
        }
        return new GroupCurve(
                subject.name(), verdict, shown.flatMap(Measurement::curve), measurements.size(), edges, bound, ranks);
    }

    private static Optional<Measurement> shown(List<Measurement> measurements) {
        List<Measurement> curves = measurements.stream()
                .filter(measurement ->
                        measurement.curve().filter(c -> !c.points().isEmpty()).isPresent())
                .toList();
        List<Measurement> rounds = curves.stream()
                .filter(measurement -> measurement.provenance().attempt() == 0)
                .sorted(Comparator.comparingLong(GroupCurve::atLargest))
                .toList();
        Optional<Measurement> median =
                rounds.isEmpty() ? Optional.empty() : Optional.of(rounds.get((rounds.size() - 1) / 2));
        return curves.stream()
                .filter(measurement -> measurement.provenance().attempt() > 0
                        || median.filter(measurement::equals).isPresent()
                        || measurement.curve().get().firstWrong().isPresent())
                .max(Comparator.comparing(
                                (Measurement m) -> m.curve().get().firstWrong().isPresent())
                        .thenComparingLong(GroupCurve::atLargest));
    }

    private static long atLargest(Measurement measurement) {
        SizeCurve curve = measurement.curve().orElseThrow();
        long largest = curve.points().get(curve.points().size() - 1).bytes();
        return curve.busBandwidth(slower(curve, largest));
    }

    /** The worse placement of a size, as limits take it. */
    private static Point slower(SizeCurve curve, long bytes) {
        return curve.points().stream()
                .filter(point -> point.bytes() == bytes)
                .max(Comparator.comparingLong(Point::nanos))
                .orElseThrow();
    }

    /** Return one point for each size, the worse placement; nothing where nothing was measured. */
    public List<Point> points() {
        return curve.map(c -> c.points().stream()
                        .map(Point::bytes)
                        .distinct()
                        .map(bytes -> slower(c, bytes))
                        .toList())
                .orElse(List.of());
    }

    /** Return where it stands worst; empty where nothing was measured. */
    public Optional<Worst> worst() {
        List<Point> points = points();
        if (points.isEmpty()) {
            return Optional.empty();
        }
        SizeCurve seen = curve.orElseThrow();
        Point last = points.get(points.size() - 1);
        return edges.stream()
                .flatMap(edge -> edge.row().of(seen).stream()
                        .map(point -> new Worst(point, seen.busBandwidth(point), Optional.of(edge))))
                .min(Comparator.comparingDouble(Worst::ofLimit))
                .or(() -> Optional.of(new Worst(last, seen.busBandwidth(last), Optional.empty())));
    }

    /** Return what the slowest rank of a point is called; empty where the tool does not tell. */
    public Optional<String> slowest(Point point) {
        OptionalInt rank = point.slowest();
        if (rank.isEmpty()) {
            return Optional.empty();
        }
        int number = rank.getAsInt();
        return Optional.of(number < ranks.size() ? ranks.get(number) : "rank " + number);
    }

    /** Failures first, what passed last. */
    Kind rank() {
        return verdict.map(Kind::of).orElse(Kind.PASSED);
    }

    /** How well it stands: against its limit, else against its bound; what was not measured stands worst. */
    double standing() {
        return worst().map(at -> at.edge().isPresent() ? at.ofLimit() : ofBound(at.seen()))
                .orElse(0.0);
    }

    private double ofBound(long seen) {
        return bound.map(most -> (double) seen / most.value()).orElse((double) seen);
    }
}
