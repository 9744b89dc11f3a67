package io.seatrial.lab;

import java.util.ArrayDeque;

/**
 * How often and how long one side of a link was kept from sending its lossless class. Written by the engine, which knows the ends of pauses
 * beforehand; read by others, who are told what has passed.
 */
final class PauseMeter {
    /** A pause frame holds for 65535 quanta of 512 bit times (IEEE 802.1Qbb), and is sent again as long as the pause lasts. */
    private static final double LONGEST_PAUSE_BITS = 65535 * 512.0;

    /**
     * What has been counted.
     *
     * @param nanos time paused, ns
     * @param frames pause frames, those that end a pause included
     * @param transitions changes from paused to running
     */
    record Paused(long nanos, long frames, long transitions) {
        static final Paused NEVER = new Paused(0, 0, 0);

        Paused plus(Paused other) {
            return new Paused(nanos + other.nanos, frames + other.frames, transitions + other.transitions);
        }
    }

    private static final class Pause {
        private final long from;
        private long to;

        Pause(long from, long to) {
            this.from = from;
            this.to = to;
        }
    }

    private final long longest;
    private final ArrayDeque<Pause> pauses = new ArrayDeque<>();
    private Paused passed = Paused.NEVER;

    /** @param nanosPerByte of the side that is paused */
    PauseMeter(double nanosPerByte) {
        this.longest = Math.max(1, (long) (LONGEST_PAUSE_BITS / 8 * nanosPerByte));
    }

    /** Add a pause; one that overlaps the last one makes it longer. */
    synchronized void add(long from, long to) {
        Pause last = pauses.peekLast();
        if (last != null && from <= last.to) {
            last.to = Math.max(last.to, to);
        } else if (to > from) {
            pauses.add(new Pause(from, to));
        }
    }

    /** Return what has passed until a moment. */
    synchronized Paused at(long now) {
        for (Pause first = pauses.peek(); first != null && first.to < now; first = pauses.peek()) {
            pauses.remove();
            long length = first.to - first.from;
            passed = passed.plus(new Paused(length, 2 + length / longest, 1));
        }
        Pause running = pauses.peek();
        if (running == null || running.from >= now) {
            return passed;
        }
        long length = now - running.from;
        return passed.plus(new Paused(length, 1 + length / longest, 0));
    }
}
