package io.seatrial.lab;

import java.util.concurrent.atomic.AtomicLong;

/** What an RDMA NIC counts of the traffic of one direction: as the receiver of what came in by it, or the sender of what went out. */
final class RdmaEvents {
    private final AtomicLong marked = new AtomicLong();
    private final AtomicLong notifications = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();

    void mark(int packets) {
        marked.addAndGet(packets);
    }

    void notification() {
        notifications.incrementAndGet();
    }

    void lose(int packets) {
        lost.addAndGet(packets);
    }

    /** Return the packets that arrived marked. */
    long marked() {
        return marked.get();
    }

    /** Return the congestion notifications that the receiver sent, or that the sender obeyed. */
    long notifications() {
        return notifications.get();
    }

    /** Return the packets that the receiver missed, or that the sender had to send again. */
    long lost() {
        return lost.get();
    }
}
