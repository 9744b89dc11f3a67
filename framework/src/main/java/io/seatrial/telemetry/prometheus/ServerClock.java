package io.seatrial.telemetry.prometheus;

import java.time.Duration;
import java.time.Instant;

/**
 * How a server's clock stands to the controller's. A question for the time bounds the offset: the answer was given between sending and
 * receiving. The tightest bound so far is kept, loosened by what two clocks may drift apart, until a new one contradicts it.
 */
final class ServerClock {
    /** Clocks that NTP disciplines stay well within 100 us in a second of each other (RFC 5905: 500 ppm is its limit; derived, D). */
    private static final double DRIFT = 100e-6;
    /**
     * The server tells its time in ms and stamps scrapes in ms, which it moves by up to 2 ms to keep their distances alike
     * (scrape.timestamp-tolerance, scrape/scrape.go).
     */
    private static final Duration RESOLUTION = Duration.ofMillis(4);

    private Duration offset;
    private Duration bound;
    private Instant taken;

    /**
     * Take an answer.
     *
     * @param server what the server said, ms since 1970
     */
    void take(Instant sent, long server, Instant received) {
        Duration half = Duration.between(sent, received).dividedBy(2);
        Duration newOffset = Duration.between(sent.plus(half), Instant.ofEpochMilli(server));
        Duration newBound = half.plus(RESOLUTION);
        boolean agrees =
                offset != null && newOffset.minus(offset).abs().compareTo(newBound.plus(uncertainty(received))) <= 0;
        if (!agrees || newBound.compareTo(uncertainty(received)) < 0) {
            offset = newOffset;
            bound = newBound;
            taken = received;
        }
    }

    /** Return a moment of the server by the controller's clock. */
    Instant local(long server) {
        return Instant.ofEpochMilli(server).minus(offset);
    }

    /** Return how far off {@link #local} may be now. */
    Duration uncertainty(Instant now) {
        long age = Math.max(0, Duration.between(taken, now).toNanos());
        return bound.plusNanos((long) (age * DRIFT));
    }
}
