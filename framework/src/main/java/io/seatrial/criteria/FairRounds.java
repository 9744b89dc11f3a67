package io.seatrial.criteria;

import io.seatrial.baseline.KnownConditions;
import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the rounds of a run gave as far as it counts: the values from which baselines are learned, and which are held against them. A
 * retest of what looked bad is no fair sample; one that was made because nothing before it counted (a host stood still, a connection
 * broke) stands in for it, because it was not chosen by its value.
 */
public final class FairRounds {
    private FairRounds() {}

    /**
     * Take the values out of all surveys of a run, with every condition that the run knows.
     *
     * @param criteria what is asked, for the rules by which a measurement counts; of what it does not know nothing is taken
     */
    public static RoundValues of(Collection<Survey> surveys, Criteria criteria) {
        KnownConditions known = KnownConditions.of(surveys);
        SortedMap<SeriesKey, RoundValues.OfClass> all = new TreeMap<>();
        for (Survey survey : surveys) {
            Optional<Ask> ask = criteria.ask(survey.ask());
            ask.filter(one -> one.counters().isEmpty())
                    .ifPresent(
                            one -> all.putAll(of(survey, one.samples(), known).classes()));
        }
        return new RoundValues(all);
    }

    /** Take the values out of one survey. */
    static RoundValues of(Survey survey, SampleRules rules, KnownConditions known) {
        SortedMap<SeriesKey, SortedMap<SubjectId, List<Long>>> rounds = new TreeMap<>();
        for (Map.Entry<SubjectId, List<Measurement>> entry : survey.subjects().entrySet()) {
            List<Measurement> fair = fair(entry.getValue(), rules);
            if (!fair.isEmpty()) {
                SeriesKey key = new SeriesKey(survey.ask(), survey.metric().id(), known.of(fair.get(0)));
                rounds.computeIfAbsent(key, k -> new TreeMap<>())
                        .put(
                                entry.getKey(),
                                fair.stream().map(m -> m.value().getAsLong()).toList());
            }
        }
        SortedMap<SeriesKey, RoundValues.OfClass> classes = new TreeMap<>();
        rounds.forEach((key, of) -> classes.put(key, new RoundValues.OfClass(survey.metric(), of)));
        return new RoundValues(classes);
    }

    /** A flow that only retests measured was never asked, but chosen because another one looked bad. */
    private static List<Measurement> fair(List<Measurement> measurements, SampleRules rules) {
        if (measurements.stream().noneMatch(m -> m.provenance().attempt() == 0)) {
            return List.of();
        }
        Attempts attempts = Attempts.of(measurements, rules);
        return attempts.rounds().isEmpty()
                ? attempts.retests().stream().limit(1).toList()
                : attempts.rounds();
    }
}
