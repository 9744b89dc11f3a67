package io.seatrial.criteria;

import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.KnownConditions;
import io.seatrial.baseline.Reference;
import io.seatrial.baseline.statistics.Comparison;
import io.seatrial.baseline.statistics.RunDecision;
import io.seatrial.criteria.Ask.DriftRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.Survey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Every comparison of one run with its baseline: all subjects of all asks are one family of tests, so that a run of ten thousand healthy
 * links raises a false alarm as rarely as one of ten. It is made of all surveys before any of them is judged.
 */
public final class BaselineFamily {
    /** Share of false alarms among all alarms that is borne in the long run (domain notes, statistics). */
    public static final double FALSE_DISCOVERY_RATE = 0.005;

    /** One run shows nothing of how much runs differ when nothing is wrong. */
    static final int FEWEST_RUNS = 2;

    private final Optional<Baseline> baseline;
    private final Optional<Message> objection;
    private final KnownConditions known;
    private final Map<SeriesKey, FamilyMember> members;
    private final boolean screening;

    private BaselineFamily(
            Optional<Baseline> baseline,
            Optional<Message> objection,
            KnownConditions known,
            Map<SeriesKey, FamilyMember> members,
            boolean screening) {
        this.baseline = baseline;
        this.objection = objection;
        this.known = known;
        this.members = members;
        this.screening = screening;
    }

    /** Make the family of a run without a baseline. */
    public static BaselineFamily none() {
        return new BaselineFamily(Optional.empty(), Optional.empty(), KnownConditions.of(List.of()), Map.of(), false);
    }

    /**
     * Make the family that a whole run is judged by.
     *
     * @param baseline what was accepted; asked for and empty gives verdicts <em>not proven</em>
     * @param surveys every survey of the run
     */
    public static BaselineFamily of(
            Optional<Baseline> baseline,
            Criteria criteria,
            Profile profile,
            Cluster cluster,
            Collection<Survey> surveys) {
        return of(baseline, rules(criteria, profile), cluster, surveys, false);
    }

    /**
     * Make the family of what is known while a run goes on. It calls worse whatever is beyond its tolerance, by chance or not: that is what
     * deserves a retest, and no verdict.
     *
     * @param surveys what is to be screened
     */
    public static BaselineFamily screening(
            Optional<Baseline> baseline,
            Criteria criteria,
            Profile profile,
            Cluster cluster,
            Collection<Survey> surveys) {
        return of(baseline.map(Baseline::withoutNics), rules(criteria, profile), cluster, surveys, true);
    }

    private static Map<String, Ask> rules(Criteria criteria, Profile profile) {
        Map<String, Ask> rules = new LinkedHashMap<>();
        criteria.asked(profile).stream()
                .filter(asked -> asked.question() == Question.BASELINE)
                .forEach(asked ->
                        rules.put(asked.ask(), criteria.ask(asked.ask()).orElseThrow()));
        return rules;
    }

    private static BaselineFamily of(
            Optional<Baseline> baseline,
            Map<String, Ask> asks,
            Cluster cluster,
            Collection<Survey> surveys,
            boolean screening) {
        KnownConditions known = KnownConditions.of(surveys);
        Optional<Message> foreign = baseline.flatMap(accepted -> accepted.foreign(
                cluster.name(), cluster.hosts().stream().map(Host::name).collect(Collectors.toSet())));
        List<FamilyMember.Unjudged> compared = new ArrayList<>();
        if (baseline.isPresent() && foreign.isEmpty()) {
            for (Survey survey : surveys) {
                if (asks.containsKey(survey.ask())) {
                    compared.addAll(compared(baseline.get(), asks.get(survey.ask()), survey, known));
                }
            }
        }
        return new BaselineFamily(baseline, foreign, known, members(compared), screening);
    }

    private static List<FamilyMember.Unjudged> compared(
            Baseline baseline, Ask ask, Survey survey, KnownConditions known) {
        List<FamilyMember.Unjudged> compared = new ArrayList<>();
        RoundValues values = FairRounds.of(survey, ask.samples(), known);
        values.classes().forEach((key, of) -> {
            if (baseline.find(key.ask(), of.metric(), key.conditions()) instanceof Baseline.Lookup.Found found
                    && found.reference().learned() >= FEWEST_RUNS) {
                DriftRule rule = ask.drift().orElseThrow();
                compared.add(FamilyMember.Unjudged.of(key, found.reference(), rule.ofFlow(), of.rounds()));
            }
        });
        return compared;
    }

    private static Map<SeriesKey, FamilyMember> members(List<FamilyMember.Unjudged> compared) {
        List<Comparison> comparisons =
                compared.stream().map(FamilyMember.Unjudged::comparison).toList();
        List<double[]> tolerances =
                compared.stream().map(FamilyMember.Unjudged::tolerances).toList();
        RunDecision decision = RunDecision.ofEachSubject(comparisons, tolerances, FALSE_DISCOVERY_RATE);
        Map<SeriesKey, FamilyMember> members = new LinkedHashMap<>();
        for (int i = 0; i < compared.size(); i++) {
            members.put(compared.get(i).key(), new FamilyMember(compared.get(i), i, decision));
        }
        return members;
    }

    /** Return why nothing can be held against the baseline at all: there is none, or it is of something else. */
    Optional<Message> objection(String ask, Metric metric) {
        return baseline.isEmpty()
                ? Optional.of(Message.of("baseline.missing", "ask", ask, "metric", metric.id()))
                : objection;
    }

    /** Return when the newest accepted run began. */
    Instant newest() {
        return baseline.orElseThrow().origin().newest();
    }

    Instant accepted() {
        return baseline.orElseThrow().origin().accepted().at();
    }

    /** Look for the reference of a measurement under all conditions that its run knows. */
    Baseline.Lookup find(String ask, Measurement measurement) {
        return baseline.orElseThrow().find(ask, measurement.metric(), known.of(measurement));
    }

    /** Return what the family says of a subject; empty where it has no reference of its own. */
    Optional<Tested> tested(String ask, Measurement measurement) {
        SeriesKey key = new SeriesKey(ask, measurement.metric().id(), known.of(measurement));
        return Optional.ofNullable(members.get(key)).flatMap(member -> member.tested(measurement.subject(), screening));
    }

    /** Return the spread of a class, which its subjects without a reference of their own are held against. */
    Reference.Spread spread(String ask, Measurement measurement, Reference reference) {
        SeriesKey key = new SeriesKey(ask, measurement.metric().id(), known.of(measurement));
        return Optional.ofNullable(members.get(key)).map(FamilyMember::spread).orElseGet(reference::overSubjects);
    }

    /** Say what this run could have seen, which classes moved as a whole, and by what odds it was judged. */
    public List<Message> remarks() {
        return FamilyRemarks.of(List.copyOf(members.values()));
    }
}
