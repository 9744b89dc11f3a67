package io.seatrial.archive;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a run is, written before anything else.
 *
 * @param format version of the archive's layout
 * @param run id of the run, also the name of its folder
 * @param cluster name of the cluster
 * @param clusterHash SHA-256 of {@code cluster.yaml}
 * @param profile {@code bringup}, {@code nightly}, {@code pre} or {@code post}
 * @param seed seed of the plan
 * @param started when
 * @param hosts the hosts that were selected
 * @param options further options as given, for the report
 * @param version version of the product
 */
public record RunHeader(
        int format,
        String run,
        String cluster,
        String clusterHash,
        String profile,
        long seed,
        Instant started,
        List<String> hosts,
        Map<String, String> options,
        String version) {
    /** The first layout: lines as they are, and no manifest. */
    public static final int PLAIN = 1;

    /** The layout of new runs: lines compressed append by append, a manifest at the end. */
    public static final int FORMAT = 2;

    /** The option of an archive that no run wrote: it says from what it was constructed. */
    public static final String CONSTRUCTED = "constructed";

    public RunHeader {
        if (format < PLAIN || format > FORMAT) {
            throw new IllegalArgumentException("format: expected " + PLAIN + " to " + FORMAT + ", got " + format
                    + "; use the version that wrote it");
        }
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(started, "started");
        hosts = List.copyOf(hosts);
        options = Map.copyOf(options);
    }

    /** Tell whether lines are as they are, and no manifest says that all is there. */
    @JsonIgnore // said by the format
    public boolean isPlain() {
        return format == PLAIN;
    }

    /** Return from what the archive was constructed, empty for one that a run wrote. */
    public Optional<String> constructed() {
        return Optional.ofNullable(options.get(CONSTRUCTED));
    }
}
