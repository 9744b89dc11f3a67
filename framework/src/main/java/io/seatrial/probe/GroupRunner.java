package io.seatrial.probe;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
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

    /**
     * Run groups.
     *
     * @param attempt 0 for the first measurement, 1 and more for retests
     */
    public List<Measurement> run(CollectiveProbe probe, int round, int attempt, List<Group> groups) {
        List<Running> running = new ArrayList<>();
        List<Frame> frames = new ArrayList<>();
        for (Group group : groups) {
            Frame frame = frame(probe, round, attempt, group);
            frames.add(frame);
            running.add(start(frame));
        }
        List<Measurement> measured = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            measured.add(heard(frames.get(i), running.get(i).ended().join().measurement()));
        }
        return List.copyOf(measured);
    }

    private Frame frame(CollectiveProbe probe, int round, int attempt, Group group) {
        int ranks = seats.ranks(probe, group);
        return new Frame(probe, group, ranks, round, attempt, Instant.now(), new LibraryLog());
    }

    /**
     * What came of a group.
     *
     * @param endings of its processes, empty where none was asked
     */
    record Ran(Measurement measurement, List<Seat.Ending> endings) {}

    /**
     * A group that was asked.
     *
     * @param begun completes when its ranks begin, and at the end of those that never did
     */
    record Running(CompletableFuture<Void> begun, CompletableFuture<Ran> ended) {}

    /** Ask groups without waiting for them; what their library prints is not kept. */
    List<Running> running(CollectiveProbe probe, int round, int attempt, List<Group> groups) {
        return groups.stream()
                .map(group -> start(frame(probe, round, attempt, group)))
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

    private Running start(Frame frame) {
        try {
            long rate = CollectiveProbe.rate(frame.group());
            Duration deadline = frame.probe()
                    .expected(rate, frame.ranks())
                    .multipliedBy(SLOWNESS)
                    .plus(PATIENCE);
            if (frame.probe().settings().backend() == CollectiveSettings.Backend.NCCL_TESTS) {
                return running(byTool(frame, deadline));
            }
            List<Seat> all = seats.of(frame.probe(), frame.group(), deadline);
            GroupOperation operation = new GroupOperation(all, deadline.plusSeconds(2));
            CompletableFuture<Ran> ended = operation
                    .run()
                    .handle((endings, failure) -> failure == null
                            ? new Ran(measurement(frame, endings), endings)
                            : new Ran(absent(frame, Agent.cause(failure).getMessage()), List.of()));
            return new Running(operation.begun(), ended);
        } catch (ProbeException e) {
            return running(CompletableFuture.completedFuture(absent(frame, e.getMessage())));
        }
    }

    /** Of what no probe runs nobody hears when it begins. */
    private static Running running(CompletableFuture<Measurement> measured) {
        return new Running(CompletableFuture.completedFuture(null), measured.thenApply(one -> new Ran(one, List.of())));
    }

    private CompletableFuture<Measurement> byTool(Frame frame, Duration deadline) {
        Agent first = contacts.apply(frame.group().hosts().get(0)).agent();
        return ToolGroup.of(frame.probe(), frame.group(), seats)
                .run(first, deadline, frame.log())
                .handle((curve, failure) -> failure == null
                        ? read(frame, CurveReading.of(frame.probe(), curve), curve.tool())
                        : absent(frame, Agent.cause(failure).getMessage()));
    }

    private Measurement measurement(Frame frame, List<Seat.Ending> endings) {
        CurveReading.events(endings, Event.Log.class)
                .forEach(line -> frame.log().add(line.text()));
        if (endings.stream().anyMatch(Seat.Ending::failed)) {
            return absent(frame, GroupOperation.cause(endings).cause());
        }
        CurveReading reading = CurveReading.of(frame.probe(), frame.ranks(), endings);
        if (frame.probe().step().isEmpty() || reading.gap().isPresent()) {
            return read(frame, reading, build(frame));
        }
        StepReading step = StepReading.of(frame.ranks(), endings);
        return step.gap()
                .map(cause -> absent(frame, cause))
                .orElseGet(() -> measured(frame, reading, step.share(), step.numbers(), build(frame)));
    }

    private Measurement read(Frame frame, CurveReading reading, String by) {
        return reading.gap()
                .map(cause -> absent(frame, cause))
                .orElseGet(() -> measured(frame, reading, reading.worstAtLargest(), Map.of(), by));
    }

    /** @param more numbers that go before those of the curve */
    private Measurement measured(Frame frame, CurveReading reading, long value, Map<String, Long> more, String by) {
        Map<String, Long> numbers = new TreeMap<>(reading.numbers());
        numbers.putAll(more);
        return new Measurement(
                frame.probe().metric(),
                frame.group().subject(),
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                reading.gapMax().map(gap -> new Noise(gap, 0, 0)),
                numbers,
                conditions(frame, reading.texts()),
                provenance(frame, by),
                Optional.of(reading.curve()));
    }

    private Measurement absent(Frame frame, String cause) {
        return Measurement.absent(
                frame.probe().metric(),
                frame.group().subject(),
                Message.of("measurement.group-absent", "group", frame.group().name(), "cause", String.valueOf(cause)),
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
