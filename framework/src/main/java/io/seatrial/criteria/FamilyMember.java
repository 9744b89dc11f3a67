package io.seatrial.criteria;

import io.seatrial.baseline.Reference;
import io.seatrial.baseline.Tolerance;
import io.seatrial.baseline.statistics.ClassModel;
import io.seatrial.baseline.statistics.Comparison;
import io.seatrial.baseline.statistics.Deviation;
import io.seatrial.baseline.statistics.Finding;
import io.seatrial.baseline.statistics.RobustZ;
import io.seatrial.baseline.statistics.RunDecision;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.commons.statistics.descriptive.Median;

/** One class of a run within its family: what was compared, and what the family makes of it. */
final class FamilyMember {
    /** The power for which a loss counts as one that would have been seen. */
    static final double POWER = 0.8;

    private static final double CONFIDENCE = 0.05;
    /** Shares that differ by less are equal: no metric counts in finer steps. */
    private static final double RESOLUTION = 1e-6;

    private final Unjudged of;
    private final int index;
    private final RunDecision decision;
    private final Reference.Spread spread;
    private final Optional<RobustZ> screen;
    private final Map<SubjectId, Integer> positions = new HashMap<>();
    private final Map<Integer, Double> detectable = new HashMap<>();
    private final Map<Integer, Double> margins = new HashMap<>();
    private Optional<OptionalInt> needed = Optional.empty();

    FamilyMember(Unjudged of, int index, RunDecision decision) {
        this.of = of;
        this.index = index;
        this.decision = decision;
        this.spread = of.reference().overSubjects();
        this.screen = screen(of.comparison());
        of.reference().subjects().keySet().forEach(subject -> positions.put(subject, positions.size()));
    }

    /**
     * A class of which nothing is decided yet.
     *
     * @param rounds by position of the subject in the reference, how many rounds this run has of it
     * @param tolerances by the same position, the share of its reference that may be lost
     */
    record Unjudged(
            SeriesKey key,
            Reference reference,
            ClassModel model,
            Comparison comparison,
            int[] rounds,
            double[] tolerances) {
        static Unjudged of(
                SeriesKey key, Reference reference, Tolerance tolerance, Map<SubjectId, List<Long>> measured) {
            ClassModel model = reference.model();
            double[][] aligned = reference.aligned(measured);
            int[] rounds = new int[aligned.length];
            double[] tolerances = new double[aligned.length];
            int next = 0;
            for (SubjectId subject : reference.subjects().keySet()) {
                rounds[next] = aligned[next].length;
                tolerances[next++] =
                        share(tolerance, reference.of(subject).orElseThrow().median());
            }
            return new Unjudged(key, reference, model, model.compare(aligned), rounds, tolerances);
        }

        /** Nothing is a share of nothing: what has a reference of 0 is held against its class. */
        private static double share(Tolerance tolerance, long reference) {
            return reference == 0 ? 0 : (double) tolerance.room(reference) / reference;
        }
    }

    private static Optional<RobustZ> screen(Comparison comparison) {
        double[] own = comparison.subjects().stream()
                .flatMap(Optional::stream)
                .mapToDouble(Deviation::own)
                .toArray();
        return own.length == 0 ? Optional.empty() : Optional.of(RobustZ.of(own, RESOLUTION));
    }

    Reference.Spread spread() {
        return spread;
    }

    Unjudged unjudged() {
        return of;
    }

    RunDecision decision() {
        return decision;
    }

    boolean isClassWorse() {
        return decision.isClassWorse(index);
    }

    Optional<Tested> tested(SubjectId subject, boolean screening) {
        Integer position = positions.get(subject);
        boolean countable =
                position != null && of.reference().of(subject).orElseThrow().median() > 0;
        return countable
                ? of.comparison().subjects().get(position).map(deviation -> tested(position, deviation, screening))
                : Optional.empty();
    }

    private Tested tested(int position, Deviation deviation, boolean screening) {
        int rounds = Math.max(1, of.rounds()[position]);
        double tolerance = of.tolerances()[position];
        double worst = Math.max(deviation.own(), deviation.raw());
        Finding finding = decision.finding(index, position);
        return new Tested(
                screening && worst > tolerance ? Finding.WORSE : finding,
                deviation,
                of.comparison().common(),
                tolerance,
                detectable(rounds),
                margins.computeIfAbsent(rounds, r -> of.model().detectable(CONFIDENCE, 0.5, r)),
                screen.map(members -> members.z(deviation.own())).orElse(0.0),
                new Tested.Odds(decision.threshold(), decision.needed(), decision.tests()),
                new Tested.History(of.reference().learned(), rounds, this::roundsNeeded));
    }

    private double detectable(int rounds) {
        return detectable.computeIfAbsent(rounds, r -> of.model().detectable(decision.needed(), POWER, r));
    }

    /** Of the median tolerance of the class; looked for only where somebody asks, because it takes its time. */
    private OptionalInt roundsNeeded() {
        if (needed.isEmpty()) {
            double tolerance = Median.withDefaults().evaluate(of.tolerances());
            needed = Optional.of(of.model().roundsFor(tolerance, decision.needed(), POWER));
        }
        return needed.get();
    }

    /** Return what is said of each subject with a value and a reference. */
    Collection<Tested> all() {
        List<Tested> all = new ArrayList<>();
        positions.keySet().forEach(subject -> tested(subject, false).ifPresent(all::add));
        return all;
    }
}
