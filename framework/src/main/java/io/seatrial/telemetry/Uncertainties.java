package io.seatrial.telemetry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The largest uncertainty of each source so far. It only grows, in steps of 10 ms, so that what is known of a source changes seldom and holds for
 * every reading that was handed out under it since.
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
