package io.seatrial.lab;

import io.seatrial.lab.PauseMeter.Paused;
import java.util.List;
import java.util.Optional;

/**
 * One direction of a link: a wire with a rate, a delay and a queue before it. Every stream that crosses it in this direction waits in the
 * same queue. Used by the engine's thread alone, but for what it counts.
 *
 * <p>Pauses work on moments: a piece that finds more than XOFF waiting moves the moment from which the side that it came over is free. What
 * that side had taken already still arrives, as what is on the cable does when a pause frame is under way.
 */
final class LinkSide {
    /** Payload of a packet at the usual RDMA path MTU, bytes. */
    static final int PACKET = 4096;
    /** The priority, and the queue, that carries RDMA traffic. */
    static final int LOSSLESS = 3;
    /** A slow link carries such a part of its rate. */
    static final int SLOW = 10;
    /** On a link with bit errors one packet of so many is damaged. */
    private static final long DAMAGED = 100;

    private final String name;
    private final double ratedNanosPerByte;
    private final long delay;
    private final int queue;
    private final Trouble trouble;
    private final List<Rhythm> interruptions;
    private final ClassCounts counts = new ClassCounts();
    private final RdmaEvents events = new RdmaEvents();
    private final PauseMeter pauses;
    private final Optional<SwitchQueue> egress;
    private long free = Long.MIN_VALUE;
    private int streams;
    private volatile long bytes;
    private volatile long packets;

    /**
     * @param name from and to, for texts
     * @param rate bit/s
     * @param delay one way, ns
     * @param queue bytes that may stand before the wire
     */
    LinkSide(String name, long rate, long delay, int queue) {
        this(name, rate, delay, queue, Optional.empty(), Trouble.NONE);
    }

    /** @param policy of the switch that it leaves, where that marks and pauses */
    LinkSide(String name, long rate, long delay, int queue, Optional<QueuePolicy> policy, Trouble trouble) {
        this.name = name;
        this.ratedNanosPerByte = 8e9 / rate;
        this.delay = delay;
        this.queue = queue;
        this.trouble = trouble;
        this.interruptions = trouble.interruptions();
        this.pauses = new PauseMeter(ratedNanosPerByte);
        this.egress = policy.map(of -> new SwitchQueue(of, counts, name.hashCode()));
    }

    static int packetsOf(int size) {
        return (size + PACKET - 1) / PACKET;
    }

    /**
     * Put a piece into the queue at a moment and return the moment at which its last byte reaches the far end, ns.
     *
     * <p>Moments must not go back by more than the engine is late: the queue is first in, first out.
     */
    long cross(long now, int size) {
        free = sent(Math.max(now, free), (long) (size * nanosPerByte()));
        trouble.onset().ifPresent(onset -> onset.carry(size));
        count(size);
        return free + delay;
    }

    private long sent(long begin, long work) {
        long end = begin + work;
        for (Rhythm interruption : interruptions) {
            end = Math.max(end, interruption.finish(begin, work));
        }
        return end;
    }

    /**
     * Put a piece into the queue as {@link #cross(long, int)} does, marked, counted by class, and with a pause for the side that it came over
     * where that is due.
     *
     * @param from the side that it came over, empty at the NIC that sends it
     */
    long cross(Piece piece, Optional<LinkSide> from, long now) {
        boolean heeded = from.map(side -> !side.trouble.deaf()).orElse(true);
        egress.ifPresent(at -> at.arrive(piece, heeded, now));
        long arrival = cross(now, piece.size);
        counts.carry(piece.priority, piece.size);
        if (egress.isPresent() && egress.get().enter(piece, free)) {
            from.ifPresent(side -> side.pause(now, egress.get().drained()));
        }
        return arrival;
    }

    /** Hear of a pause; both its frames, the one that begins and the one that ends it, take the link's delay to get here. */
    private void pause(long asked, long ended) {
        long until = ended + delay;
        if (trouble.deaf()) {
            pauses.add(asked + delay, until);
        } else if (until > free) {
            pauses.add(Math.max(asked + delay, free), until);
            free = until;
        }
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer, the engine
    private void count(int size) {
        bytes = bytes + size;
        packets = packets + packetsOf(size);
    }

    /** Return the bytes that stand in the queue at a moment. */
    long waiting(long now) {
        return free <= now ? 0 : (long) ((free - now) / nanosPerByte());
    }

    void join() {
        streams++;
    }

    void leave() {
        streams--;
    }

    /** Return the number of streams that have bytes in the fabric and cross this link, at least 1. */
    int streams() {
        return Math.max(1, streams);
    }

    /** Return the time that a byte takes now, ns: a link may become slow. */
    double nanosPerByte() {
        boolean slow = trouble.onset().filter(Onset::isReached).isPresent();
        return slow ? ratedNanosPerByte * SLOW : ratedNanosPerByte;
    }

    long delay() {
        return delay;
    }

    /** Return the bytes that all streams together keep waiting before it. */
    int queue() {
        return egress.map(at -> at.policy().aim()).orElse(queue);
    }

    /** Return the bytes that a stuck receiver lets pile up before it: up to XOFF, where the switch pauses what feeds it. */
    int room() {
        return egress.map(at -> at.policy().qos().xoff()).orElse(queue);
    }

    /** Tell whether its receiver is stuck. */
    boolean isStuck() {
        return trouble.storm().isPresent();
    }

    /** Return the priority in which the NIC that it leaves sends. */
    int priority() {
        return trouble.misclassed() ? 0 : LOSSLESS;
    }

    /** Return the bytes that have crossed so far. */
    long bytes() {
        return bytes;
    }

    /** Return the packets that have crossed so far. */
    long packets() {
        return packets;
    }

    ClassCounts counts() {
        return counts;
    }

    RdmaEvents events() {
        return events;
    }

    /** Return the queue of the switch that it leaves, where that marks and pauses. */
    Optional<SwitchQueue> egress() {
        return egress;
    }

    /** Return how its sender was paused until a moment; so did the far end pause it. */
    Paused paused(long now) {
        Paused storm = trouble.storm()
                .map(stuck -> new Paused(stuck.shutTime(now), 2 * stuck.times(now), stuck.times(now)))
                .orElse(Paused.NEVER);
        return pauses.at(now).plus(storm);
    }

    /** Return how often the receiver stood still for longer than its minor watermark. */
    long stalls(long now) {
        return trouble.storm().map(stuck -> stuck.times(now)).orElse(0L);
    }

    /** Return how often the link was down for a moment. */
    long outages(long now) {
        return trouble.outage().map(outage -> outage.times(now)).orElse(0L);
    }

    /** Return the packets that arrived damaged. */
    long damaged() {
        return trouble.errors() ? packets / DAMAGED : 0;
    }

    @Override
    public String toString() {
        return name;
    }
}
