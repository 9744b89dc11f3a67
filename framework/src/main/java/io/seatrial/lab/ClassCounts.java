package io.seatrial.lab;

import java.util.concurrent.atomic.AtomicLongArray;

/** What crossed one direction of a link, by priority; one writer, the engine. */
final class ClassCounts {
    private static final int CLASSES = 8;

    private final AtomicLongArray bytes = new AtomicLongArray(CLASSES);
    private final AtomicLongArray packets = new AtomicLongArray(CLASSES);
    private final AtomicLongArray marked = new AtomicLongArray(CLASSES);
    private final AtomicLongArray lost = new AtomicLongArray(CLASSES);

    void carry(int priority, int size) {
        bytes.addAndGet(priority, size);
        packets.addAndGet(priority, LinkSide.packetsOf(size));
    }

    void mark(int priority) {
        marked.incrementAndGet(priority);
    }

    void lose(int priority, int count) {
        lost.addAndGet(priority, count);
    }

    long bytes(int priority) {
        return bytes.get(priority);
    }

    long packets(int priority) {
        return packets.get(priority);
    }

    /** Return the packets that were marked before this link, by the switch that it leaves. */
    long marked(int priority) {
        return marked.get(priority);
    }

    /** Return the packets that the switch lost before this link. */
    long lost(int priority) {
        return lost.get(priority);
    }
}
