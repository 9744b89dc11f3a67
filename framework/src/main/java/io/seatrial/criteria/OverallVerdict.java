package io.seatrial.criteria;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Verdict;
import java.util.Collection;

/** The one answer of a run, with its exit status. */
public enum OverallVerdict {
    /** Everything that was asked is kept or waived, and at least one thing was proven. */
    ACCEPTED(0),
    /** Something failed. */
    REJECTED(1),
    /** Nothing failed, and something could not be told. */
    NOT_PROVEN(3),
    /** The run itself failed or was interrupted. */
    RUN_FAILED(4);

    private final int exitStatus;

    OverallVerdict(int exitStatus) {
        this.exitStatus = exitStatus;
    }

    /** Return the exit status of the command line. */
    public int exitStatus() {
        return exitStatus;
    }

    /**
     * Join judgements, waivers already applied: a failed run outranks a failure, that outranks missing evidence, that outranks
     * acceptance. Judgements of which none passed are never accepted, nor are no judgements at all.
     *
     * @param runFailed whether the run itself failed or was interrupted
     */
    public static OverallVerdict of(Collection<Judgement> judgements, boolean runFailed) {
        if (runFailed) {
            return RUN_FAILED;
        }
        if (has(judgements, Verdict.Fail.class)) {
            return REJECTED;
        }
        boolean proven = has(judgements, Verdict.Pass.class) && !has(judgements, Verdict.NotProven.class);
        return proven ? ACCEPTED : NOT_PROVEN;
    }

    /** Return what it is where traffic was asked and nothing of it was measured: readings alone accept no such run. */
    public OverallVerdict withoutTraffic() {
        return this == ACCEPTED ? NOT_PROVEN : this;
    }

    private static boolean has(Collection<Judgement> judgements, Class<? extends Verdict> kind) {
        return judgements.stream().map(Judgement::verdict).anyMatch(kind::isInstance);
    }
}
