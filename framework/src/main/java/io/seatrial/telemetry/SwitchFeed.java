package io.seatrial.telemetry;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Switch;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.transport.Console;
import io.seatrial.transport.Consoles;
import io.seatrial.transport.TransportException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The counters of one switch over one connection, which is kept for the whole run. A command has a deadline; one that fails leaves its own
 * sources without readings. A connection that ends is told, and opened again by the next sweep.
 */
public final class SwitchFeed implements CounterFeed {
    /**
     * How a switch is asked.
     *
     * @param deadline longest time for one answer
     * @param limit largest answer, bytes
     * @param renewal after how long the refresh intervals are asked for again: a group may be switched off while a run goes on
     */
    public record Options(Duration deadline, int limit, Duration renewal) {
        public Options {
            if (deadline.isNegative() || deadline.isZero() || limit < 1 || renewal.isNegative()) {
                throw new IllegalArgumentException(
                        "switch feed: expected a deadline and a limit above 0, and a renewal " + "of 0 or more, got "
                                + deadline + ", " + limit + " B and " + renewal);
            }
        }

        /** Return what suits switches of up to some hundred ports: 20 s, 64 MiB, 60 s. */
        public static Options standard() {
            return new Options(Duration.ofSeconds(20), 64 << 20, Duration.ofSeconds(60));
        }
    }

    private final Switch node;
    private final SwitchPorts ports;
    private final SwitchSystem system;
    private final Consoles consoles;
    private final Options options;
    private final Clock clock;
    private final Uncertainties uncertainties = new Uncertainties();
    private volatile Console console;
    private volatile boolean closed;
    private Refreshes refreshes = new Refreshes(Map.of(), Map.of());
    private Instant renewed = Instant.MIN;

    /**
     * Make the feed of a switch; nothing is connected yet.
     *
     * @throws IllegalArgumentException if the inventory names no system for the switch
     */
    public static SwitchFeed of(Cluster cluster, Switch node, Consoles consoles, Options options) {
        return new SwitchFeed(node, SwitchPorts.of(cluster, node.name()), consoles, options, Clock.systemUTC());
    }

    SwitchFeed(Switch node, SwitchPorts ports, Consoles consoles, Options options, Clock clock) {
        this.node = Objects.requireNonNull(node, "node");
        this.ports = ports;
        this.system = SwitchSystems.named(node.system())
                .orElseThrow(() -> new IllegalArgumentException(
                        "switch " + node.name() + ": no system that can be asked, got '" + node.system() + "'"));
        this.consoles = consoles;
        this.options = options;
        this.clock = clock;
    }

    @Override
    public String name() {
        return node.name();
    }

    @Override
    public Sweep sweep() {
        Asking asking = new Asking(connected(), options.limit(), options.deadline(), clock);
        renew(asking);
        SweepParts parts = new SweepParts(ports, system.nominalRefreshes(), refreshes, uncertainties);
        system.counters(ports).forEach(question -> parts.take(question, asking.ask(question)));
        forgetIfLost();
        return parts.sweep();
    }

    @Override
    public List<Setting> settings() {
        SettingGaps gaps = new SettingGaps(ports, system);
        List<Setting> settings = new ArrayList<>(gaps.neverAsked());
        try {
            Asking asking = new Asking(connected(), options.limit(), options.deadline(), clock);
            for (Question<List<Setting>> question : system.settings(ports)) {
                Asked<List<Setting>> asked = asking.ask(question);
                settings.addAll(asked.value().orElseGet(() -> gaps.of(question, asked.failure())));
            }
            forgetIfLost();
        } catch (TelemetryException e) {
            settings.addAll(gaps.ofAll(Message.of("telemetry.switch-failed", "cause", e.what())));
        }
        return settings;
    }

    @Override
    public void close() {
        closed = true;
        Console open = console;
        if (open != null) {
            open.close();
        }
    }

    /** Nobody else hears of a connection that ended between two sweeps, so that one sweep fails with it. */
    private Console connected() {
        Console kept = console;
        if (kept != null && !kept.isOpen()) {
            forget();
            throw new TelemetryException(
                    name(), "its connection has ended since it was asked last; the next sweep opens it again", null);
        }
        return kept == null ? opened() : kept;
    }

    private Console opened() {
        if (closed) {
            throw new TelemetryException(name(), "it is not asked any more", null);
        }
        try {
            console = Asking.await(consoles.openConsole(node));
        } catch (TransportException e) {
            throw new TelemetryException(name(), e.what(), e);
        }
        if (closed) {
            console.close();
        }
        return console;
    }

    private void forgetIfLost() {
        if (!console.isOpen()) {
            forget();
        }
    }

    private void forget() {
        console = null;
        renewed = Instant.MIN;
    }

    private void renew(Asking asking) {
        Optional<Question<Refreshes>> question = system.refreshes();
        boolean due = renewed.equals(Instant.MIN) || !clock.instant().isBefore(renewed.plus(options.renewal()));
        if (question.isPresent() && due) {
            Asked<Refreshes> asked = asking.ask(question.get());
            refreshes = asked.value().orElseGet(() -> unknown(question.get(), asked.failure()));
            renewed = asked.value().isPresent() ? clock.instant() : Instant.MIN;
        }
    }

    private static Refreshes unknown(Question<Refreshes> question, Message cause) {
        return new Refreshes(
                Map.of(), question.about().stream().collect(Collectors.toMap(source -> source, source -> cause)));
    }
}
