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
        List<CompletableFuture<Measurement>> running = new ArrayList<>();
        List<Frame> frames = new ArrayList<>();
        for (Group group : groups) {
            int ranks = seats.ranks(probe, group);
            Frame frame = new Frame(probe, group, ranks, round, attempt, Instant.now(), new LibraryLog());
            frames.add(frame);
            running.add(start(frame));
        }
        List<Measurement> measured = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            measured.add(heard(frames.get(i), running.get(i).join()));
        }
        return List.copyOf(measured);
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

    private CompletableFuture<Measurement> start(Frame frame) {
        try {
            long rate = CollectiveProbe.rate(frame.group());
            Duration deadline = frame.probe()
                    .expected(rate, frame.ranks())
                    .multipliedBy(SLOWNESS)
                    .plus(PATIENCE);
            if (frame.probe().settings().backend() == CollectiveSettings.Backend.NCCL_TESTS) {
                return byTool(frame, deadline);
            }
            List<Seat> all = seats.of(frame.probe(), frame.group(), deadline);
            return new GroupOperation(all, deadline.plusSeconds(2))
                    .run()
                    .handle((endings, failure) -> failure == null
                            ? measurement(frame, endings)
                            : absent(frame, Agent.cause(failure).getMessage()));
        } catch (ProbeException e) {
            return CompletableFuture.completedFuture(absent(frame, e.getMessage()));
        }
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
        return read(frame, CurveReading.of(frame.probe(), frame.ranks(), endings), build(frame));
    }

    private Measurement read(Frame frame, CurveReading reading, String by) {
        return reading.gap().map(cause -> absent(frame, cause)).orElseGet(() -> measured(frame, reading, by));
    }

    private Measurement measured(Frame frame, CurveReading reading, String by) {
        SizeCurve curve = reading.curve();
        return new Measurement(
                frame.probe().metric(),
                frame.group().subject(),
                OptionalLong.of(reading.worstAtLargest()),
                Optional.empty(),
                Optional.empty(),
                reading.gapMax().map(gap -> new Noise(gap, 0, 0)),
                reading.numbers(),
                conditions(frame, reading.texts()),
                provenance(frame, by),
                Optional.of(curve));
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
