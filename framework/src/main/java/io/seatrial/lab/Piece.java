package io.seatrial.lab;

import java.nio.ByteBuffer;

/** Bytes of a stream on their way through the fabric; an empty piece is the end of the stream. */
final class Piece implements Comparable<Piece> {
    /** Largest piece, bytes: 0.26 ms of a 500 Mb/s link, few enough pieces to be cheap and small enough to share a link fairly. */
    static final int SIZE = 16 * 1024;

    final Stream stream;
    final ByteBuffer data;
    final int size;
    final long entered;
    /** Links crossed so far, the one under way included. */
    int hop;
    /** When the engine must be awake for it, as estimated when it was last put in order. */
    long alarm;
    /** Whether it left the fabric. */
    boolean arrived;
    /** The class that the NIC sent it in. */
    int priority = LinkSide.LOSSLESS;
    /** Which of its packets were marked on the way: one bit for each. */
    int marks;
    /** How many packets of it were lost on the way, and sent again. */
    int lost;

    private long due;
    private long order;

    Piece(Stream stream, ByteBuffer data, long entered) {
        this.stream = stream;
        this.data = data;
        this.size = data.remaining();
        this.entered = entered;
    }

    /**
     * Say when something happens to it next.
     *
     * @param moment by {@link System#nanoTime()}
     * @param number rises with every call in the engine, so that equal moments keep their order
     */
    void due(long moment, long number) {
        due = moment;
        order = number;
    }

    long due() {
        return due;
    }

    /** Tell whether it is part of a mass: such pieces may be late by a moment, which spares wake-ups; a small one is somebody's latency. */
    boolean isBulk() {
        return size == SIZE;
    }

    @Override
    public int compareTo(Piece other) {
        int byTime = Long.compare(due - other.due, 0);
        return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
}
