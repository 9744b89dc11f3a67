package io.seatrial.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Which run it was.
 *
 * @param id name of the run, also of its folder
 * @param cluster name of the cluster
 * @param profile {@code bringup}, {@code nightly}, {@code pre}, {@code post}
 * @param start when it began, by the controller's clock
 * @param end when it was judged
 * @param virtual whether the fabric is simulated: then every page says so
 */
public record RunFacts(String id, String cluster, String profile, Instant start, Instant end, boolean virtual) {
    public RunFacts {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(end, "end");
    }

    /** Return how long it took. */
    public Duration length() {
        return Duration.between(start, end);
    }
}
