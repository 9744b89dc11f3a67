package io.seatrial.probe;

import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * By how much the wall clocks of hosts differ from the controller's, asked just before they matter: whether one host sent while another one
 * measured cannot be told from their own clocks alone. Each answer bounds the difference by its round trip.
 */
final class WallClocks {
    private static final int EXCHANGES = 5;
    private static final Duration ANSWER = Duration.ofSeconds(5);

    /** Add {@code offset} to the host's time to get the controller's, ns; off by {@code doubt} at most. */
    private record Offset(long offset, long doubt) {}

    private final Map<String, Offset> offsets = new HashMap<>();

    /** Ask hosts, one after the other so that their answers do not wait for each other; who does not answer stays unknown. */
    static WallClocks of(Collection<String> hosts, Function<String, Contact> contacts) {
        WallClocks clocks = new WallClocks();
        for (String host : hosts) {
            for (int i = 0; i < EXCHANGES; i++) {
                exchange(contacts.apply(host)).ifPresent(found -> clocks.take(host, found));
            }
        }
        return clocks;
    }

    private void take(String host, Offset found) {
        offsets.merge(host, found, (one, other) -> one.doubt() <= other.doubt() ? one : other);
    }

    private static Optional<Offset> exchange(Contact contact) {
        try {
            Instant sent = Instant.now();
            List<Event> events =
                    contact.agent().ask(new Request.Clock(), ANSWER).join();
            long half = Duration.between(sent, Instant.now()).toNanos() / 2;
            long middle = nanos(sent) + half;
            return events.stream()
                    .filter(Event.Clock.class::isInstance)
                    .map(event -> new Offset(middle - ((Event.Clock) event).realNanos(), half))
                    .findFirst();
        } catch (ProbeException | java.util.concurrent.CompletionException e) {
            return Optional.empty(); // what it was to measure says why
        }
    }

    private static long nanos(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
    }

    /** Return the time in which something surely ran, by the controller's clock; empty where it was shorter than the doubt. */
    Optional<TimeWindow> surely(String host, long from, long to) {
        return Optional.ofNullable(offsets.get(host))
                .filter(known -> to - from > 2 * known.doubt())
                .map(known -> window(from + known.offset() + known.doubt(), to + known.offset() - known.doubt()));
    }

    /** Return a time outside of which something surely did not run, by the controller's clock. */
    Optional<TimeWindow> atMost(String host, long from, long to) {
        return Optional.ofNullable(offsets.get(host))
                .map(known -> window(from + known.offset() - known.doubt(), to + known.offset() + known.doubt()));
    }

    private static TimeWindow window(long from, long to) {
        return new TimeWindow(Instant.ofEpochSecond(0, from), Instant.ofEpochSecond(0, to));
    }
}
