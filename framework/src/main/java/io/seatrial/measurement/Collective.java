package io.seatrial.measurement;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Optional;

/**
 * What ranks do together, and how its bus bandwidth is counted. The convention is that of nccl-tests (doc/PERFORMANCE.md): bytes by time,
 * corrected by what the collective has to move, so that the number can be compared with the speed of the hardware whatever the number of
 * ranks.
 */
public enum Collective {
    /** Every rank ends with the sum; 2(n-1)/n. */
    ALL_REDUCE("all-reduce", 2, true),
    /** Every rank ends with what all had; (n-1)/n of the whole array. */
    ALL_GATHER("all-gather", 1, true),
    /** Every rank ends with its part of the sum; (n-1)/n of the whole array. */
    REDUCE_SCATTER("reduce-scatter", 1, true),
    /** Every rank gives every other a part; (n-1)/n of what one rank sends. */
    ALL_TO_ALL("all-to-all", 1, true),
    /** Every rank ends with what the first one had; 1. */
    BROADCAST("broadcast", 1, false),
    /** Every rank sends to the next and receives from the one before; 1. */
    SEND_RECV("send-recv", 1, false);

    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

    private final String text;
    private final int times;
    private final boolean leavesOut;

    /**
     * @param times how often the bytes are moved
     * @param leavesOut whether each rank keeps its own part, so that (n-1)/n is moved
     */
    Collective(String text, int times, boolean leavesOut) {
        this.text = text;
        this.times = times;
        this.leavesOut = leavesOut;
    }

    /** Return the name used in files, on the wire and in ids. */
    public String text() {
        return text;
    }

    /** Find a collective by its name. */
    public static Optional<Collective> named(String text) {
        return Arrays.stream(values()).filter(one -> one.text.equals(text)).findFirst();
    }

    /**
     * Return bus bandwidth by algorithm bandwidth, f(n).
     *
     * @param ranks how many take part, 1 or more; one rank moves nothing over any bus, then the factor of those that leave out is 0
     */
    public BigDecimal busFactor(int ranks) {
        requireRanks(ranks);
        return leavesOut
                ? BigDecimal.valueOf(times * (ranks - 1L)).divide(BigDecimal.valueOf(ranks), MathContext.DECIMAL64)
                : BigDecimal.valueOf(times);
    }

    /**
     * Return the bus bandwidth, B/s, rounded to the nearest.
     *
     * @param bytes size by the convention of the collective: the buffer of a rank, or the whole array
     * @param nanos time of one operation, ns, more than 0
     */
    public long busBandwidth(long bytes, long nanos, int ranks) {
        requireRanks(ranks);
        if (bytes < 0 || nanos < 1) {
            throw new IllegalArgumentException(
                    "bus bandwidth: expected bytes >= 0 and a time > 0, got " + bytes + " B in " + nanos + " ns");
        }
        BigInteger moved = BigInteger.valueOf(bytes).multiply(NANOS).multiply(BigInteger.valueOf(times));
        BigInteger share = leavesOut ? moved.multiply(BigInteger.valueOf(ranks - 1L)) : moved;
        BigInteger by = BigInteger.valueOf(nanos).multiply(BigInteger.valueOf(leavesOut ? ranks : 1));
        return new BigDecimal(share)
                .divide(new BigDecimal(by), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    private static void requireRanks(int ranks) {
        if (ranks < 1) {
            throw new IllegalArgumentException("collective: expected 1 rank or more, got " + ranks);
        }
    }
}
