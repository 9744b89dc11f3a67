package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.*;

import io.seatrial.formats.EosEcnJson;
import io.seatrial.formats.EosPfcJson;
import io.seatrial.formats.EosPfcwdJson;
import io.seatrial.formats.EosQueueText;
import io.seatrial.formats.text.Source;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.telemetry.ReadCommand.Filter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Arista EOS: pause frames of each priority, marks, drops and watchdog events, since boot or the last {@code clear counters}. A command
 * without a terminal has no pager. EOS tells neither how often it reads its counters nor how long anything was paused; no published interval
 * was found, and 10 s is a cautious figure of our own (evidence D). Nothing that is asked here shows what is configured.
 */
final class EosSystem implements SwitchSystem {
    static final String PFC = "eos pfc";
    static final String ECN = "eos ecn";
    static final String WATCHDOG = "eos pfcwd";
    static final String QUEUE = "eos queue";

    private static final Duration CAUTIOUS = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "eos";
    }

    @Override
    public Refreshes nominalRefreshes() {
        return new Refreshes(
                Stream.of(PFC, ECN, WATCHDOG, QUEUE).collect(Collectors.toMap(source -> source, source -> CAUTIOUS)),
                Map.of());
    }

    @Override
    public Optional<Question<Refreshes>> refreshes() {
        return Optional.empty();
    }

    @Override
    public List<Question<Counts>> counters(SwitchPorts ports) {
        String pfc = "show priority-flow-control counters";
        return List.of(
                new Question<>(ReadCommand.of(pfc + " detail", Filter.JSON), List.of(PFC), a -> pauses(ports, a)),
                new Question<>(
                        ReadCommand.of("show qos interfaces ecn counters queue", Filter.JSON),
                        List.of(ECN),
                        a -> marks(ports, a)),
                new Question<>(
                        ReadCommand.of(pfc + " watchdog", Filter.JSON), List.of(WATCHDOG), a -> storms(ports, a)),
                new Question<>(
                        ReadCommand.of("show interfaces counters queue detail"),
                        List.of(QUEUE),
                        a -> queues(ports, a)));
    }

    @Override
    public List<Question<List<Setting>>> settings(SwitchPorts ports) {
        return List.of();
    }

    private static Counts pauses(SwitchPorts ports, Source answer) {
        EosPfcJson.Report report = new EosPfcJson().read(answer);
        Counts counts = new Counts(ports);
        if (!report.ports().isEmpty()) {
            counts.failed(PFC, Message.of("telemetry.totals-only", "source", PFC));
        }
        report.counters()
                .forEach(each -> counts.put(PFC, each.port(), RX_PAUSE_FRAMES.of(each.priority()), each.rxPauseFrames())
                        .put(PFC, each.port(), TX_PAUSE_FRAMES.of(each.priority()), each.txPauseFrames()));
        return counts;
    }

    private static Counts marks(SwitchPorts ports, Source answer) {
        Counts counts = new Counts(ports);
        new EosEcnJson()
                .read(answer)
                .queues()
                .forEach(q -> counts.put(ECN, q.port(), QUEUE_MARKED.of(q.queue()), q.ecnMarkedPackets()));
        return counts;
    }

    /** EOS lists a queue after its first event only; one that is not listed is not known to be watched, and has no value. */
    private static Counts storms(SwitchPorts ports, Source answer) {
        Counts counts = new Counts(ports);
        new EosPfcwdJson()
                .read(answer)
                .queues()
                .forEach(q -> counts.put(WATCHDOG, q.port(), WATCHDOG_STORMS.of(q.queue()), q.stuckCount())
                        .put(WATCHDOG, q.port(), WATCHDOG_RESTORED.of(q.queue()), q.recoveryCount()));
        return counts;
    }

    private static Counts queues(SwitchPorts ports, Source answer) {
        EosQueueText.Report report = new EosQueueText().read(answer);
        Answers.requireWhole(report.complete());
        Counts counts = new Counts(ports);
        report.queues().stream()
                .filter(q -> "unicast".equals(q.queueKind()))
                .forEach(q -> counts.put(QUEUE, q.port(), QUEUE_PACKETS.of(q.queue()), q.txPackets())
                        .put(QUEUE, q.port(), QUEUE_BYTES.of(q.queue()), q.txBytes())
                        .put(QUEUE, q.port(), QUEUE_DROPS.of(q.queue()), q.dropPackets()));
        return counts;
    }
}
