package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.*;

import io.seatrial.formats.NxosPfc;
import io.seatrial.formats.NxosQueuing;
import io.seatrial.formats.NxosQueuing.Egress;
import io.seatrial.formats.NxosQueuing.Port;
import io.seatrial.formats.NxosQueuing.Watched;
import io.seatrial.formats.text.Source;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cisco NX-OS: pause frames of each priority, boxes of QoS groups, and the PFC watchdog, since boot or the last clear. The QoS group stands for
 * the queue. Marks and pause times are not shown by these commands. No published refresh interval was found; 10 s is a cautious figure of
 * our own (evidence D). A command without a terminal has no pager.
 */
final class NxosSystem implements SwitchSystem {
    static final String PFC = "nxos pfc";
    static final String QUEUING = "nxos queuing";
    static final String WATCHDOG = "nxos pfcwd";

    private static final ReadCommand SHOW_PFC = ReadCommand.of("show interface priority-flow-control detail");
    private static final Duration CAUTIOUS = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "nxos";
    }

    @Override
    public Refreshes nominalRefreshes() {
        return new Refreshes(Map.of(PFC, CAUTIOUS, QUEUING, CAUTIOUS, WATCHDOG, CAUTIOUS), Map.of());
    }

    @Override
    public Optional<Question<Refreshes>> refreshes() {
        return Optional.empty();
    }

    @Override
    public List<Question<Counts>> counters(SwitchPorts ports) {
        return List.of(
                new Question<>(SHOW_PFC, List.of(PFC), answer -> pauses(ports, answer)),
                new Question<>(
                        ReadCommand.of("show queuing interface"), List.of(QUEUING), answer -> queuing(ports, answer)),
                new Question<>(
                        ReadCommand.of("show queuing pfc-queue detail"),
                        List.of(WATCHDOG),
                        answer -> watchdog(ports, answer)));
    }

    @Override
    public List<Question<List<Setting>>> settings(SwitchPorts ports) {
        return List.of(new Question<>(SHOW_PFC, List.of(Setting.PFC), answer -> priorities(ports, answer)));
    }

    private static Counts pauses(SwitchPorts ports, Source answer) {
        NxosPfc.Report report = pfc(answer);
        Counts counts = new Counts(ports);
        if (report.counters().isEmpty() && !report.ports().isEmpty()) {
            counts.failed(PFC, Message.of("telemetry.totals-only", "source", PFC));
        }
        report.counters()
                .forEach(each -> counts.put(PFC, each.port(), RX_PAUSE_FRAMES.of(each.priority()), each.rxPauseFrames())
                        .put(PFC, each.port(), TX_PAUSE_FRAMES.of(each.priority()), each.txPauseFrames()));
        return counts;
    }

    private static NxosPfc.Report pfc(Source answer) {
        NxosPfc.Report report = new NxosPfc().read(answer);
        Answers.requireWhole(report.complete());
        return report;
    }

    private static Stream<Port> ports(Source answer) {
        NxosQueuing.Report report = new NxosQueuing().read(answer);
        Answers.requireWhole(report.complete());
        return Stream.concat(Stream.of(report.first()), report.otherPorts().stream());
    }

    private static Counts queuing(SwitchPorts ports, Source answer) {
        Counts counts = new Counts(ports);
        ports(answer).forEach(port -> {
            counts.put(QUEUING, port.port(), RX_DISCARDS.one(), port.ingressOverflowDropPackets());
            port.queues().stream()
                    .filter(Egress.class::isInstance)
                    .map(Egress.class::cast)
                    .filter(box -> box.qosGroup() != null)
                    .forEach(box -> counts.put(
                                    QUEUING, port.port(), QUEUE_PACKETS.of(box.qosGroup()), all(box.txPackets()))
                            .put(QUEUING, port.port(), QUEUE_BYTES.of(box.qosGroup()), all(box.txBytes()))
                            .put(QUEUING, port.port(), QUEUE_DROPS.of(box.qosGroup()), all(box.dropPackets())));
        });
        return counts;
    }

    /** Return the count of all kinds of traffic, null where one of the box's kinds is not told. */
    private static BigInteger all(NxosQueuing.Counts counts) {
        if (counts == null || counts.total() != null) {
            return counts == null ? null : counts.total();
        }
        BigInteger sum = Answers.sum(counts.unicast(), counts.multicast());
        return sum == null || counts.oobfcUnicast() == null ? sum : sum.add(counts.oobfcUnicast());
    }

    private static Counts watchdog(SwitchPorts ports, Source answer) {
        Counts counts = new Counts(ports);
        ports(answer)
                .forEach(port -> port.queues().stream()
                        .filter(Watched.class::isInstance)
                        .map(Watched.class::cast)
                        .filter(queue -> queue.qosGroup() != null)
                        .forEach(queue -> storms(counts, port.port(), queue)));
        return counts;
    }

    private static void storms(Counts counts, String port, Watched queue) {
        int group = queue.qosGroup();
        BigInteger drops = Answers.sum(queue.aggregateDroppedPackets(), queue.aggregateIngressDroppedPackets());
        counts.put(WATCHDOG, port, WATCHDOG_STORMS.of(group), queue.shutdowns())
                .put(WATCHDOG, port, WATCHDOG_RESTORED.of(group), queue.restores())
                .put(WATCHDOG, port, WATCHDOG_DROPS.of(group), drops);
    }

    private static List<Setting> priorities(SwitchPorts ports, Source answer) {
        Map<String, NxosPfc.Port> known =
                pfc(answer).ports().stream().collect(Collectors.toMap(NxosPfc.Port::port, port -> port, (a, b) -> a));
        return ports.names().stream()
                .map(name -> priorities(ports, name, known.get(name)))
                .toList();
    }

    private static Setting priorities(SwitchPorts ports, String name, NxosPfc.Port port) {
        if (port == null) {
            Message cause = Message.of("telemetry.port-not-there", "port", name, "switch", ports.node());
            return Setting.unreadable(ports.subject(name), Setting.PFC, cause);
        }
        if (Boolean.FALSE.equals(port.operational())) {
            return Setting.of(ports.subject(name), Setting.PFC, Setting.NONE);
        }
        if (port.operational() == null || port.vlBitmap() == null) {
            return Setting.unreadable(
                    ports.subject(name), Setting.PFC, Message.of("telemetry.not-told", "what", "VL bitmap"));
        }
        List<Integer> on = IntStream.range(0, 8)
                .filter(bit -> (port.vlBitmap() >> bit & 1) == 1)
                .boxed()
                .toList();
        return Setting.of(ports.subject(name), Setting.PFC, SonicSettings.priorities(on));
    }
}
