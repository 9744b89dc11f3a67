package io.seatrial.criteria.collectives;

import io.seatrial.measurement.Collective;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Objects;

/**
 * NCCL's own model of how long an all-reduce takes before any byte counts (src/graph/tuning.cc, v2.30.7; grade A). An oracle for shapes:
 * ring against tree, few nodes against many. Its microseconds are tuning constants and no promise of a fabric.
 *
 * @param ranks n, 2 or more
 * @param nodes N; each has n/N ranks
 * @param protocol how NCCL packs the data
 */
public record TimeModel(int ranks, int nodes, Protocol protocol) {
    public TimeModel {
        Objects.requireNonNull(protocol, "protocol");
        if (ranks < 2 || nodes < 1 || ranks % nodes != 0) {
            throw new IllegalArgumentException(
                    "time model: expected 2 ranks or more on equal nodes, got " + ranks + " on " + nodes);
        }
    }

    /** A protocol with its constants, ns: base latencies, steps over the network, steps over NVLink. */
    public enum Protocol {
        /** Flags beside the data: quick, half the bandwidth. */
        LL(new Constants(6_800, 5_000, 600), new Constants(6_600, 2_700, 600)),
        /** Flags in lines of 128 bytes. */
        LL128(new Constants(14_000, 8_500, 1_250), new Constants(14_000, 4_000, 1_900)),
        /** Whole chunks. */
        SIMPLE(new Constants(8_400, 14_000, 4_000), new Constants(8_400, 14_000, 3_400));

        private final Constants tree;
        private final Constants ring;

        Protocol(Constants tree, Constants ring) {
            this.tree = tree;
            this.ring = ring;
        }
    }

    private record Constants(long base, long network, long nvlink) {}

    /** Return the steps of a ring, each waiting for the one before. */
    public long ringSteps() {
        return 2L * (ranks - 1);
    }

    /** Return those of them that cross from node to node. */
    public long ringNetworkSteps() {
        return nodes == 1 ? 0 : 2L * (nodes - 1);
    }

    /** Return the steps of a tree that cross from node to node: up and down its height, log2 N rounded down as NCCL does. */
    public long treeNetworkSteps() {
        return 2L * (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(nodes));
    }

    /** Return the time of a ring, ns. */
    public long ringNanos() {
        Constants of = protocol.ring;
        return of.base + (ringSteps() - ringNetworkSteps()) * of.nvlink + ringNetworkSteps() * of.network;
    }

    /** Return the time of a tree, ns. */
    public long treeNanos() {
        Constants of = protocol.tree;
        return of.base + 2L * (ranks / nodes - 1) * of.nvlink + treeNetworkSteps() * of.network;
    }

    /**
     * Return how many bytes cross the bus of each rank, {@code S f(n)}: of an all-reduce in a ring what each rank sends.
     *
     * @param bytes S, by the convention of the collective
     */
    public static BigDecimal moved(Collective collective, BigDecimal bytes, int ranks) {
        return bytes.multiply(collective.busFactor(ranks), MathContext.DECIMAL64);
    }

    /**
     * Return the time that a collective takes at a bus bandwidth, ns, rounded to the nearest.
     *
     * @param bandwidth B/s, above 0
     */
    public static long nanosAt(Collective collective, BigDecimal bytes, int ranks, long bandwidth) {
        if (bandwidth < 1) {
            throw new IllegalArgumentException("bus bandwidth: expected more than 0, got " + bandwidth);
        }
        return moved(collective, bytes, ranks)
                .movePointRight(9)
                .divide(BigDecimal.valueOf(bandwidth), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }
}
