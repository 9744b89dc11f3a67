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

    /**
     * Run groups.
     *
     * @param attempt 0 for the first measurement, 1 and more for retests
     */
    public List<Measurement> run(CollectiveProbe probe, int round, int attempt, List<Group> groups) {
        List<CompletableFuture<Measurement>> running = new ArrayList<>();
        for (Group group : groups) {
            Frame frame = new Frame(probe, group, seats.ranks(probe, group), round, attempt, Instant.now());
            running.add(start(frame));
        }
        return running.stream().map(CompletableFuture::join).toList();
    }

    private CompletableFuture<Measurement> start(Frame frame) {
        try {
            long rate = CollectiveProbe.rate(frame.group());
            Duration deadline = frame.probe()
                    .expected(rate, frame.ranks())
                    .multipliedBy(SLOWNESS)
                    .plus(PATIENCE);
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

    private Measurement measurement(Frame frame, List<Seat.Ending> endings) {
        if (endings.stream().anyMatch(Seat.Ending::failed)) {
            return absent(frame, GroupOperation.cause(endings).cause());
        }
        CurveReading reading = CurveReading.of(frame.probe(), frame.ranks(), endings);
        return reading.gap().map(cause -> absent(frame, cause)).orElseGet(() -> measured(frame, reading));
    }

    private Measurement measured(Frame frame, CurveReading reading) {
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
                provenance(frame),
                Optional.of(curve));
    }

    private Measurement absent(Frame frame, String cause) {
        return Measurement.absent(
                frame.probe().metric(),
                frame.group().subject(),
                Message.of("measurement.group-absent", "group", frame.group().name(), "cause", String.valueOf(cause)),
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
