package io.seatrial.baseline.comparing;

import io.seatrial.baseline.statistics.FalseDiscovery;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/**
 * Holds one run against another, subject by subject. All subjects of all asks are one family of tests per direction; a subject counts only
 * if its move is beyond what is tolerated <em>and</em> beyond what chance does.
 */
public final class Comparing {
    private static final Comparator<SubjectMove> WORST_FIRST = Comparator.comparing(SubjectMove::effect)
            .thenComparing(SubjectMove::shared)
            .thenComparing(Comparing::badness, Comparator.reverseOrder())
            .thenComparing(SubjectMove::key)
            .thenComparing(SubjectMove::subject);

    private Comparing() {}

    /**
     * Compare.
     *
     * @param before the first run
     * @param after the second run
     */
    public static BeforeAfter of(Side before, Side after, Rules rules) {
        List<Pairs> classes = paired(before.values(), after.values());
        double[] worse = Pairs.p(classes, true);
        double[] better = Pairs.p(classes, false);
        Ruling ruling = new Ruling(
                rules,
                FalseDiscovery.threshold(worse, rules.q()),
                FalseDiscovery.threshold(better, rules.q()),
                rules.q() / Math.max(1, worse.length));
        List<ClassMove> moved = new ArrayList<>();
        List<SubjectMove> subjects = new ArrayList<>();
        for (Pairs pairs : classes) {
            Ruling.Ruled ruled = ruling.of(pairs);
            moved.add(ruled.whole());
            subjects.addAll(ruled.subjects());
        }
        subjects.addAll(Unpaired.of(before, after, classes));
        subjects.sort(WORST_FIRST);
        return new BeforeAfter(moved, subjects, worse.length);
    }

    /** Larger is worse; what has no move comes after what has one. */
    private static double badness(SubjectMove move) {
        return move.move()
                .map(by -> by.isWorse(move.metric().better()) ? Math.abs(by.change()) : -Math.abs(by.change()))
                .orElse(-Double.MAX_VALUE);
    }

    private static List<Pairs> paired(RoundValues before, RoundValues after) {
        SortedMap<SeriesKey, RoundValues.OfClass> later = after.classes();
        return before.classes().entrySet().stream()
                .filter(entry -> later.containsKey(entry.getKey()))
                .flatMap(entry -> Pairs.of(entry.getKey(), entry.getValue(), later.get(entry.getKey())).stream())
                .toList();
    }
}
