package io.seatrial.lab;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;

/**
 * The egress queue of a switch before one of its ports, as ECN, PFC and watermarks see it: what stands in it by class, and when each piece
 * will have left. Written by the engine's thread, read by others too.
 */
final class SwitchQueue {
    private static final int CLASSES = 8;
    /** A watermark is shown for so many readings, so that a sweep that comes by less often than they are taken misses none. */
    private static final int WATERMARKS = 4;

    private record Departure(long moment, int priority, int size) {}

    private final QueuePolicy policy;
    private final ClassCounts counts;
    /** Seeded by the side's name, so that runs repeat. */
    private final Random dice;

    private final ArrayDeque<Departure> departures = new ArrayDeque<>();
    private final int[] standing = new int[CLASSES];
    /** The highest levels between the last readings, the current one first. */
    private final int[] watermarks = new int[WATERMARKS];

    SwitchQueue(QueuePolicy policy, ClassCounts counts, long seed) {
        this.policy = policy;
        this.counts = counts;
        this.dice = new Random(seed);
    }

    QueuePolicy policy() {
        return policy;
    }

    /**
     * Mark or lose packets of a piece that arrives; what is lost is carried all the same, as its repetition.
     *
     * @param heeded whether the side that it came over stops when it is paused
     */
    synchronized void arrive(Piece piece, boolean heeded, long now) {
        forget(now);
        if (piece.priority != LinkSide.LOSSLESS) {
            return;
        }
        int before = standing[piece.priority];
        int packets = LinkSide.packetsOf(piece.size);
        if (policy.loses(before, heeded)) {
            piece.lost += packets;
            counts.lose(piece.priority, packets);
        } else {
            mark(piece, before + (long) Math.min(piece.size, LinkSide.PACKET), packets);
        }
    }

    /** A packet that is marked already is not counted again. */
    private void mark(Piece piece, long occupied, int packets) {
        for (int packet = 0; packet < packets; packet++) {
            boolean fresh = (piece.marks >> packet & 1) == 0;
            if (policy.marks(occupied, dice) && fresh) {
                piece.marks |= 1 << packet;
                counts.mark(piece.priority);
            }
        }
    }

    /** Take a piece into the queue, and tell whether its class is above XOFF now. */
    synchronized boolean enter(Piece piece, long departs) {
        departures.add(new Departure(departs, piece.priority, piece.size));
        standing[piece.priority] += piece.size;
        watermarks[0] = Math.max(watermarks[0], standing[LinkSide.LOSSLESS]);
        return piece.priority == LinkSide.LOSSLESS
                && policy.lossless()
                && standing[LinkSide.LOSSLESS] > policy.qos().xoff();
    }

    /** Return when the lossless class will have drained to XON. */
    synchronized long drained() {
        int left = standing[LinkSide.LOSSLESS];
        for (Departure departure : departures) {
            left -= departure.priority() == LinkSide.LOSSLESS ? departure.size() : 0;
            if (left <= policy.qos().xon()) {
                return departure.moment();
            }
        }
        throw new IllegalStateException("a queue that never drains");
    }

    private void forget(long now) {
        for (Departure first = departures.peek(); first != null && first.moment() <= now; first = departures.peek()) {
            departures.remove();
            standing[first.priority()] -= first.size();
        }
    }

    /** Return the bytes of a class that stand in it at a moment. */
    synchronized int level(int priority, long now) {
        return departures.stream()
                .filter(departure -> departure.priority() == priority && departure.moment() > now)
                .mapToInt(Departure::size)
                .sum();
    }

    /** Read and clear, as SONiC does: return the most bytes of the lossless class that stood in it since the readings before. */
    synchronized int watermark(long now) {
        int highest = Arrays.stream(watermarks).max().orElse(0);
        System.arraycopy(watermarks, 0, watermarks, 1, WATERMARKS - 1);
        watermarks[0] = level(LinkSide.LOSSLESS, now);
        return highest;
    }
}
