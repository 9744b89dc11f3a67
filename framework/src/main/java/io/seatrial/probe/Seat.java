package io.seatrial.probe;

import java.util.List;

/**
 * One process that plays ranks of a group.
 *
 * @param agent of its host
 * @param answer to its request
 * @param first its first rank
 * @param count how many it plays
 * @param request what it is asked
 */
record Seat(Agent agent, Answer answer, int first, int count, Request request) {
    boolean plays(int rank) {
        return rank >= first && rank < first + count;
    }

    String ranks() {
        return count == 1 ? "rank " + first : "ranks " + first + " to " + (first + count - 1);
    }

    /** Return what went wrong here, as a cause that names host and ranks; empty text where nothing did. */
    Ending ending(List<Event> events, Throwable failure) {
        if (failure != null) {
            Throwable cause = Agent.cause(failure);
            return new Ending(
                    this, Ending.GONE, "host " + agent.host() + ", " + ranks() + ": " + cause.getMessage(), events);
        }
        Event.Done done = (Event.Done) events.get(events.size() - 1);
        String text = done.code() == 0
                ? ""
                : Answer.failureOf(agent.host() + ", " + ranks(), done, events).getMessage();
        return new Ending(this, done.code(), text, events);
    }

    /**
     * How a seat ended.
     *
     * @param code {@code rc}, or {@link #GONE} where its agent is gone or silent
     * @param cause empty where it ended well
     */
    record Ending(Seat seat, int code, String cause, List<Event> events) {
        static final int GONE = -1;
        /** Ended because another one did (FORMAT.md). */
        static final int STOPPED = 11;

        private static final int NETWORK = 3;
        private static final int TIMED_OUT = 7;

        boolean failed() {
            return code != 0;
        }

        /** Causes come first, what follows from them later: a rank whose peer vanished, one that waited, one that was told to stop. */
        int order() {
            return switch (code) {
                case GONE -> 0;
                case NETWORK -> 2;
                case TIMED_OUT -> 3;
                case STOPPED -> 4;
                default -> 1;
            };
        }
    }
}
