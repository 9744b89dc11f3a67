package io.seatrial.baseline;

import io.seatrial.measurement.SubjectId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * How a baseline came to be.
 *
 * @param cluster name of the cluster that was measured
 * @param clusterHash SHA-256 of its {@code cluster.yaml} when the baseline was accepted
 * @param fabric fabric of all these runs
 * @param virtual whether they were made in the virtual cluster
 * @param runs the runs that it was learned from, in order of time
 * @param accepted who, when and why
 * @param leftOut values that were not learned from
 * @param before the baselines that stood in its place before, oldest first
 */
public record Origin(
        String cluster,
        String clusterHash,
        String fabric,
        boolean virtual,
        List<OfRun> runs,
        Acceptance accepted,
        List<LeftOut> leftOut,
        List<Predecessor> before) {
    public Origin {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(clusterHash, "clusterHash");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(accepted, "accepted");
        runs = List.copyOf(runs);
        leftOut = List.copyOf(leftOut);
        before = List.copyOf(before);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("origin of a baseline: expected at least one run, got none");
        }
    }

    /** Return when the newest of the runs began: that a baseline was accepted today makes old runs no newer. */
    public Instant newest() {
        return runs.get(runs.size() - 1).at();
    }

    Origin after(List<Predecessor> earlier) {
        return new Origin(cluster, clusterHash, fabric, virtual, runs, accepted, leftOut, earlier);
    }

    /** A run that was learned from, and when it began. */
    public record OfRun(String id, Instant at) {
        public OfRun {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(at, "at");
        }
    }

    /**
     * A value of a run that was not learned from.
     *
     * @param value in the unit of the metric
     * @param byName whether a person named it; else it was better than all others, which agree before and after it
     */
    public record LeftOut(String run, SubjectId subject, String ask, String metric, long value, boolean byName) {
        public LeftOut {
            Objects.requireNonNull(run, "run");
            Objects.requireNonNull(subject, "subject");
            Objects.requireNonNull(ask, "ask");
            Objects.requireNonNull(metric, "metric");
        }
    }

    /**
     * A baseline that another one replaced.
     *
     * @param sha256 of its file
     * @param runs ids of the runs behind it
     */
    public record Predecessor(String sha256, Acceptance accepted, List<String> runs) {
        public Predecessor {
            Objects.requireNonNull(sha256, "sha256");
            Objects.requireNonNull(accepted, "accepted");
            runs = List.copyOf(runs);
        }
    }
}
