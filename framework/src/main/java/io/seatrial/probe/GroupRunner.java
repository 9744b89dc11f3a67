package io.seatrial.probe;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.plan.Group;
import io.seatrial.plan.RankKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Runs the groups of a round at the same moment and returns one measurement for each: a size curve, or the cause why there is none. */
public final class GroupRunner {
    /** What connecting, and hosts that are slower than their links, may take beyond the operation's own time. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** A link that carries a tenth of what it is rated for is measured, and is bad; it is no reason to have no number. */
    private static final int SLOWNESS = 10;

    private final Seats seats;
    private final Function<String, Contact> contacts;
    private final String sockets;

    /**
     * @param contacts the contact with a host by its name
     * @param sockets what traffic over sockets runs on, for the conditions: {@code tcp}, {@code virtual-tcp}
     */
    public GroupRunner(Cluster cluster, Function<String, Contact> contacts, String sockets) {
        this.seats = new Seats(cluster, contacts);
        this.contacts = contacts;
        this.sockets = sockets;
    }

    /** What a measurement says of itself, whatever came of it. */
    private record Frame(CollectiveProbe probe, Group group, int ranks, int round, int attempt, Instant start) {}

    /** How a group ended: how each of its processes did, or why none was started. */
    private record Outcome(Frame frame, List<Seat.Ending> endings, Throwable failure) {}

    /**
     * Run groups.
     *
     * @param attempt 0 for the first measurement, 1 and more for retests
     */
    public List<Measurement> run(CollectiveProbe probe, int round, int attempt, List<Group> groups) {
        RoundCounters counters = RoundCounters.beforeGroups(probe.isOverVerbs() ? groups : List.of(), contacts);
        List<CompletableFuture<Outcome>> running = new ArrayList<>();
        for (Group group : groups) {
            Frame frame = new Frame(probe, group, seats.ranks(probe, group), round, attempt, Instant.now());
            running.add(start(frame));
        }
        List<Outcome> outcomes = running.stream().map(CompletableFuture::join).toList();
        counters.after();
        return outcomes.stream()
                .map(outcome -> measurement(outcome, counters.of(outcome.frame().group(), CurveReading.SHOWN_RANKS)))
                .toList();
    }

    private CompletableFuture<Outcome> start(Frame frame) {
        try {
            long rate = CollectiveProbe.rate(frame.group());
            Duration deadline = frame.probe()
                    .expected(rate, frame.ranks())
                    .multipliedBy(SLOWNESS)
                    .plus(PATIENCE);
            List<Seat> all = seats.of(frame.probe(), frame.group(), deadline);
            return new GroupOperation(all, deadline.plusSeconds(2))
                    .run()
                    .handle((endings, failure) -> new Outcome(frame, endings, failure));
        } catch (ProbeException e) {
            return CompletableFuture.completedFuture(new Outcome(frame, List.of(), e));
        }
    }

    private Measurement measurement(Outcome outcome, Map<String, Long> counters) {
        Frame frame = outcome.frame();
        if (outcome.failure() != null) {
            return absent(frame, counters, Agent.cause(outcome.failure()).getMessage());
        }
        if (outcome.endings().stream().anyMatch(Seat.Ending::failed)) {
            return absent(
                    frame, counters, GroupOperation.cause(outcome.endings()).cause());
        }
        CurveReading reading = CurveReading.of(frame.probe(), frame.ranks(), outcome.endings());
        return reading.gap()
                .map(cause -> absent(frame, counters, cause))
                .orElseGet(() -> measured(frame, counters, reading));
    }

    private Measurement measured(Frame frame, Map<String, Long> counters, CurveReading reading) {
        SizeCurve curve = reading.curve();
        Map<String, Long> numbers = new TreeMap<>(reading.numbers());
        numbers.putAll(counters);
        return new Measurement(
                frame.probe().metric(),
                frame.group().subject(),
                OptionalLong.of(reading.worstAtLargest()),
                Optional.empty(),
                Optional.empty(),
                reading.gapMax().map(gap -> new Noise(gap, 0, 0)),
                numbers,
                conditions(frame, reading.texts()),
                provenance(frame),
                Optional.of(curve));
    }

    private Measurement absent(Frame frame, Map<String, Long> counters, String cause) {
        return new Measurement(
                frame.probe().metric(),
                frame.group().subject(),
                OptionalLong.empty(),
                Optional.of(Message.of(
                        "measurement.group-absent", "group", frame.group().name(), "cause", String.valueOf(cause))),
                Optional.empty(),
                Optional.empty(),
                counters,
                conditions(frame, Map.of()),
                provenance(frame));
    }

    private Conditions conditions(Frame frame, Map<String, String> told) {
        Conditions all = frame.probe()
                .conditions()
                .with(CollectiveProbe.RANKS, Integer.toString(frame.ranks()))
                .with(
                        CollectiveProbe.HOSTS,
                        Integer.toString(frame.group().hosts().size()))
                .with(Conditions.RATE, Long.toString(CollectiveProbe.rate(frame.group())));
        boolean overSockets = frame.probe().settings().backend().ranks() == RankKind.NIC
                && !frame.probe().isOverVerbs();
        if (overSockets) {
            return all.with(Conditions.FABRIC, sockets);
        }
        for (Map.Entry<String, String> text : told.entrySet()) {
            all = all.with(text.getKey(), text.getValue());
        }
        return all;
    }

    private Provenance provenance(Frame frame) {
        String build = contacts.apply(frame.group().hosts().get(0)).build();
        return new Provenance(frame.round(), frame.attempt(), frame.start(), Instant.now(), build, "");
    }
}
