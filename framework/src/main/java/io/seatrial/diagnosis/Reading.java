package io.seatrial.diagnosis;

import io.seatrial.criteria.WindowLimit;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was judged of a link, a port or the cluster by its own readings, and the numbers behind it.
 *
 * @param judgement what it came to
 * @param measurements one for each window; empty for a setting
 */
public record Reading(Judgement judgement, List<Measurement> measurements) {

    public Reading {
        Objects.requireNonNull(judgement, "judgement");
        measurements = List.copyOf(measurements);
    }

    /** A waiver is a matter of people; what is read is as bad as before. */
    Verdict verdict() {
        return judgement.verdict() instanceof Verdict.Waived waived ? waived.instead() : judgement.verdict();
    }

    boolean isBad() {
        return verdict() instanceof Verdict.Fail;
    }

    boolean isNotProven() {
        return verdict() instanceof Verdict.NotProven;
    }

    String subject() {
        return judgement.subject().name();
    }

    /** Return the criterion without its question: {@code congestion.pause-ratio}. */
    String ask() {
        String criterion = judgement.criterion();
        int dot = criterion.lastIndexOf('.');
        return dot <= criterion.indexOf('.') ? criterion : criterion.substring(0, dot);
    }

    /** Return the window that made it bad: the one furthest on the wrong side. */
    Optional<Measurement> worst() {
        return measurements.stream()
                .filter(measurement ->
                        measurement.value().isPresent() || measurement.details().containsKey(WindowLimit.AT_LEAST))
                .max(Comparator.comparingLong(Reading::badness));
    }

    private static long badness(Measurement measurement) {
        boolean lowerIsBetter = measurement.metric().better() == Direction.LOWER_IS_BETTER;
        return lowerIsBetter ? seen(measurement) : -seen(measurement);
    }

    private static long seen(Measurement measurement) {
        return measurement.value().orElseGet(() -> measurement.details().getOrDefault(WindowLimit.AT_LEAST, 0L));
    }

    /** Return where its worst window was counted, empty where that is not known. */
    Optional<Place> place() {
        return worst().flatMap(
                        measurement -> Place.parse(measurement.conditions().get(Conditions.COUNTED_AT)));
    }

    /** Return the asks in whose traffic something was counted. */
    Set<String> during() {
        Set<String> asks = new TreeSet<>();
        measurements.stream()
                .filter(measurement -> seen(measurement) > 0)
                .map(measurement -> measurement.conditions().get(Conditions.DURING))
                .filter(ask -> !ask.isEmpty())
                .forEach(asks::add);
        return asks;
    }
}
