package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
import io.seatrial.plan.Flow;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Runs the flows of a round at the same moment and returns one measurement for each: a value, or the cause why there is none.
 * All receivers listen before the first sender starts, so that the flows of a round overlap.
 */
public final class FlowRunner {
    /** What a slow link may take beyond the operation's own time before it is called silent. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration LISTEN = Duration.ofSeconds(5);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Function<String, Contact> contacts;
    private final String fabric;

    /**
     * @param contacts the contact with a host by its name
     * @param fabric what the traffic runs on, for the conditions: {@code tcp}, {@code virtual-tcp}
     */
    public FlowRunner(Function<String, Contact> contacts, String fabric) {
        this.contacts = contacts;
        this.fabric = fabric;
    }

    /** A step on the way of one flow: the listening side, or the cause why it does not listen. */
    private record Listening(Flow flow, Agent from, Agent to, String token, Answer serving, Event.Ready ready) {}

    /**
     * Run flows.
     *
     * @param attempt 0 for the first measurement, 1 and more for retests
     */
    public List<Measurement> run(FlowProbe probe, int round, int attempt, List<Flow> flows) {
        List<CompletableFuture<Listening>> listening =
                flows.stream().map(flow -> listen(probe, flow)).toList();
        settle(listening);
        List<CompletableFuture<Measurement>> running = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
            Flow flow = flows.get(i);
            Instant start = Instant.now();
            running.add(listening
                    .get(i)
                    .thenCompose(l -> measure(probe, l))
                    .handle((events, failure) -> failure == null
                            ? measured(probe, flow, round, attempt, start, events)
                            : absent(
                                    probe,
                                    flow,
                                    round,
                                    attempt,
                                    start,
                                    Agent.cause(failure).getMessage())));
        }
        return running.stream().map(CompletableFuture::join).toList();
    }

    private static void settle(List<? extends CompletableFuture<?>> futures) {
        futures.forEach(future -> future.handle((value, failure) -> null).join());
    }

    private CompletableFuture<Listening> listen(FlowProbe probe, Flow flow) {
        try {
            Agent from = contacts.apply(flow.from().host()).agent();
            Agent to = contacts.apply(flow.to().host()).agent();
            String token = token();
            long deadline = deadline(probe).toMillis();
            Answer serving = to.send(
                    new Request.Serve(probe.operation(), "tcp", flow.to().address(), token, deadline));
            return Agent.within(
                            serving.ready(),
                            LISTEN,
                            to.host(),
                            "port " + flow.to().id() + " did not listen")
                    .thenApply(ready -> new Listening(flow, from, to, token, serving, ready));
        } catch (ProbeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<List<Event>> measure(FlowProbe probe, Listening l) {
        Request.Peer peer = new Request.Peer(
                "tcp",
                l.flow().from().address(),
                l.ready().address(),
                l.ready().port(),
                l.token(),
                deadline(probe).toMillis());
        return l.from()
                .ask(
                        probe.request(
                                peer,
                                Math.min(l.flow().from().rate(), l.flow().to().rate())),
                        deadline(probe).plusSeconds(2))
                .whenComplete((events, failure) ->
                        l.to().send(new Request.Stop(l.serving().id())));
    }

    private static Duration deadline(FlowProbe probe) {
        return probe.expected().plus(PATIENCE);
    }

    private static String token() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private Measurement measured(
            FlowProbe probe, Flow flow, int round, int attempt, Instant start, List<Event> events) {
        OptionalLong value = probe.value(events);
        if (value.isEmpty()) {
            return absent(
                    probe,
                    flow,
                    round,
                    attempt,
                    start,
                    "the result has no " + probe.metric().id() + ": too few samples");
        }
        Map<String, Long> numbers = numbers(events);
        return new Measurement(
                probe.metric(),
                flow.subject(),
                value,
                Optional.empty(),
                histogram(events),
                noise(numbers),
                numbers,
                conditions(probe, flow),
                provenance(
                        flow,
                        round,
                        attempt,
                        instant(numbers, "start_ns").orElse(start),
                        instant(numbers, "end_ns").orElseGet(Instant::now)));
    }

    private static Optional<Instant> instant(Map<String, Long> numbers, String name) {
        return Optional.ofNullable(numbers.get(name)).map(nanos -> Instant.ofEpochSecond(0, nanos));
    }

    private Measurement absent(FlowProbe probe, Flow flow, int round, int attempt, Instant start, String cause) {
        return Measurement.absent(
                probe.metric(),
                flow.subject(),
                Message.of("measurement.absent", "flow", flow.id(), "cause", String.valueOf(cause)),
                conditions(probe, flow),
                provenance(flow, round, attempt, start, Instant.now()));
    }

    private Conditions conditions(FlowProbe probe, Flow flow) {
        return probe.conditions()
                .with(Conditions.FABRIC, fabric)
                .with(Conditions.PATH_CLASS, flow.pathClass().text());
    }

    private Provenance provenance(Flow flow, int round, int attempt, Instant start, Instant end) {
        String build = contacts.apply(flow.from().host()).build();
        return new Provenance(round, attempt, start, end, build, "");
    }

    private static Map<String, Long> numbers(List<Event> events) {
        Map<String, Long> numbers = new TreeMap<>();
        for (Event event : events) {
            if (event instanceof Event.LatencyResult r) {
                numbers.putAll(r.numbers());
            } else if (event instanceof Event.BandwidthResult r) {
                numbers.putAll(r.numbers());
            }
        }
        return numbers;
    }

    private static Optional<Histogram> histogram(List<Event> events) {
        return events.stream()
                .filter(Event.HistogramPart.class::isInstance)
                .map(event -> ((Event.HistogramPart) event).histogram())
                .reduce(Histogram::plus);
    }

    private static Optional<Noise> noise(Map<String, Long> numbers) {
        if (!numbers.containsKey("gap_max")) {
            return Optional.empty();
        }
        return Optional.of(
                new Noise(numbers.get("gap_max"), numbers.getOrDefault("vcsw", 0L), numbers.getOrDefault("icsw", 0L)));
    }
}
