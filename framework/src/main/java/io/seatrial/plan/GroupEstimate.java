package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Collective;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * What groups take, over all sizes of a curve. One operation takes {@code steps x step + bytes x f(n) / rate} (domain notes 1.3 and 1.4): with
 * many ranks and small sizes the steps of the ring are all that counts.
 *
 * @param collective what runs
 * @param sizes bytes by the convention of the collective, each more than 0
 * @param iterations operations for each size, those that warm up and those of a second placement included
 * @param rate bus bandwidth to expect, bit/s
 * @param step time of one step of the ring, 0 or more
 */
public record GroupEstimate(Collective collective, List<Long> sizes, int iterations, long rate, Duration step) {
    private static final double NANOS = 1e9;

    public GroupEstimate {
        Objects.requireNonNull(collective, "collective");
        sizes = List.copyOf(sizes);
        if (sizes.isEmpty() || sizes.stream().anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException("estimate: sizes: expected one or more, each above 0, got " + sizes);
        }
        if (iterations < 1 || rate < 1 || step.isNegative()) {
            throw new IllegalArgumentException(
                    "estimate: expected iterations and bit/s above 0 and a step of 0 or more," + " got " + iterations
                            + ", " + rate + ", " + step);
        }
    }

    /**
     * Return how many ranks a group has: with {@link RankKind#GPU} all GPUs of its hosts, and one for each port of a rail.
     *
     * @param cluster the cluster that the groups were made for
     */
    public static ToIntFunction<Group> ranks(Cluster cluster, RankKind kind) {
        Map<String, Integer> gpus = cluster.hosts().stream().collect(Collectors.toMap(Host::name, Host::gpus));
        return group -> kind == RankKind.NIC || group.shape() == GroupShape.RAIL
                ? group.ranks().size()
                : group.hosts().stream().mapToInt(gpus::get).sum();
    }

    /** Return what one group of so many ranks takes; the bytes are those that all ranks send together. */
    public Estimate.Cost cost(int ranks) {
        double nanos = 0;
        long bytes = 0;
        double factor = collective.busFactor(ranks).doubleValue();
        for (long size : sizes) {
            nanos += iterations * ((double) steps(ranks) * step.toNanos() + size * factor * Byte.SIZE * NANOS / rate);
            bytes = Math.addExact(bytes, Math.multiplyExact(iterations, sent(ranks, size)));
        }
        return new Estimate.Cost(Duration.ofNanos((long) Math.ceil(nanos)), bytes);
    }

    /**
     * Estimate a round; its groups run at the same moment.
     *
     * @param ranks how many ranks a group has, see {@link #ranks}
     * @return with the number of ranks as the number of flows: each sends to the next
     */
    public Estimate of(GroupRound round, ToIntFunction<Group> ranks) {
        Duration longest = Duration.ZERO;
        long bytes = 0;
        int flows = 0;
        for (Group group : round.groups()) {
            Estimate.Cost one = cost(ranks.applyAsInt(group));
            longest = one.duration().compareTo(longest) > 0 ? one.duration() : longest;
            bytes = Math.addExact(bytes, one.bytes());
            flows += ranks.applyAsInt(group);
        }
        return new Estimate(longest, bytes, 1, flows);
    }

    /** Estimate rounds that run one after the other. */
    public Estimate of(List<GroupRound> rounds, ToIntFunction<Group> ranks) {
        Estimate total = new Estimate(Duration.ZERO, 0, 0, 0);
        for (GroupRound round : rounds) {
            total = total.plus(of(round, ranks));
        }
        return total;
    }

    private long steps(int ranks) {
        return switch (collective) {
            case ALL_REDUCE -> 2L * (ranks - 1);
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BROADCAST -> ranks - 1L;
            case SEND_RECV -> 1;
        };
    }

    /** n x f(n) x bytes, in whole bytes; of a broadcast the last rank of the chain sends nothing on. */
    private long sent(int ranks, long size) {
        long times = collective == Collective.SEND_RECV ? ranks : steps(ranks);
        return Math.multiplyExact(times, size);
    }
}
