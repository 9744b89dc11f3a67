package io.seatrial.probe;

import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Group;
import io.seatrial.plan.Tenancy;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures a collective of one tenant alone and beside another one, in turn, so that what drifts falls on both. A measurement beside the
 * neighbour counts only where the clocks of all hosts prove that the neighbour's traffic ran during the whole of it.
 */
public final class TenantRunner {
    /** How often a load that did not last is repeated, twice as long each time. */
    private static final int TRIES = 3;

    private static final int LATENCY_BYTES = 8;
    private static final int WARM_UP = 20;
    /** A p99 needs 1,000 (10 samples beyond it). */
    private static final int ROUND_TRIPS = 1_100;

    private static final Duration LATENCY_TIME = Duration.ofSeconds(2);

    /** What runs the traffic of both. */
    record By(FlowRunner flows, GroupRunner groups) {}

    private final By by;
    private final Function<String, Contact> contacts;

    /** @param contacts the contact with a host by its name */
    public TenantRunner(FlowRunner flows, GroupRunner groups, Function<String, Contact> contacts) {
        this.by = new By(flows, groups);
        this.contacts = contacts;
    }

    /** Tell whether verbs carry what is not a collective: with GPUs there is nothing else that could disturb them. */
    static boolean isOverVerbs(CollectiveSettings settings) {
        return settings.backend() != CollectiveSettings.Backend.HOST
                || settings.over().equals(CollectiveSettings.VERBS);
    }

    /**
     * Measure all rounds.
     *
     * @param interrupted asked before every round
     * @param loaded is told when the neighbour's traffic ran
     * @return one measurement for each group of the first tenant; empty where it was interrupted
     */
    public Optional<List<Measurement>> run(
            TenantProbe probe, Tenancy tenancy, int attempt, BooleanSupplier interrupted, Consumer<TimeWindow> loaded) {
        TenantSeries series = new TenantSeries(probe, tenancy, attempt);
        for (int round = 0; round < probe.load().rounds(); round++) {
            if (interrupted.getAsBoolean()) {
                return Optional.empty();
            }
            Instant begin = Instant.now();
            series.alone(first(probe, tenancy, round, attempt));
            Duration alone = Duration.between(begin, Instant.now());
            beside(probe, tenancy, round, attempt, alone, series, loaded);
        }
        return Optional.of(series.measurements());
    }

    /**
     * What the first tenant got once.
     *
     * @param ran its groups
     * @param latency by group, where there is a way to look at it
     */
    record First(List<GroupRunner.Ran> ran, Map<String, Measurement> latency) {}

    private First first(TenantProbe probe, Tenancy tenancy, int round, int attempt) {
        List<GroupRunner.Ran> ran = by.groups().running(probe.collective(), round, attempt, tenancy.a()).stream()
                .map(running -> running.ended().join())
                .toList();
        Map<String, Measurement> latency = new LinkedHashMap<>();
        List<Flow> flows = List.copyOf(tenancy.witnesses().values());
        List<Measurement> told = by.flows().run(latency(probe), round, attempt, flows);
        int at = 0;
        for (String group : tenancy.witnesses().keySet()) {
            latency.put(group, told.get(at++));
        }
        return new First(ran, latency);
    }

    private static FlowProbe latency(TenantProbe probe) {
        CollectiveSettings settings = probe.collective().settings();
        return isOverVerbs(settings)
                ? new VerbsLatencyProbe(
                        probe.ask(),
                        Verb.WRITE,
                        LATENCY_BYTES,
                        ROUND_TRIPS,
                        LATENCY_TIME,
                        WARM_UP,
                        settings.verbs(),
                        "p50")
                : new LatencyProbe(probe.ask(), LATENCY_BYTES, WARM_UP, ROUND_TRIPS, LATENCY_TIME, "p50");
    }

    private void beside(
            TenantProbe probe,
            Tenancy tenancy,
            int round,
            int attempt,
            Duration alone,
            TenantSeries series,
            Consumer<TimeWindow> loaded) {
        Duration lasting = TenantProbe.beside(alone);
        for (int tries = 1; ; tries++) {
            WallClocks clocks = WallClocks.of(hosts(tenancy), contacts);
            Instant begin = Instant.now();
            Neighbour neighbour = Neighbour.start(probe, tenancy, round, attempt, lasting, by);
            neighbour.begun().join();
            First first = first(probe, tenancy, round, attempt);
            List<Neighbour.Part> load = neighbour.ended().join();
            loaded.accept(new TimeWindow(begin, Instant.now()));
            TenantSeries.Beside beside = new TenantSeries.Beside(first, load, clocks);
            if (beside.gap(probe).isEmpty() || !beside.mayLast() || tries == TRIES) {
                series.beside(beside);
                return;
            }
            lasting = lasting.multipliedBy(2);
        }
    }

    private static SortedSet<String> hosts(Tenancy tenancy) {
        SortedSet<String> hosts = new TreeSet<>();
        for (Group group : tenancy.a()) {
            hosts.addAll(group.hosts());
        }
        for (Group group : tenancy.b()) {
            hosts.addAll(group.hosts());
        }
        return hosts;
    }
}
