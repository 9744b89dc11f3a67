package io.seatrial.report.collectives;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * One ask of a collective.
 *
 * @param ask id of the ask
 * @param groups what was asked, the worst first
 * @param steps parts of groups that failed, measured apart to find why; no results of their own, the worst first
 */
public record AskCurves(String ask, List<GroupCurve> groups, List<GroupCurve> steps) {
    private static final Comparator<GroupCurve> WORST_FIRST = Comparator.comparing(GroupCurve::rank)
            .thenComparingDouble(GroupCurve::standing)
            .thenComparing(GroupCurve::group);

    public AskCurves {
        Objects.requireNonNull(ask, "ask");
        groups = groups.stream().sorted(WORST_FIRST).toList();
        steps = steps.stream().sorted(WORST_FIRST).toList();
    }

    /** Return the groups of which there is a curve. */
    public List<GroupCurve> drawn() {
        return groups.stream().filter(group -> group.curve().isPresent()).toList();
    }
}
