package io.seatrial.criteria;

import io.seatrial.baseline.statistics.RunDecision;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** What is said of the comparisons of a run as a whole, beside the verdicts over its subjects. */
final class FamilyRemarks {
    private static final double MILLION = 1e6;
    /** Beyond it a number says no more than that nothing could be seen; also what a model without any spread gives. */
    private static final double MOST_SHOWN = 100;

    private FamilyRemarks() {}

    static List<Message> of(List<FamilyMember> members) {
        List<Message> remarks = new ArrayList<>();
        if (!members.isEmpty()) {
            remarks.add(odds(members.get(0).decision()));
        }
        members.forEach(member -> couldSee(member).ifPresent(remarks::add));
        members.stream()
                .filter(FamilyMember::isClassWorse)
                .map(FamilyRemarks::moved)
                .forEach(remarks::add);
        return remarks;
    }

    private static Message odds(RunDecision decision) {
        return Message.of(
                "baseline.family",
                "tests",
                (long) decision.tests(),
                "rate",
                share(BaselineFamily.FALSE_DISCOVERY_RATE),
                "threshold",
                p(decision.threshold()),
                "needed",
                p(decision.needed()),
                "smallest",
                p(decision.smallest()));
    }

    /** The subject of which least could have been seen speaks for its class. */
    private static Optional<Message> couldSee(FamilyMember member) {
        return member.all().stream()
                .max(Comparator.comparingDouble(tested -> tested.detectable() / Math.max(1e-9, tested.tolerance())))
                .map(tested -> Message.of(
                        tested.detectable() <= tested.tolerance() ? "baseline.could-see" : "baseline.could-not-see",
                        "ask",
                        member.unjudged().key().ask(),
                        "class",
                        named(member.unjudged().key().conditions()),
                        "detectable",
                        share(tested.detectable()),
                        "tolerance",
                        share(tested.tolerance()),
                        "runs",
                        (long) tested.history().runs(),
                        "rounds",
                        (long) tested.history().rounds(),
                        "cure",
                        tested.detectable() <= tested.tolerance() ? "" : cure(tested)));
    }

    private static Message moved(FamilyMember member) {
        return Message.of(
                "baseline.class-moved",
                "ask",
                member.unjudged().key().ask(),
                "class",
                named(member.unjudged().key().conditions()),
                "common",
                share(member.unjudged().comparison().common()),
                "p",
                p(member.unjudged().comparison().commonP()));
    }

    static String cure(Tested tested) {
        OptionalInt rounds = tested.history().roundsNeeded().get();
        return rounds.isPresent()
                ? rounds.getAsInt() + " rounds a run, or more accepted runs"
                : "more accepted runs: no number of rounds makes up for those that are missing";
    }

    static String named(Conditions conditions) {
        String pathClass = conditions.get(Conditions.PATH_CLASS);
        return pathClass.isEmpty() ? "all" : pathClass;
    }

    /** Return a share for people. */
    static Quantity share(double share) {
        double bounded = Double.isNaN(share) ? 1 : Math.max(-1, Math.min(share, MOST_SHOWN));
        return new Quantity(Math.round(bounded * MILLION), Unit.PARTS_PER_MILLION);
    }

    static String p(double p) {
        return String.format(Locale.ROOT, p < 0.001 ? "%.1e" : "%.3f", p);
    }
}
