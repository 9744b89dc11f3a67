package io.seatrial.telemetry;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.telemetry.CounterFeed.Sweep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts a sweep together from answers. A source whose refresh interval is not known gives a failure and no reading. */
final class SweepParts {
    private final SwitchPorts ports;
    private final Refreshes nominal;
    private final Refreshes inForce;
    private final Uncertainties uncertainties;
    private final Map<String, CounterSource> sources = new TreeMap<>();
    private final List<CounterReading> readings = new ArrayList<>();
    private final Map<String, Message> failures = new TreeMap<>();
    private Message lastFailure;
    private boolean answered;

    SweepParts(SwitchPorts ports, Refreshes nominal, Refreshes inForce, Uncertainties uncertainties) {
        this.ports = ports;
        this.nominal = nominal;
        this.inForce = inForce;
        this.uncertainties = uncertainties;
    }

    void take(Question<Counts> question, Asked<Counts> asked) {
        if (asked.value().isEmpty()) {
            lastFailure = asked.failure();
            question.about().forEach(source -> failures.put(source, asked.failure()));
            return;
        }
        answered = true;
        Counts counts = asked.value().get();
        counts.forEachSource((source, values) -> take(source, values, counts, asked));
        failures.putAll(counts.failures());
        question.about().stream()
                .filter(inForce.none()::containsKey)
                .forEach(source -> failures.put(source, inForce.none().get(source)));
    }

    private void take(
            String source, SortedMap<String, SortedMap<Counter, Long>> values, Counts counts, Asked<Counts> asked) {
        Optional<Duration> refresh = refresh(source, counts);
        if (refresh.isEmpty()) {
            failures.put(source, Message.of("telemetry.refresh-unknown", "source", source));
            return;
        }
        Duration uncertainty = uncertainties.with(source, asked.uncertainty());
        sources.put(source, new CounterSource(ports.node(), source, refresh.get(), uncertainty));
        values.forEach(
                (port, counters) -> readings.add(CounterReading.full(ports.subject(port), source, asked.at(), counters)
                        .within(asked.uncertainty())));
    }

    private Optional<Duration> refresh(String source, Counts counts) {
        if (inForce.none().containsKey(source)) {
            return Optional.empty();
        }
        return Optional.ofNullable(counts.refreshes().get(source))
                .or(() -> Optional.ofNullable(inForce.every().get(source)))
                .or(() -> Optional.ofNullable(nominal.every().get(source)));
    }

    /** Return the sweep; where no question was answered at all there is none. */
    Sweep sweep() {
        if (!answered && lastFailure != null) {
            Map<String, Object> said = lastFailure.values();
            throw new TelemetryException(
                    ports.node(),
                    "no command was answered, of the last one, '" + said.get("command") + "': " + said.get("cause"),
                    null);
        }
        return new Sweep(List.copyOf(sources.values()), readings, failures);
    }
}
