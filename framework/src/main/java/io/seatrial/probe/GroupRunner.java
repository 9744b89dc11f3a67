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
    private final Optional<LogKeeper> keeper;

    /**
     * @param contacts the contact with a host by its name
     * @param sockets what traffic over sockets runs on, for the conditions: {@code tcp}, {@code virtual-tcp}
     */
    public GroupRunner(Cluster cluster, Function<String, Contact> contacts, String sockets) {
        this(new Seats(cluster, contacts), contacts, sockets, Optional.empty());
    }

    private GroupRunner(Seats seats, Function<String, Contact> contacts, String sockets, Optional<LogKeeper> keeper) {
        this.seats = seats;
        this.contacts = contacts;
        this.sockets = sockets;
        this.keeper = keeper;
    }

    /** Return a runner that gives away what libraries print, and puts to each measurement what was found in it. */
    public GroupRunner keeping(LogKeeper keeper) {
        return new GroupRunner(seats, contacts, sockets, Optional.of(keeper));
    }

    /** What a measurement says of itself, whatever came of it. */
    private record Frame(
            CollectiveProbe probe, Group group, int ranks, int round, int attempt, Instant start, LibraryLog log) {
        boolean isOfLibrary() {
            return probe.settings().backend().ranks() == RankKind.GPU;
        }
    }

    /** How a group ended: what it gave and who measured it, or why it gave nothing. */
    private record Outcome(Frame frame, Optional<CurveReading> reading, String by, String cause) {
        static Outcome of(Frame frame, CurveReading reading, String by) {
            return reading.gap()
                    .map(gap -> none(frame, gap))
                    .orElseGet(() -> new Outcome(frame, Optional.of(reading), by, ""));
        }

        static Outcome none(Frame frame, String cause) {
            return new Outcome(frame, Optional.empty(), "", String.valueOf(cause));
        }
    }

    /**
     * Run groups.
     *
     * @param attempt 0 for the first measurement, 1 and more for retests
     */
    public List<Measurement> run(CollectiveProbe probe, int round, int attempt, List<Group> groups) {
        RoundCounters counters = RoundCounters.beforeGroups(probe.isOverVerbs() ? groups : List.of(), contacts);
        List<CompletableFuture<Outcome>> running = new ArrayList<>();
        for (Group group : groups) {
            int ranks = seats.ranks(probe, group);
            running.add(start(new Frame(probe, group, ranks, round, attempt, Instant.now(), new LibraryLog())));
        }
        List<Outcome> outcomes = running.stream().map(CompletableFuture::join).toList();
        counters.after();
        return outcomes.stream()
                .map(outcome -> heard(
                        outcome.frame(),
                        measurement(outcome, counters.of(outcome.frame().group(), CurveReading.SHOWN_RANKS))))
                .toList();
    }

    /** Of a library without a word there is nothing to keep, and nobody can say what it did. */
    private Measurement heard(Frame frame, Measurement measured) {
        if (keeper.isEmpty() || !frame.isOfLibrary() || frame.log().lines().isEmpty()) {
            return measured;
        }
        LogKeeper.Logged logged = new LogKeeper.Logged(
                frame.probe().ask(),
                frame.round(),
                frame.attempt(),
                frame.group(),
                seats.gpus(frame.group()),
                frame.log());
        return measured.with(keeper.get().keep(logged));
    }

    private CompletableFuture<Outcome> start(Frame frame) {
        try {
            long rate = CollectiveProbe.rate(frame.group());
            Duration deadline = frame.probe()
                    .expected(rate, frame.ranks())
                    .multipliedBy(SLOWNESS)
                    .plus(PATIENCE);
            return frame.probe().settings().backend() == CollectiveSettings.Backend.NCCL_TESTS
                    ? byTool(frame, deadline)
                    : bySeats(frame, deadline);
        } catch (ProbeException e) {
            return CompletableFuture.completedFuture(Outcome.none(frame, e.getMessage()));
        }
    }

    private CompletableFuture<Outcome> byTool(Frame frame, Duration deadline) {
        Agent first = contacts.apply(frame.group().hosts().get(0)).agent();
        return ToolGroup.of(frame.probe(), frame.group(), seats)
                .run(first, deadline, frame.log())
                .handle((curve, failure) -> failure == null
                        ? Outcome.of(frame, CurveReading.of(frame.probe(), curve), curve.tool())
                        : Outcome.none(frame, Agent.cause(failure).getMessage()));
    }

    private CompletableFuture<Outcome> bySeats(Frame frame, Duration deadline) {
        List<Seat> all = seats.of(frame.probe(), frame.group(), deadline);
        return new GroupOperation(all, deadline.plusSeconds(2))
                .run()
                .handle((endings, failure) -> failure == null
                        ? ended(frame, endings)
                        : Outcome.none(frame, Agent.cause(failure).getMessage()));
    }

    private Outcome ended(Frame frame, List<Seat.Ending> endings) {
        CurveReading.events(endings, Event.Log.class)
                .forEach(line -> frame.log().add(line.text()));
        return endings.stream().anyMatch(Seat.Ending::failed)
                ? Outcome.none(frame, GroupOperation.cause(endings).cause())
                : Outcome.of(frame, CurveReading.of(frame.probe(), frame.ranks(), endings), build(frame));
    }

    private Measurement measurement(Outcome outcome, Map<String, Long> counters) {
        return outcome.reading()
                .map(reading -> measured(outcome.frame(), counters, reading, outcome.by()))
                .orElseGet(() -> absent(outcome.frame(), counters, outcome.cause()));
    }

    private Measurement measured(Frame frame, Map<String, Long> counters, CurveReading reading, String by) {
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
                provenance(frame, by),
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
                provenance(frame, build(frame)));
    }

    private Conditions conditions(Frame frame, Map<String, String> told) {
        Conditions all = frame.probe()
                .conditions()
                .with(CollectiveProbe.RANKS, Integer.toString(frame.ranks()))
                .with(
                        CollectiveProbe.HOSTS,
                        Integer.toString(frame.group().hosts().size()))
                .with(Conditions.RATE, Long.toString(CollectiveProbe.rate(frame.group())));
        boolean overSockets = !frame.isOfLibrary() && !frame.probe().isOverVerbs();
        if (overSockets) {
            return all.with(Conditions.FABRIC, sockets);
        }
        for (Map.Entry<String, String> text : told.entrySet()) {
            all = all.with(text.getKey(), text.getValue());
        }
        return all;
    }

    private String build(Frame frame) {
        return contacts.apply(frame.group().hosts().get(0)).build();
    }

    private static Provenance provenance(Frame frame, String by) {
        return new Provenance(frame.round(), frame.attempt(), frame.start(), Instant.now(), by, "");
    }
}
