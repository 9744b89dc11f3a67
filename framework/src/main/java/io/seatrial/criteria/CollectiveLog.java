package io.seatrial.criteria;

import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.LogFinding.Outcome;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Did the library use the fabric as it is meant to be used, by its own words? What is broken in any attempt that gave a number fails: that number
 * was measured over something else. A job that came to no end accuses nobody, but its log says why better than its last rank does.
 *
 * @param ask id of the ask
 */
public record CollectiveLog(String ask) implements Criterion {
    /** A request that failed says most of where the fault is; the others stand in the order of causes and what follows from them. */
    private static final Comparator<LogFinding> TELLING =
            Comparator.comparing(finding -> !finding.assertion().equals("completions"));

    public CollectiveLog {
        Objects.requireNonNull(ask, "ask");
    }

    @Override
    public String id() {
        return ask + "." + Question.LOG.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        if (!survey.ask().equals(ask)) {
            throw new IllegalArgumentException("criterion of " + ask + ": cannot judge a survey of " + survey.ask());
        }
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        survey.subjects().forEach((subject, all) -> verdicts.put(subject, verdict(subject, all)));
        return verdicts;
    }

    private static Verdict verdict(SubjectId subject, List<Measurement> all) {
        List<Measurement> counting = all.stream()
                .filter(measurement ->
                        measurement.value().isPresent() && measurement.log().isPresent())
                .toList();
        Optional<LogFinding> broken = broken(counting);
        if (broken.isPresent()) {
            return new Verdict.Fail(about(subject, broken.get().messages().get(0)), Optional.empty());
        }
        return counting.stream()
                .filter(measurement -> unknown(measurement).isEmpty())
                .findFirst()
                .map(measurement -> pass(subject, measurement))
                .orElseGet(() -> Ruling.notProven(subject, whyNot(all, counting)));
    }

    private static Optional<LogFinding> broken(List<Measurement> measurements) {
        return findings(measurements, Outcome.BROKEN).min(TELLING);
    }

    private static Stream<LogFinding> findings(List<Measurement> measurements, Outcome outcome) {
        return measurements.stream()
                .flatMap(measurement -> measurement.log().stream())
                .flatMap(log -> log.findings().stream())
                .filter(finding -> finding.outcome() == outcome);
    }

    private static Optional<Message> unknown(Measurement measurement) {
        return findings(List.of(measurement), Outcome.CANNOT_TELL)
                .findFirst()
                .map(finding -> finding.messages().get(0));
    }

    private static Message whyNot(List<Measurement> all, List<Measurement> counting) {
        if (!counting.isEmpty()) {
            return unknown(counting.get(0)).orElseThrow();
        }
        return broken(all)
                .map(finding -> finding.messages().get(0))
                .or(() -> all.stream()
                        .flatMap(measurement -> measurement.cause().stream())
                        .findFirst())
                .orElseGet(() -> Message.of("log.none"));
    }

    private static Verdict pass(SubjectId subject, Measurement measurement) {
        long assertions = measurement.log().orElseThrow().findings().size();
        String file = measurement.log().orElseThrow().file();
        Message message = Message.of("log.pass", "subject", subject.name(), "count", assertions, "file", file);
        return new Verdict.Pass(message, Optional.empty(), Optional.empty());
    }

    private static Message about(SubjectId subject, Message message) {
        return Ruling.notProven(subject, message).message();
    }
}
