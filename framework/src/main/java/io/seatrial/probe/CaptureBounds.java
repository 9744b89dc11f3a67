package io.seatrial.probe;

import io.seatrial.formats.capture.CaptureSummary;
import java.time.Duration;

/**
 * How much a capture of headers may take.
 *
 * @param packets most packets at a port
 * @param longest longest time at a port
 * @param ports most ports of a round; those beyond are told as not captured
 */
public record CaptureBounds(int packets, Duration longest, int ports) {
    /** Two megabytes at a port, and no longer than the longest question takes. */
    public static final CaptureBounds STANDARD = new CaptureBounds(20_000, Duration.ofSeconds(60), 16);

    /** So that the text of a capture stays below what is kept of a program's output. */
    private static final int MOST_PACKETS = 100_000;

    public CaptureBounds {
        if (packets < 1 || packets > Math.min(MOST_PACKETS, CaptureSummary.MOST_PACKETS)) {
            throw new IllegalArgumentException("capture: packets: expected 1 to " + MOST_PACKETS + ", got " + packets);
        }
        if (longest.toSeconds() < 1 || longest.toMinutes() > 10) {
            throw new IllegalArgumentException("capture: longest: expected 1 s to 10 min, got " + longest);
        }
        if (ports < 2) {
            throw new IllegalArgumentException("capture: ports: expected both ends of a flow at least, got " + ports);
        }
    }
}
