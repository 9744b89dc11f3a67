package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.*;

import io.seatrial.formats.IpLinkJson;
import io.seatrial.formats.LldpctlJson;
import io.seatrial.formats.TcQdiscJson;
import io.seatrial.formats.TcQdiscJson.Qdisc;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Linux machine as a switch: a bridge, a router, a switch that runs Linux and offloads to its ASIC (switchdev). Queueing disciplines are
 * the kernel's own counters and count at once; an offloading driver is asked for them when they are shown (kernel, tc_setup with
 * TC_RED_STATS and its like). Counters of interfaces are renewed by drivers once a second or more often (mlxsw: MLXSW_HW_STATS_UPDATE_TIME). A
 * value of a discipline begins anew when it is replaced, which shows as a step back.
 */
final class LinuxSystem implements SwitchSystem {
    static final String QDISC = "linux qdisc";
    static final String LINK = "linux link";

    private static final ReadCommand QDISCS = ReadCommand.of("tc -s -d -j qdisc show");
    private static final ReadCommand LINKS = ReadCommand.of("ip -s -s -j link show");
    private static final Duration OF_DRIVERS = Duration.ofSeconds(1);
    private static final BigDecimal PERCENT = BigDecimal.valueOf(100);
    /** Beyond it a counter has no name; the class of such a queue is one that nobody numbers by hand. */
    private static final int LAST_QUEUE = 9999;

    @Override
    public String name() {
        return "linux";
    }

    @Override
    public Refreshes nominalRefreshes() {
        return new Refreshes(Map.of(QDISC, Duration.ZERO, LINK, OF_DRIVERS), Map.of());
    }

    @Override
    public Optional<Question<Refreshes>> refreshes() {
        return Optional.empty();
    }

    @Override
    public List<Question<Counts>> counters(SwitchPorts ports) {
        return List.of(
                new Question<>(
                        QDISCS,
                        List.of(QDISC),
                        answer -> queues(ports, LinuxQueues.of(new TcQdiscJson().read(answer)))),
                new Question<>(LINKS, List.of(LINK), answer -> links(ports, new IpLinkJson().read(answer))));
    }

    @Override
    public List<Question<List<Setting>>> settings(SwitchPorts ports) {
        return List.of(
                new Question<>(
                        QDISCS,
                        List.of(Setting.ECN),
                        answer -> marking(ports, LinuxQueues.of(new TcQdiscJson().read(answer)))),
                new Question<>(LINKS, List.of(Setting.MTU), answer -> mtus(ports, new IpLinkJson().read(answer))),
                new Question<>(
                        ReadCommand.of("lldpctl -f json0"),
                        List.of(Setting.NEIGHBOUR),
                        answer -> Neighbours.of(ports, new LldpctlJson().read(answer))));
    }

    private static Counts queues(SwitchPorts ports, List<LinuxQueues.Queue> queues) {
        Counts counts = new Counts(ports);
        queues.stream().filter(queue -> queue.number() <= LAST_QUEUE).forEach(queue -> {
            String port = queue.device();
            int number = queue.number();
            counts.put(QDISC, port, QUEUE_BYTES.of(number), queue.bytes())
                    .put(QDISC, port, QUEUE_PACKETS.of(number), queue.packets())
                    .put(QDISC, port, QUEUE_DROPS.of(number), queue.drops())
                    .put(QDISC, port, QUEUE_WRED_DROPS.of(number), queue.earlyDrops())
                    .put(QDISC, port, QUEUE_MARKED.of(number), queue.marked())
                    .put(QDISC, port, QUEUE_OCCUPANCY.of(number), queue.backlogBytes());
        });
        return counts;
    }

    private static Counts links(SwitchPorts ports, IpLinkJson.Report report) {
        Counts counts = new Counts(ports);
        report.ports()
                .forEach(port -> counts.put(LINK, port.name(), RX_BYTES.one(), port.rxBytes())
                        .put(LINK, port.name(), RX_PACKETS.one(), port.rxPackets())
                        .put(LINK, port.name(), RX_ERRORS.one(), port.rxErrors())
                        .put(LINK, port.name(), RX_CRC_ERRORS.one(), port.rxCrcErrors())
                        .put(LINK, port.name(), RX_DISCARDS.one(), sum(port.rxDropped(), port.rxMissed()))
                        .put(LINK, port.name(), TX_BYTES.one(), port.txBytes())
                        .put(LINK, port.name(), TX_PACKETS.one(), port.txPackets())
                        .put(LINK, port.name(), TX_DISCARDS.one(), port.txDropped()));
        return counts;
    }

    private static BigInteger sum(BigInteger one, BigInteger other) {
        return one == null || other == null ? null : one.add(other);
    }

    private static List<Setting> marking(SwitchPorts ports, List<LinuxQueues.Queue> queues) {
        List<Setting> settings = new ArrayList<>();
        for (String port : ports.names()) {
            List<LinuxQueues.Queue> own =
                    queues.stream().filter(queue -> queue.device().equals(port)).toList();
            own.forEach(queue -> settings.add(marking(ports, queue)));
            if (own.isEmpty()) {
                settings.add(Setting.unreadable(ports.subject(port), Setting.ECN + 0, notTold("a queue")));
            }
        }
        return settings;
    }

    /** Kinds without thresholds in bytes (CoDel marks by time) are not told in words that could be compared. */
    private static Setting marking(SwitchPorts ports, LinuxQueues.Queue queue) {
        String name = Setting.ECN + queue.number();
        Qdisc red = queue.red();
        if (red == null) {
            return Setting.unreadable(ports.subject(queue.device()), name, notTold("red"));
        }
        if (Boolean.FALSE.equals(red.ecn())) {
            return Setting.of(ports.subject(queue.device()), name, Setting.OFF);
        }
        if (red.ecn() == null || red.minBytes() == null || red.maxBytes() == null || red.maxProbability() == null) {
            return Setting.unreadable(ports.subject(queue.device()), name, notTold("ecn, min, max and probability"));
        }
        String pmax =
                red.maxProbability().multiply(PERCENT).stripTrailingZeros().toPlainString();
        return Setting.of(
                ports.subject(queue.device()),
                name,
                "kmin=" + red.minBytes() + " kmax=" + red.maxBytes() + " pmax=" + pmax);
    }

    private static List<Setting> mtus(SwitchPorts ports, IpLinkJson.Report report) {
        Map<String, Integer> told = new HashMap<>();
        report.ports().forEach(port -> told.put(port.name(), port.mtu()));
        return ports.names().stream()
                .map(port -> mtu(ports, port, told.get(port)))
                .toList();
    }

    private static Setting mtu(SwitchPorts ports, String port, Integer mtu) {
        Message none = Message.of("telemetry.port-not-there", "switch", ports.node(), "port", port);
        return mtu == null
                ? Setting.unreadable(ports.subject(port), Setting.MTU, none)
                : Setting.of(ports.subject(port), Setting.MTU, mtu.toString());
    }

    private static Message notTold(String what) {
        return Message.of("telemetry.not-told", "what", what);
    }
}
