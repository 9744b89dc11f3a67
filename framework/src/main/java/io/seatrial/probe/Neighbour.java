package io.seatrial.probe;

import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.plan.Tenancy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The traffic of the second tenant, under way for a time that is known in advance. It has to prove that it ran: a collective that was left alone
 * is no evidence that it is isolated.
 *
 * @param begun completes when it was let loose
 * @param ended what its parts gave
 */
record Neighbour(CompletableFuture<Void> begun, CompletableFuture<List<Part>> ended) {
    private static final int STREAMS = 2;
    private static final int BITS = 8;
    /** As many as the wire takes (FORMAT.md): it ends by its time. */
    private static final int ENDLESS = 1 << 20;

    /**
     * One flow, or all ranks of a group.
     *
     * @param name of it
     * @param measurement what it gave
     * @param ran when it ran on each of its hosts, by their clocks
     * @param rate of it, bit/s
     */
    record Part(String name, Measurement measurement, List<OnHost> ran, long rate) {}

    /** When something ran, ns of CLOCK_REALTIME of a host. */
    record OnHost(String host, long from, long to) {}

    /** Let the second tenant loose. */
    static Neighbour start(
            TenantProbe probe, Tenancy tenancy, int round, int attempt, Duration lasting, TenantRunner.By by) {
        return probe.load().kind() == TenantLoad.Kind.INCAST
                ? incast(probe, tenancy, round, attempt, lasting, by.flows())
                : allToAll(probe, tenancy, round, attempt, lasting, by.groups());
    }

    private static Neighbour incast(
            TenantProbe probe, Tenancy tenancy, int round, int attempt, Duration lasting, FlowRunner flows) {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        FlowProbe sending = sending(probe, lasting);
        CompletableFuture<List<Part>> ended = CompletableFuture.supplyAsync(
                () -> {
                    List<Measurement> gave =
                            flows.run(sending, round, attempt, tenancy.incast(), () -> begun.complete(null));
                    List<Part> parts = new ArrayList<>();
                    for (int i = 0; i < gave.size(); i++) {
                        parts.add(part(tenancy.incast().get(i).from().host(), gave.get(i)));
                    }
                    return parts;
                },
                task -> new Thread(task, "tenant B").start());
        ended.whenComplete((parts, failure) -> begun.complete(null));
        return new Neighbour(begun, ended);
    }

    private static FlowProbe sending(TenantProbe probe, Duration lasting) {
        CollectiveSettings settings = probe.collective().settings();
        int bytes = (int) Math.min(probe.load().bytes(), VerbsSettings.LARGEST_MESSAGE);
        return TenantRunner.isOverVerbs(settings)
                ? new VerbsBandwidthProbe(probe.ask(), Verb.WRITE, bytes, lasting, false, settings.verbs())
                : new BandwidthProbe(probe.ask(), bytes, STREAMS, lasting);
    }

    private static Part part(String host, Measurement gave) {
        Long from = gave.details().get("start_ns");
        Long to = gave.details().get("end_ns");
        boolean known = from != null && to != null && gave.value().orElse(0) > 0;
        return new Part(
                gave.subject().name(),
                gave,
                known ? List.of(new OnHost(host, from, to)) : List.of(),
                gave.value().orElse(0));
    }

    private static Neighbour allToAll(
            TenantProbe probe, Tenancy tenancy, int round, int attempt, Duration lasting, GroupRunner groups) {
        CollectiveProbe exchange = new CollectiveProbe(
                probe.ask(),
                io.seatrial.measurement.Collective.ALL_TO_ALL,
                probe.collective().settings().lasting(List.of(probe.load().bytes()), ENDLESS, 0, lasting));
        List<GroupRunner.Running> running = groups.running(exchange, round, attempt, tenancy.b());
        CompletableFuture<?>[] begun =
                running.stream().map(GroupRunner.Running::begun).toArray(CompletableFuture[]::new);
        CompletableFuture<?>[] ended =
                running.stream().map(GroupRunner.Running::ended).toArray(CompletableFuture[]::new);
        return new Neighbour(
                CompletableFuture.allOf(begun),
                CompletableFuture.allOf(ended)
                        .thenApply(all -> running.stream()
                                .map(one -> part(one.ended().join()))
                                .toList()));
    }

    private static Part part(GroupRunner.Ran ran) {
        long rate = ran.measurement().value().orElse(0) * BITS;
        return new Part(
                ran.measurement().subject().name(), ran.measurement(), rate > 0 ? onHosts(ran, 0) : List.of(), rate);
    }

    /**
     * Return when a group measured, on each of its hosts.
     *
     * @param least smaller sizes are left out, bytes
     */
    static List<OnHost> onHosts(GroupRunner.Ran ran, long least) {
        List<OnHost> all = new ArrayList<>();
        for (Seat.Ending ending : ran.endings()) {
            for (Event event : ending.events()) {
                if (event instanceof Event.CollectiveResult result && result.bytes() >= least) {
                    all.add(new OnHost(
                            ending.seat().agent().host(),
                            result.numbers().getOrDefault("start_ns", 0L),
                            result.numbers().getOrDefault("end_ns", 0L)));
                }
            }
        }
        return all;
    }

    /** Return why it is not proven that every part ran during the whole of a window, empty where it is. */
    static Optional<String> gap(List<Part> parts, TimeWindow measured, WallClocks clocks) {
        for (Part part : parts) {
            if (part.ran().isEmpty()) {
                return Optional.of(part.name() + " carried nothing"
                        + part.measurement()
                                .cause()
                                .map(cause -> ": " + cause.values().getOrDefault("cause", cause.key()))
                                .orElse(""));
            }
            for (OnHost on : part.ran()) {
                Optional<TimeWindow> sure = clocks.surely(on.host(), on.from(), on.to());
                if (sure.isEmpty() || !holds(sure.get(), measured)) {
                    return Optional.of(part.name() + " surely ran "
                            + sure.map(TimeWindow::toString).orElse("at no time that its clock proves")
                            + ", tenant A was measured within " + measured);
                }
            }
        }
        return parts.isEmpty() ? Optional.of("there was nobody to load the fabric") : Optional.empty();
    }

    private static boolean holds(TimeWindow outer, TimeWindow inner) {
        return !outer.from().isAfter(inner.from()) && !outer.to().isBefore(inner.to());
    }
}
