package io.seatrial.criteria;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Is a limit kept in every window? One window beyond it fails, whatever the others say; one of which nothing is known proves nothing; one with
 * too little traffic is passed over as long as another has enough. What is better when it is higher has to happen once: the best window counts. Where only a bound is known it decides when it lies within the limit.
 *
 * @param ask id of the ask
 * @param metric what is judged
 * @param limits the rows that hold in this profile and on this platform, in the order of the file
 * @param speeds rated speeds, for rows that depend on them
 */
public record WindowLimit(String ask, Metric metric, List<Limit> limits, RatedSpeeds speeds) implements Criterion {
    /** The detail of a measurement without value that bounds it from below: so much was seen. */
    public static final String AT_LEAST = "at-least";
    /** The detail of a measurement without value that bounds it from above. */
    public static final String AT_MOST = "at-most";
    /** The detail of a measurement without value for which there was merely too little traffic: 1. */
    public static final String IDLE = "idle";

    public WindowLimit {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(speeds, "speeds");
        limits = List.copyOf(limits);
    }

    @Override
    public String id() {
        return ask + "." + Question.LIMIT.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        if (!survey.ask().equals(ask)) {
            throw new IllegalArgumentException("criterion of " + ask + ": cannot judge a survey of " + survey.ask());
        }
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        survey.subjects().forEach((subject, windows) -> verdicts.put(subject, judge(subject, windows)));
        return verdicts;
    }

    private Verdict judge(SubjectId subject, List<Measurement> windows) {
        if (windows.isEmpty()) {
            return Ruling.notProven(subject, Message.of("evidence.none"));
        }
        List<Verdict> verdicts = new ArrayList<>();
        Optional<Verdict> idle = Optional.empty();
        for (Measurement window : windows) {
            if (window.details().containsKey(IDLE)) {
                idle = Optional.of(Ruling.notProven(subject, window.cause().orElseThrow()));
            } else {
                verdicts.add(verdict(subject, window));
            }
        }
        return verdicts.stream().reduce(this::counts).orElseGet(idle::get);
    }

    /** What has to happen once needs one window in which it did; what must not happen is as bad as its worst window. */
    private Verdict counts(Verdict one, Verdict other) {
        Verdict worse = worse(one, other);
        Verdict better = worse == one ? other : one;
        return metric.better() == Direction.HIGHER_IS_BETTER ? better : worse;
    }

    /** Of two windows the one that counts: a failure, then what is not proven, then the larger number. */
    private Verdict worse(Verdict one, Verdict other) {
        if (rank(one) != rank(other)) {
            return rank(one) > rank(other) ? one : other;
        }
        boolean more = severity(other) > severity(one);
        return more == (metric.better() == Direction.LOWER_IS_BETTER) ? other : one;
    }

    private static int rank(Verdict verdict) {
        if (verdict instanceof Verdict.Fail) {
            return 2;
        }
        return verdict instanceof Verdict.NotProven ? 1 : 0;
    }

    private static double severity(Verdict verdict) {
        return verdict.evidence()
                .map(evidence -> (double) evidence.seen().value())
                .orElse(0.0);
    }

    private Verdict verdict(SubjectId subject, Measurement window) {
        Optional<Limit> limit = limits.stream()
                .filter(row -> row.holdsFor().matches(window.conditions(), speeds.of(subject)))
                .findFirst();
        if (limit.isEmpty()) {
            return Ruling.notProven(subject, Message.of("limit.none-declared", "ask", ask, "class", "-"));
        }
        if (window.value().isPresent()) {
            return known(subject, window, limit.get());
        }
        return bounded(subject, window, limit.get());
    }

    private Verdict bounded(SubjectId subject, Measurement window, Limit limit) {
        Long atMost = window.details().get(AT_MOST);
        if (atMost != null && !metric.better().isWorse(atMost, edge(limit))) {
            return pass(subject, window, limit, atMost, "window.pass-by-bound");
        }
        Long atLeast = window.details().get(AT_LEAST);
        return atLeast != null && metric.better().isWorse(atLeast, edge(limit))
                ? new Verdict.Fail(told("window.fail", subject, window, limit, atLeast), evidence(limit, atLeast))
                : unknown(subject, window);
    }

    private Verdict unknown(SubjectId subject, Measurement window) {
        return Ruling.notProven(subject, window.cause().orElseThrow());
    }

    private Verdict known(SubjectId subject, Measurement window, Limit limit) {
        long seen = window.value().getAsLong();
        return metric.better().isWorse(seen, edge(limit))
                ? new Verdict.Fail(told("window.fail", subject, window, limit, seen), evidence(limit, seen))
                : pass(subject, window, limit, seen, "window.pass");
    }

    private Verdict pass(SubjectId subject, Measurement window, Limit limit, long seen, String key) {
        OptionalLong warn = limit.warn().stream()
                .mapToLong(bound -> bound.declared().value())
                .findFirst();
        Optional<Message> watch = warn.isPresent() && metric.better().isWorse(seen, warn.getAsLong())
                ? Optional.of(Message.of(
                        "watch.warn-edge",
                        "seen",
                        amount(seen),
                        "warn",
                        amount(warn.getAsLong()),
                        "limit",
                        amount(edge(limit)),
                        "grade",
                        limit.foundingOfWarn().grade().name(),
                        "source",
                        limit.foundingOfWarn().source()))
                : Optional.empty();
        return new Verdict.Pass(told(key, subject, window, limit, seen), evidence(limit, seen), watch);
    }

    private static long edge(Limit limit) {
        return limit.fail().declared().value();
    }

    private Message told(String key, SubjectId subject, Measurement window, Limit limit, long seen) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("subject", subject.name());
        values.put("what", metric.id());
        values.put("seen", amount(seen));
        values.put("limit", amount(edge(limit)));
        values.put("where", window.conditions().get(Conditions.COUNTED_AT));
        values.put("during", window.conditions().get(Conditions.DURING));
        values.put("grade", limit.grade().name());
        values.put("source", limit.source());
        values.put("approved-by", limit.approval().map(Approval::by).orElse("-"));
        values.put("approved-on", limit.approval().map(a -> a.on().toString()).orElse("-"));
        String side = metric.better() == Direction.LOWER_IS_BETTER ? "at-most" : "at-least";
        return new Message(key + "." + side, values);
    }

    private Optional<Evidence> evidence(Limit limit, long seen) {
        Optional<Message> provisional = limit.provisional()
                ? Optional.of(DeclaredLimit.provisional(limit.grade(), limit.approval()))
                : Optional.empty();
        return Optional.of(new Evidence(
                amount(seen), Optional.of(amount(edge(limit))), Optional.empty(), metric.better(), provisional));
    }

    private Quantity amount(long value) {
        return new Quantity(value, metric.unit());
    }

    static WindowLimit of(Ask ask, List<Limit> rows, Cluster cluster) {
        return new WindowLimit(ask.id(), ask.metric(), rows, RatedSpeeds.of(cluster));
    }
}
