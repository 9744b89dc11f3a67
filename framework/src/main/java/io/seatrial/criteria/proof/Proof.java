package io.seatrial.criteria.proof;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What several runs together say of one criterion and subject.
 *
 * @param judgement what counts
 * @param run the run that said it; empty where no run asked it
 * @param asked whether the cluster as a whole is asked it; what is not can only count against it
 * @param lapsed whether the run had it waived and the waiver has expired since
 * @param repaired runs in which it failed before, oldest first
 * @param unsure later runs that could not tell
 */
public record Proof(
        Judgement judgement,
        Optional<String> run,
        boolean asked,
        boolean lapsed,
        List<String> repaired,
        List<String> unsure) {
    public Proof {
        Objects.requireNonNull(judgement, "judgement");
        Objects.requireNonNull(run, "run");
        repaired = List.copyOf(repaired);
        unsure = List.copyOf(unsure);
        if (run.isEmpty() && !(judgement.verdict() instanceof Verdict.NotProven)) {
            throw new IllegalArgumentException(judgement.criterion() + " of " + judgement.subject()
                    + ": expected a run behind " + judgement.verdict());
        }
    }

    /** Tell whether some run asked it. */
    public boolean covered() {
        return run.isPresent();
    }
}
