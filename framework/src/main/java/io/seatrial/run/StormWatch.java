package io.seatrial.run;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at counters as they come in, so that a deliberate incast ends when it turns into a storm: a NIC or a watchdog says so, or a priority was
 * paused nearly all the time over several readings in a row. Thread-safe.
 */
public final class StormWatch {
    private static final Set<Kind> EVENTS = Set.of(Kind.STORM_ERRORS, Kind.WATCHDOG_STORMS);
    private static final Set<Kind> TIMES = Set.of(Kind.RX_PAUSE_TIME, Kind.TX_PAUSE_TIME);
    private static final double SHARE = 0.99;
    /** As the criterion of storms: 200 ms at least, and three readings. */
    private static final Duration LENGTH = Duration.ofMillis(200);

    private static final int READINGS = 3;

    /** What one counter of one port showed last, and since when it has been paused without a break. */
    private record Last(Instant at, long value, Instant pausedSince, int readings) {}

    private final Map<String, Last> last = new HashMap<>();
    private Message storm;

    /** Look at one reading. */
    synchronized void look(CounterReading reading) {
        reading.values().forEach((counter, value) -> {
            if (EVENTS.contains(counter.kind())) {
                event(reading, counter, value);
            } else if (TIMES.contains(counter.kind())) {
                time(reading, counter, value);
            }
        });
        if (!reading.full()) {
            return;
        }
        TIMES.forEach(kind ->
                last.keySet().removeIf(key -> key.startsWith(key(reading, kind)) && !stillThere(reading, key, kind)));
    }

    private static String key(CounterReading reading, Kind kind) {
        return reading.port().name() + " " + reading.source() + " " + kind + " ";
    }

    private static boolean stillThere(CounterReading reading, String key, Kind kind) {
        int index = Integer.parseInt(key.substring(key.lastIndexOf(' ') + 1));
        return reading.values().containsKey(kind.of(index));
    }

    private void event(CounterReading reading, Counter counter, long value) {
        String key = key(reading, counter.kind()) + counter.index();
        Last before = last.put(key, new Last(reading.at(), value, reading.at(), 0));
        if (before != null && value > before.value()) {
            rage(reading, counter);
        }
    }

    private void time(CounterReading reading, Counter counter, long value) {
        String key = key(reading, counter.kind()) + counter.index();
        Last before = last.get(key);
        if (before == null) {
            last.put(key, new Last(reading.at(), value, reading.at(), 0));
            return;
        }
        long passed = Duration.between(before.at(), reading.at()).toNanos();
        boolean paused = value - before.value() >= SHARE * passed;
        Last now = paused
                ? new Last(reading.at(), value, before.pausedSince(), before.readings() + 1)
                : new Last(reading.at(), value, reading.at(), 0);
        last.put(key, now);
        boolean lasted = Duration.between(now.pausedSince(), now.at()).compareTo(LENGTH) >= 0;
        if (lasted && now.readings() >= READINGS) {
            rage(reading, counter);
        }
    }

    private void rage(CounterReading reading, Counter counter) {
        if (storm == null) {
            storm = Message.of("incast.storm", "port", reading.port().name(), "counter", counter.text());
        }
    }

    /** Return the first storm that was seen, empty while there was none. */
    public synchronized Optional<Message> storm() {
        return Optional.ofNullable(storm);
    }
}
