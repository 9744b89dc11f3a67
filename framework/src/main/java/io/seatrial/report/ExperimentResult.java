package io.seatrial.report;

import io.seatrial.baseline.comparing.Effect;
import io.seatrial.criteria.experiment.Experiment;
import io.seatrial.criteria.experiment.LevelEffect;
import io.seatrial.measurement.Message;
import io.seatrial.report.ComparedRuns.Answer;
import java.util.List;
import java.util.Objects;

/**
 * What an experiment came to.
 *
 * @param experiment as it is declared
 * @param cluster name of the cluster
 * @param virtual whether its fabric is simulated
 * @param runs the runs that count
 * @param missing how many runs are not measured yet
 * @param effects what every level does against the first one
 * @param remarks what has to be known before reading
 */
public record ExperimentResult(
        Experiment experiment,
        String cluster,
        boolean virtual,
        List<String> runs,
        int missing,
        List<LevelEffect> effects,
        List<Message> remarks) {
    public ExperimentResult {
        Objects.requireNonNull(experiment, "experiment");
        Objects.requireNonNull(cluster, "cluster");
        runs = List.copyOf(runs);
        effects = List.copyOf(effects);
        remarks = List.copyOf(remarks);
    }

    /** Return whether a level makes anything worse; without all blocks and a clear effect everywhere that cannot be told. */
    public Answer answer() {
        if (has(Effect.WORSE)) {
            return Answer.WORSE;
        }
        boolean open = has(Effect.CANNOT_TELL) || missing > 0 || effects.isEmpty();
        return open ? Answer.CANNOT_TELL : has(Effect.BETTER) ? Answer.BETTER : Answer.NOTHING_WORSE;
    }

    private boolean has(Effect effect) {
        return effects.stream().anyMatch(one -> one.effect() == effect);
    }
}
