package io.seatrial.archive.history;

import java.time.Instant;
import java.util.Objects;

/**
 * A run as the history knows it.
 *
 * @param cluster name of the cluster
 * @param run id of the run, once in its cluster
 * @param profile {@code bringup}, {@code nightly}, {@code pre} or {@code post}
 * @param started when, to the ms
 * @param ended when it was judged, to the ms
 * @param verdict the word of its outcome
 * @param status its exit status
 * @param countable whether it may count toward a baseline
 * @param fabric what its traffic ran on, several with commas, empty where no measurement told
 * @param version version of the product
 * @param hash SHA-256 over everything that is stored of it
 */
public record StoredRun(
        String cluster,
        String run,
        String profile,
        Instant started,
        Instant ended,
        String verdict,
        int status,
        boolean countable,
        String fabric,
        String version,
        String hash) {
    public StoredRun {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(started, "started");
        Objects.requireNonNull(ended, "ended");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(hash, "hash");
    }
}
