package io.seatrial.criteria;

import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.Reference;
import io.seatrial.baseline.Tolerance;
import io.seatrial.baseline.statistics.ClassModel;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SeriesKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What a run could see by a baseline, before it is made: how many rounds a loss takes that is as large as what is tolerated.
 *
 * @param key of what
 * @param runs accepted runs that measured it
 * @param tolerance share of the median reference that may be lost
 * @param detectable the loss that one round finds with a probability of 80 %
 * @param rounds how many rounds find the tolerance; empty where no number does
 */
public record BaselineOutlook(SeriesKey key, int runs, double tolerance, double detectable, OptionalInt rounds) {
    /** Return the outlook of each reference that a profile asks. All of them are one family, as when the run will be judged. */
    public static List<BaselineOutlook> of(Baseline baseline, Criteria criteria, Profile profile) {
        Map<SeriesKey, Tolerance> asked = new TreeMap<>();
        criteria.asked(profile).stream()
                .filter(one -> one.question() == Question.BASELINE)
                .forEach(one -> baseline.references().keySet().stream()
                        .filter(key -> key.ask().equals(one.ask()))
                        .forEach(key -> asked.put(
                                key,
                                criteria.ask(one.ask())
                                        .flatMap(Ask::drift)
                                        .orElseThrow()
                                        .ofFlow())));
        int tests = asked.keySet().stream()
                .mapToInt(key -> baseline.references().get(key).subjects().size() + 1)
                .sum();
        List<BaselineOutlook> outlook = new ArrayList<>();
        asked.forEach((key, tolerance) -> {
            Reference reference = baseline.references().get(key);
            if (reference.learned() >= BaselineFamily.FEWEST_RUNS) {
                outlook.add(of(key, reference, tolerance, BaselineFamily.FALSE_DISCOVERY_RATE / tests));
            }
        });
        return outlook;
    }

    private static BaselineOutlook of(SeriesKey key, Reference reference, Tolerance tolerance, double alpha) {
        ClassModel model = reference.model();
        long median = Math.max(1, reference.overSubjects().median());
        double share = (double) tolerance.room(median) / median;
        return new BaselineOutlook(
                key,
                reference.learned(),
                share,
                model.detectable(alpha, FamilyMember.POWER, 1),
                model.roundsFor(share, alpha, FamilyMember.POWER));
    }

    /** Say it. */
    public Message said() {
        return Message.of(
                rounds.isPresent() ? "baseline.plan" : "baseline.plan-never",
                "ask",
                key.ask(),
                "class",
                FamilyRemarks.named(key.conditions()),
                "tolerance",
                FamilyRemarks.share(tolerance),
                "rounds",
                (long) rounds.orElse(0),
                "runs",
                (long) runs,
                "detectable",
                FamilyRemarks.share(detectable));
    }
}
