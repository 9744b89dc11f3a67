package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;

/**
 * A step of training, as far as the network sees it: gradients are computed bucket by bucket, and each bucket is reduced over all ranks while the
 * next one is computed.
 *
 * @param buckets how many
 * @param bucketBytes size of each
 * @param compute what computing one takes when nothing else runs
 */
public record TrainingStep(int buckets, long bucketBytes, Duration compute) {
    /** FORMAT.md, Overlap. */
    public static final int MOST_BUCKETS = 1024;

    public static final long LARGEST_BUCKET = 1L << 30;
    public static final Duration LEAST_COMPUTE = Duration.ofNanos(1_000);
    public static final Duration MOST_COMPUTE = Duration.ofSeconds(1);
    private static final long LEAST_BUCKET = 4;

    /** Computing alone, communication alone, both together. */
    private static final int KINDS = 3;

    public TrainingStep {
        if (buckets < 1 || buckets > MOST_BUCKETS || bucketBytes < LEAST_BUCKET || bucketBytes > LARGEST_BUCKET) {
            throw new IllegalArgumentException("training step: expected 1.." + MOST_BUCKETS
                    + " buckets of 4 B to 1 GiB, got " + buckets + " of " + bucketBytes + " B");
        }
        if (compute.compareTo(LEAST_COMPUTE) < 0 || compute.compareTo(MOST_COMPUTE) > 0) {
            throw new IllegalArgumentException("training step: expected 1 us to 1 s of computing, got " + compute);
        }
    }

    /** Return what must be equal before two steps may be compared. */
    Map<String, String> conditions() {
        return Map.of(
                "buckets",
                Integer.toString(buckets),
                "bucket-bytes",
                Long.toString(bucketBytes),
                "compute-ns",
                Long.toString(compute.toNanos()));
    }

    /**
     * Return how long the three kinds of step take.
     *
     * @param reduction of one bucket alone, ns
     * @param iterations that are timed, after one that is not
     */
    Duration expected(long reduction, int iterations) {
        return Duration.ofNanos((compute.toNanos() + reduction) * buckets).multipliedBy((iterations + 1L) * KINDS);
    }

    /** Return how often a bucket is reduced: alone, and beside computing. */
    long reductions(int iterations) {
        return 2L * (iterations + 1) * buckets;
    }

    /** Put what every rank must know. */
    void fill(ObjectNode node) {
        node.put("buckets", buckets).put("bucket_bytes", bucketBytes).put("compute_ns", compute.toNanos());
    }
}
