package io.seatrial.diagnosis;

import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Group;
import java.util.List;
import java.util.Objects;

/**
 * The verdict of one ask on one group of ranks.
 *
 * @param group what ran together
 * @param ask id of the ask, for example {@code collective.all-reduce.pairs}
 * @param verdict what it came to
 * @param steps the flows from each rank to the next one, with the links that they cross; empty where GPUs play the ranks, for which NIC
 *     carries a step is up to the library
 */
public record GroupFinding(Group group, String ask, Verdict verdict, List<Flow> steps) {
    /** How the ids of asks of groups begin. */
    static final String FAMILY = "collective";

    public GroupFinding {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(verdict, "verdict");
        steps = List.copyOf(steps);
    }

    boolean isBad() {
        return judged() instanceof Verdict.Fail;
    }

    boolean isGood() {
        return judged() instanceof Verdict.Pass;
    }

    private Verdict judged() {
        return verdict instanceof Verdict.Waived waived ? waived.instead() : verdict;
    }

    boolean isOfOneHost() {
        return group.hosts().size() == 1;
    }

    /** Tell whether its steps say which NICs carry them. */
    boolean hasSteps() {
        return !steps.isEmpty();
    }

    /**
     * Return what it says of single flows. A ring is as fast as its slowest step, so one that does well clears all of them; one that does not
     * accuses none of them, unless it has only one.
     */
    List<Finding> ofSteps() {
        boolean tells = isGood() || group.ranks().size() == 2;
        return tells
                ? steps.stream().map(step -> new Finding(step, ask, verdict)).toList()
                : List.of();
    }
}
