package io.seatrial.lab;

import java.util.List;

/** What the two NICs of a stream tell each other of its marks and losses, and count of it. */
final class Congestion {
    /**
     * A receiver tells a sender at most once in this time, ns. NICs wait 4 us and less; a piece of the lab's slow links takes longer than
     * that, so the time is longer too, and notifications are fewer than marks here as they are there.
     */
    private static final long BETWEEN_NOTIFICATIONS = 1_000_000;

    private final RdmaEvents sender;
    private final RdmaEvents receiver;
    private long told = Long.MIN_VALUE;

    Congestion(RdmaEvents sender, RdmaEvents receiver) {
        this.sender = sender;
        this.receiver = receiver;
    }

    /** Return what the ends of a path count; a port that speaks to itself counts nothing. */
    static Congestion on(List<LinkSide> path) {
        return path.isEmpty()
                ? new Congestion(new RdmaEvents(), new RdmaEvents())
                : new Congestion(path.get(0).events(), path.get(path.size() - 1).events());
    }

    /** Count a piece that reached the receiver. */
    void arrived(Piece piece) {
        if (piece.lost > 0) {
            sender.lose(piece.lost);
            receiver.lose(piece.lost);
        }
        if (piece.marks != 0) {
            receiver.mark(Integer.bitCount(piece.marks));
            tell(piece.due());
        }
    }

    /** The sender counts a notification when it is sent: it crosses the fabric in a queue of its own, which the lab does not model. */
    private void tell(long now) {
        if (told == Long.MIN_VALUE || now - told >= BETWEEN_NOTIFICATIONS) {
            told = now;
            receiver.notification();
            sender.notification();
        }
    }
}
