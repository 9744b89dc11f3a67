package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Provenance;
import io.seatrial.plan.Flow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Runs the flows of a round at the same moment and returns one measurement for each: a value, or the cause why there is none.
 * All receivers are ready before the first sender starts, so that the flows of a round overlap.
 */
public final class FlowRunner {
    private final Function<String, Contact> contacts;
    private final String sockets;
    private final Optional<Capturing> capturing;

    /** That headers are captured when flows are measured again. */
    private record Capturing(CaptureBounds bounds, CaptureSink sink) {}

    /**
     * @param contacts the contact with a host by its name
     * @param sockets what traffic over sockets runs on, for the conditions: {@code tcp}, {@code virtual-tcp}
     */
    public FlowRunner(Function<String, Contact> contacts, String sockets) {
        this(contacts, sockets, Optional.empty());
    }

    private FlowRunner(Function<String, Contact> contacts, String sockets, Optional<Capturing> capturing) {
        this.contacts = contacts;
        this.sockets = sockets;
        this.capturing = capturing;
    }

    /**
     * Return a runner that captures headers at the ports of what is measured again over RDMA: evidence for what was doubtful. A first attempt is never
     * disturbed by it.
     */
    public FlowRunner capturing(CaptureBounds bounds, CaptureSink sink) {
        return new FlowRunner(contacts, sockets, Optional.of(new Capturing(bounds, sink)));
    }

    /** What a measurement says of itself, whatever came of it. */
    private record Frame(FlowProbe probe, Flow flow, int round, int attempt, Instant start) {}

    /** How a flow ended: with a reading, or with the cause why there is none. */
    private record Outcome(Frame frame, Reading reading, Throwable failure) {}

    /**
     * Run flows.
     *
     * @param attempt 0 for the first measurement, 1 and more for retests
     */
    public List<Measurement> run(FlowProbe probe, int round, int attempt, List<Flow> flows) {
        return run(probe, round, attempt, flows, () -> {});
    }

    /** @param asked runs when every sender has been asked to send */
    List<Measurement> run(FlowProbe probe, int round, int attempt, List<Flow> flows, Runnable asked) {
        List<CompletableFuture<Operation>> prepared =
                flows.stream().map(flow -> prepare(probe, flow)).toList();
        settle(prepared);
        Optional<RoundCaptures> captures = capturing
                .filter(wanted -> attempt > 0 && probe.isRdma())
                .map(wanted -> RoundCaptures.before(flows, contacts, wanted.bounds()));
        RoundCounters counters = RoundCounters.before(probe.isRdma() ? flows : List.of(), contacts);
        List<CompletableFuture<Outcome>> running = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
            Frame frame = new Frame(probe, flows.get(i), round, attempt, Instant.now());
            running.add(prepared.get(i)
                    .thenCompose(Operation::measure)
                    .handle((reading, failure) -> new Outcome(frame, reading, failure)));
        }
        asked.run();
        settle(running);
        counters.after();
        captures.ifPresent(some ->
                some.after().forEach(one -> capturing.orElseThrow().sink().take(probe.ask(), round, attempt, one)));
        return running.stream()
                .map(CompletableFuture::join)
                .map(outcome -> measurement(
                        outcome, beside(counters, captures, outcome.frame().flow())))
                .toList();
    }

    private static Map<String, Long> beside(RoundCounters counters, Optional<RoundCaptures> captures, Flow flow) {
        Map<String, Long> numbers = new TreeMap<>(counters.of(flow));
        captures.ifPresent(some -> numbers.putAll(some.of(flow)));
        return numbers;
    }

    private static void settle(List<? extends CompletableFuture<?>> futures) {
        futures.forEach(future -> future.handle((value, failure) -> null).join());
    }

    private CompletableFuture<Operation> prepare(FlowProbe probe, Flow flow) {
        try {
            Operation operation = probe.over(new Ends(
                    flow,
                    contacts.apply(flow.from().host()),
                    contacts.apply(flow.to().host())));
            return operation.prepare().thenApply(ready -> operation);
        } catch (ProbeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Measurement measurement(Outcome outcome, Map<String, Long> counters) {
        Frame frame = outcome.frame();
        if (outcome.failure() != null) {
            return absent(
                    frame,
                    Agent.cause(outcome.failure()).getMessage(),
                    counters,
                    frame.probe().conditions());
        }
        Reading reading = outcome.reading();
        Map<String, Long> numbers = new TreeMap<>(reading.numbers());
        numbers.putAll(frame.probe().derived(reading));
        numbers.putAll(counters);
        OptionalLong value = frame.probe().value(reading);
        return value.isPresent()
                ? measured(frame, value, reading, numbers)
                : absent(
                        frame,
                        frame.probe().whyNot(reading),
                        numbers,
                        frame.probe().conditions(reading));
    }

    private Measurement measured(Frame frame, OptionalLong value, Reading reading, Map<String, Long> numbers) {
        return new Measurement(
                frame.probe().metric(),
                frame.flow().subject(),
                value,
                Optional.empty(),
                reading.histogram(),
                reading.noise(),
                numbers,
                conditions(frame, frame.probe().conditions(reading), reading.fabric()),
                provenance(frame, reading));
    }

    private Measurement absent(Frame frame, String cause, Map<String, Long> numbers, Conditions conditions) {
        Reading nothing = Reading.NOTHING;
        return new Measurement(
                frame.probe().metric(),
                frame.flow().subject(),
                OptionalLong.empty(),
                Optional.of(
                        Message.of("measurement.absent", "flow", frame.flow().id(), "cause", String.valueOf(cause))),
                Optional.empty(),
                Optional.empty(),
                numbers,
                conditions(frame, conditions, frame.probe().isRdma() ? "" : sockets),
                provenance(frame, nothing));
    }

    /** What was to run over RDMA and did not has no fabric: nobody said which it would have been. */
    private Conditions conditions(Frame frame, Conditions of, String fabric) {
        Flow flow = frame.flow();
        Conditions all = of.with(Conditions.PATH_CLASS, flow.pathClass().text());
        if (frame.probe().isRdma()) {
            all = all.with(
                    Conditions.RATE,
                    Long.toString(Math.min(flow.from().rate(), flow.to().rate())));
        }
        return fabric.isEmpty() ? all : all.with(Conditions.FABRIC, fabric.equals("tcp") ? sockets : fabric);
    }

    private Provenance provenance(Frame frame, Reading reading) {
        String tool = Optional.ofNullable(reading.texts().get("tool"))
                .orElseGet(() -> contacts.apply(frame.flow().from().host()).build());
        return new Provenance(
                frame.round(),
                frame.attempt(),
                reading.instant("start_ns").orElse(frame.start()),
                reading.instant("end_ns").orElseGet(Instant::now),
                tool,
                "");
    }
}
