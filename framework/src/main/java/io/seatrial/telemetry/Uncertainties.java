package io.seatrial.telemetry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The largest uncertainty of each source so far, for people to read: in steps of 10 ms, so that it changes seldom. Each reading carries its own,
 * by which windows are judged.
 */
final class Uncertainties {
    private static final long STEP_MS = 10;

    private final Map<String, Duration> largest = new HashMap<>();

    Duration with(String source, Duration seen) {
        long steps = seen.plusMillis(STEP_MS).minusNanos(1).toMillis() / STEP_MS;
        Duration rounded = Duration.ofMillis(Math.max(1, steps) * STEP_MS);
        return largest.merge(source, rounded, (a, b) -> a.compareTo(b) >= 0 ? a : b);
    }
}
