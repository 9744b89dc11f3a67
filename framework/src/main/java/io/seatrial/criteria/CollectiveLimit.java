package io.seatrial.criteria;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.CollectiveBound;
import io.seatrial.criteria.collectives.Figures;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Is the declared bus bandwidth reached at each declared size? The worse placement counts, and of several rows the worst verdict. A wrong
 * result fails before any bandwidth is looked at; results that nobody compared prove nothing.
 *
 * @param ask id of the ask
 * @param metric bus bandwidth, B/s
 * @param rows the rows that hold in this profile and on this platform
 * @param samples when a measurement counts
 * @param layouts how the ranks of each group lie, for the bound
 * @param algorithm which one is declared; what a measurement itself says of it ({@link Algorithm#CONDITION}) goes before
 */
public record CollectiveLimit(
        String ask,
        Metric metric,
        List<SizeLimit> rows,
        SampleRules samples,
        Map<SubjectId, Layout> layouts,
        Optional<Algorithm> algorithm)
        implements Criterion {
    /** Key of the size for which a limit holds in the values of its messages: without it a number of a collective says nothing. */
    public static final String AT_SIZE = "at-size";

    public CollectiveLimit {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(samples, "samples");
        Objects.requireNonNull(algorithm, "algorithm");
        rows = List.copyOf(rows);
        layouts = Map.copyOf(layouts);
    }

    @Override
    public String id() {
        return ask + "." + Question.LIMIT.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>(Judging.each(survey, ask, metric, samples, this::rule));
        survey.subjects()
                .forEach((subject, all) -> CollectiveCurve.wrong(all)
                        .ifPresent(finding -> verdicts.put(subject, CollectiveCurve.fail(subject, finding))));
        return verdicts;
    }

    private Verdict rule(SubjectId subject, Attempts attempts) {
        Optional<Message> doubt = attempts.usable().stream()
                .flatMap(measurement -> doubt(subject, measurement).stream())
                .findFirst();
        if (doubt.isPresent()) {
            return Ruling.notProven(subject, doubt.get());
        }
        return rows.stream()
                .map(row -> rule(subject, attempts, row))
                .reduce(CollectiveLimit::worse)
                .orElseGet(
                        () -> Ruling.notProven(subject, Message.of("limit.none-declared", "ask", ask, "class", "-")));
    }

    private Optional<Message> doubt(SubjectId subject, Measurement measurement) {
        if (measurement.curve().isEmpty()) {
            return Optional.of(Message.of("curve.none"));
        }
        SizeCurve curve = measurement.curve().get();
        Layout layout = layouts.get(subject);
        if (layout != null && layout.ranks() != curve.ranks()) {
            return Optional.of(Message.of(
                    "collective.other-ranks", "seen", (long) curve.ranks(), "expected", (long) layout.ranks()));
        }
        return curve.isChecked() ? Optional.empty() : Optional.of(Message.of("curve.unchecked"));
    }

    private static Verdict worse(Verdict one, Verdict other) {
        if (rank(one) != rank(other)) {
            return rank(one) > rank(other) ? one : other;
        }
        return severity(other) > severity(one) ? other : one;
    }

    private static int rank(Verdict verdict) {
        if (verdict instanceof Verdict.Pass pass) {
            return pass.watch().isPresent() ? 1 : 0;
        }
        return verdict instanceof Verdict.Fail ? 3 : 2;
    }

    private static double severity(Verdict verdict) {
        return verdict.evidence().map(evidence -> evidence.severity()).orElse(0.0);
    }

    private Verdict rule(SubjectId subject, Attempts attempts, SizeLimit row) {
        for (Measurement measurement : attempts.usable()) {
            SizeCurve curve = measurement.curve().orElseThrow();
            if (row.of(curve).isEmpty()) {
                return Ruling.notProven(subject, noSuchSize(row, curve));
            }
        }
        Optional<CollectiveBound> bound = bound(subject, attempts.judged());
        if (row.fail().isRelative() && bound.isEmpty()) {
            return Ruling.notProven(subject, noBound(subject, row));
        }
        return ruling(subject, attempts.with(measurement -> atSizeOf(row, measurement)), row, bound);
    }

    /** Return a measurement with its bus bandwidth at the size of a row, of the worse placement. */
    private static Measurement atSizeOf(SizeLimit row, Measurement measurement) {
        SizeCurve curve = measurement.curve().orElseThrow();
        return withValue(
                measurement,
                row.of(curve).stream().mapToLong(curve::busBandwidth).min());
    }

    private Verdict ruling(SubjectId subject, Attempts attempts, SizeLimit row, Optional<CollectiveBound> bound) {
        long edge = edge(row.fail(), bound);
        return new Ruling(
                        row.provisional() ? "limit.provisional" : "limit",
                        subject,
                        metric,
                        attempts,
                        edge,
                        row.warn().stream().mapToLong(warn -> edge(warn, bound)).findFirst(),
                        Optional.empty(),
                        bound.flatMap(most -> beyond(most, edge, attempts.best(metric.better()))),
                        row.provisional()
                                ? Optional.of(DeclaredLimit.provisional(row.grade(), row.approval()))
                                : Optional.empty(),
                        standing(row, edge, bound))
                .verdict();
    }

    /**
     * Return the bus bandwidth below which a row fails, B/s.
     *
     * @param bound of the group; empty where nothing bounds it
     * @return empty where the row is a share of a bound that is not there
     */
    public static OptionalLong edge(SizeLimit row, Optional<CollectiveBound> bound) {
        return row.fail().isRelative() && bound.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(edge(row.fail(), bound));
    }

    /** Return a remark for each row that asks more than the narrowest group can give; shares never do. */
    List<Message> aboveBound() {
        Optional<CollectiveBound> narrowest = KnownAsk.of(ask)
                .collective()
                .flatMap(collective -> layouts.values().stream()
                        .flatMap(layout -> CollectiveBound.of(collective, layout, algorithm).stream())
                        .min(Comparator.comparingLong(CollectiveBound::value)));
        return rows.stream()
                .filter(row -> !row.fail().isRelative())
                .flatMap(row -> narrowest
                        .filter(most -> most.isBelow(row.fail().declared().value()))
                        .stream()
                        .map(most -> Message.of(
                                "plan.limit-above-bound",
                                "ask",
                                ask,
                                "size",
                                Figures.size(row.size()),
                                "limit",
                                row.fail().declared(),
                                "bound",
                                new Quantity(most.value(), metric.unit()),
                                "how",
                                most.text())))
                .toList();
    }

    private static long edge(Bound declared, Optional<CollectiveBound> bound) {
        return declared.isRelative()
                ? bound.orElseThrow().share(declared.declared().value())
                : declared.declared().value();
    }

    private Optional<Message> beyond(CollectiveBound bound, long edge, long seen) {
        if (!bound.isBelow(edge) && !bound.isBelow(seen)) {
            return Optional.empty();
        }
        return Optional.of(Message.of(
                bound.isBelow(edge) ? "watch.limit-above-bound" : "watch.seen-above-bound",
                "seen",
                new Quantity(seen, metric.unit()),
                "limit",
                new Quantity(edge, metric.unit()),
                "bound",
                new Quantity(bound.value(), metric.unit()),
                "how",
                bound.text()));
    }

    private static Map<String, Object> standing(SizeLimit row, long edge, Optional<CollectiveBound> bound) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("declared", declared(row, edge, bound));
        values.put(AT_SIZE, Figures.size(row.size()));
        values.put("grade", row.grade().name());
        values.put("source", row.source());
        values.put("approved-by", row.approval().map(Approval::by).orElse("-"));
        values.put("approved-on", row.approval().map(a -> a.on().toString()).orElse("-"));
        values.put("warn-grade", row.grade().name());
        values.put("warn-source", row.source());
        return values;
    }

    private static String declared(SizeLimit row, long edge, Optional<CollectiveBound> bound) {
        String at = row.fail().text() + " at " + Figures.size(row.size());
        return bound.map(most -> at + (most.isBelow(edge) ? ", above the bound of " : ", the bound is ") + most.told())
                .orElse(at);
    }

    /** Return the bound of a group for what was measured there; empty where it has none, and for what is no group of the ask. */
    public Optional<CollectiveBound> bound(SubjectId subject, Measurement measurement) {
        Optional<Algorithm> ran = Algorithm.named(measurement.conditions().get(Algorithm.CONDITION));
        return Optional.ofNullable(layouts.get(subject))
                .flatMap(layout -> CollectiveBound.of(
                        measurement.curve().orElseThrow().collective(), layout, ran.or(() -> algorithm)));
    }

    private static Message noSuchSize(SizeLimit row, SizeCurve curve) {
        String measured = curve.points().stream()
                .map(SizeCurve.Point::bytes)
                .distinct()
                .map(Figures::size)
                .reduce((one, other) -> one + ", " + other)
                .orElse("-");
        return Message.of("collective.no-such-size", "size", Figures.size(row.size()), "measured", measured);
    }

    private Message noBound(SubjectId subject, SizeLimit row) {
        return Message.of(
                layouts.containsKey(subject) ? "collective.no-bound" : "collective.no-layout",
                "declared",
                row.fail().text());
    }

    private static Measurement withValue(Measurement of, OptionalLong value) {
        return new Measurement(
                of.metric(),
                of.subject(),
                value,
                Optional.empty(),
                of.histogram(),
                of.noise(),
                of.details(),
                of.conditions(),
                of.provenance(),
                of.curve());
    }
}
