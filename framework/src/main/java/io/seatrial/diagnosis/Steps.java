package io.seatrial.diagnosis;

import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Judges the steps of rings that failed, which ran two ranks at a time: one is slow that does not keep the limit of the ring, or that gets less
 * than half of the best step of the same ask; where no limit is declared, less than four fifths. Steps are no results: what they say names a
 * suspect and nothing else.
 */
public final class Steps {
    /** In tenths, of the best step: steps of sound links lie within a few percent of each other (as pairs do, see {@link PairBlame}). */
    private static final long SLOW_TENTHS = 8;

    /** A step that keeps the limit which the ring broke is not why, unless it stands far apart. */
    private static final long APART_TENTHS = 5;

    private static final long TENTHS = 10;

    private final Survey survey;
    private final Map<SubjectId, Verdict> limits;
    private final long best;

    /**
     * @param survey of the ask, in which steps are subjects beside the groups
     * @param steps which subjects are steps
     * @param limits what the declared limit of the ask says of each subject
     */
    public Steps(Survey survey, Set<SubjectId> steps, Map<SubjectId, Verdict> limits) {
        this.survey = survey;
        this.limits = Map.copyOf(limits);
        this.best = steps.stream()
                .map(this::value)
                .flatMapToLong(OptionalLong::stream)
                .max()
                .orElse(0);
    }

    private OptionalLong value(SubjectId step) {
        return survey.of(step).stream()
                .map(Measurement::value)
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    /** Return what a step came to, empty where it was not measured at all. */
    public Optional<Verdict> of(SubjectId step) {
        if (survey.of(step).isEmpty()) {
            return Optional.empty();
        }
        OptionalLong value = value(step);
        if (value.isEmpty()) {
            return Optional.of(new Verdict.NotProven(
                    survey.of(step).get(0).cause().orElseGet(() -> Message.of("evidence.none")), Optional.empty()));
        }
        boolean slow = limits.get(step) instanceof Verdict.Fail || value.getAsLong() * TENTHS < best * edge(step);
        Message message = new Message(slow ? "step.slow" : "step.good", values(step, value.getAsLong()));
        return Optional.of(
                slow
                        ? new Verdict.Fail(message, Optional.empty())
                        : new Verdict.Pass(message, Optional.empty(), Optional.empty()));
    }

    private long edge(SubjectId step) {
        return limits.get(step) instanceof Verdict.Pass ? APART_TENTHS : SLOW_TENTHS;
    }

    private SortedMap<String, Object> values(SubjectId step, long value) {
        SortedMap<String, Object> values = new TreeMap<>();
        values.put("subject", step.name());
        values.put("value", new Quantity(value, survey.metric().unit()));
        values.put("best", new Quantity(best, survey.metric().unit()));
        return values;
    }
}
