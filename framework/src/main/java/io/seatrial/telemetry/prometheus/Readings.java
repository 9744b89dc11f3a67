package io.seatrial.telemetry.prometheus;

import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.telemetry.prometheus.PrometheusApi.Series;
import io.seatrial.telemetry.prometheus.TargetScrapes.Place;
import io.seatrial.telemetry.prometheus.Targets.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes readings of scrapes, each once and in the order of time. A port that a target has told before and tells no more has empty readings:
 * its counters are gone, which is another thing than a scrape that failed.
 */
final class Readings {
    private final ServerClock clock;
    private final Optional<Duration> declared;
    private final Map<Id, State> states = new HashMap<>();
    private boolean fits;
    private final List<CounterReading> readings = new ArrayList<>();
    private final Map<String, CounterSource> sources = new TreeMap<>();
    private final Map<String, Message> failures = new TreeMap<>();

    /** What is known of a target from sweep to sweep. */
    private static final class State {
        private final Set<SubjectId> ports = new TreeSet<>();
        private long last = Long.MIN_VALUE;
        private Duration refresh = Duration.ZERO;
        private Duration slowest = Duration.ZERO;
        private Duration delay = Duration.ZERO;
    }

    /** @param declared how often every target is scraped, where cluster.yaml says it */
    Readings(ServerClock clock, Optional<Duration> declared) {
        this.clock = clock;
        this.declared = declared;
    }

    /** Take what one question gave; what the one before gave is forgotten. */
    void take(Map<Id, TargetScrapes> scrapes, Targets targets) {
        readings.clear();
        sources.clear();
        failures.clear();
        scrapes.forEach((id, each) -> {
            fits |= !each.ports().isEmpty();
            if (!each.ports().isEmpty() || states.containsKey(id)) {
                target(id, each, targets);
            }
        });
        Set<String> jobs = new HashSet<>();
        states.keySet().forEach(id -> jobs.add(id.job()));
        scrapes.forEach((id, each) -> {
            if (each.isDown() && (jobs.isEmpty() || jobs.contains(id.job()))) {
                down(id, each, targets);
            }
        });
    }

    private void target(Id id, TargetScrapes scrapes, Targets targets) {
        Optional<Duration> refresh = declared.or(() -> targets.interval(id));
        if (refresh.isEmpty()) {
            failures.put(source(id), Message.of("telemetry.prometheus.no-refresh", "target", text(id)));
            return;
        }
        State state = states.computeIfAbsent(id, i -> new State());
        state.ports.addAll(scrapes.ports());
        state.refresh = refresh.get();
        state.slowest = larger(state.slowest, scrapes.slowest());
        state.delay = larger(state.delay, scrapes.delay());
        doubts(id, scrapes);
        for (long time : scrapes.times(state.last)) {
            Duration uncertainty = clock.uncertainty(Instant.now()).plus(scrapes.took(time));
            state.ports.forEach(port ->
                    readings.add(CounterReading.full(port, source(id), clock.local(time), scrapes.at(time, port))
                            .within(uncertainty)));
            state.last = time;
        }
        state.ports.forEach(port -> announce(id, state, port));
    }

    private static Duration larger(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    private void announce(Id id, State state, SubjectId port) {
        String node = port.name().substring(0, port.name().indexOf('/'));
        Duration uncertainty = clock.uncertainty(Instant.now()).plus(state.slowest);
        CounterSource source = new CounterSource(node, source(id), state.refresh.plus(state.delay), uncertainty);
        sources.merge(node + "/" + source.name(), source, Readings::worse);
    }

    /** Several targets of a job may tell of one node. */
    private static CounterSource worse(CounterSource a, CounterSource b) {
        return new CounterSource(
                a.node(), a.name(), larger(a.refresh(), b.refresh()), larger(a.uncertainty(), b.uncertainty()));
    }

    private void doubts(Id id, TargetScrapes scrapes) {
        Optional<Place> doubled = scrapes.doubled();
        if (doubled.isPresent()) {
            failures.put(source(id), twice(doubled.get(), scrapes.claiming(doubled.get())));
        } else if (scrapes.hasOwnTimes()) {
            failures.put(source(id), Message.of("telemetry.prometheus.own-times", "target", text(id)));
        }
    }

    private static Message twice(Place place, List<Series> claiming) {
        return Message.of(
                "telemetry.prometheus.twice",
                "port",
                place.port().name(),
                "counter",
                place.counter().text(),
                "first",
                new TreeMap<>(claiming.get(0).labels()).toString(),
                "second",
                new TreeMap<>(claiming.get(claiming.size() - 1).labels()).toString());
    }

    private void down(Id id, TargetScrapes scrapes, Targets targets) {
        String cause = targets.lastError(id);
        Message message = Message.of(
                "telemetry.prometheus.target-down", "target", text(id), "cause", cause.isEmpty() ? "not told" : cause);
        scrapes.node().ifPresent(node -> failures.put(node + "/" + source(id), message));
    }

    private static String source(Id id) {
        return id.job().isEmpty() ? "prometheus" : "prometheus " + id.job();
    }

    private static String text(Id id) {
        return id.job() + " " + id.instance();
    }

    List<CounterReading> readings() {
        return readings;
    }

    List<CounterSource> sources() {
        return List.copyOf(sources.values());
    }

    Map<String, Message> failures() {
        return failures;
    }

    /** Return the longest interval between two scrapes of a target. */
    Duration slowestRefresh() {
        return states.values().stream().map(state -> state.refresh).reduce(Duration.ZERO, Readings::larger);
    }

    /** Tell whether no series has ever been of a port of the cluster. */
    boolean hasNothing() {
        return !fits;
    }
}
