package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.*;

import io.seatrial.formats.JunosInterfaceExtensive;
import io.seatrial.formats.JunosInterfaceExtensive.Port;
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
 * Juniper Junos: one command holds everything, since the last clear; {@code | no-more} keeps it from paging. Marks and pause times are not
 * shown by it, and queues that are not in use are not listed. No published refresh interval was found; 10 s is a cautious figure of our own
 * (evidence D).
 */
final class JunosSystem implements SwitchSystem {
    static final String INTERFACE = "junos interface";

    private static final ReadCommand SHOW = ReadCommand.of("show interfaces extensive", Filter.NO_MORE);
    private static final Duration CAUTIOUS = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "junos";
    }

    @Override
    public Refreshes nominalRefreshes() {
        return new Refreshes(Map.of(INTERFACE, CAUTIOUS), Map.of());
    }

    @Override
    public Optional<Question<Refreshes>> refreshes() {
        return Optional.empty();
    }

    @Override
    public List<Question<Counts>> counters(SwitchPorts ports) {
        return List.of(new Question<>(SHOW, List.of(INTERFACE), answer -> {
            Counts counts = new Counts(ports);
            ports(answer).forEach(port -> take(counts, port));
            return counts;
        }));
    }

    @Override
    public List<Question<List<Setting>>> settings(SwitchPorts ports) {
        return List.of(new Question<>(SHOW, List.of(Setting.MTU), answer -> mtus(ports, answer)));
    }

    private static Stream<Port> ports(Source answer) {
        JunosInterfaceExtensive.Report report = new JunosInterfaceExtensive().read(answer);
        Answers.requireWhole(report.complete());
        return Stream.concat(Stream.of(report.first()), report.otherPorts().stream());
    }

    private static void take(Counts counts, Port port) {
        String name = port.port();
        counts.put(INTERFACE, name, RX_BYTES.one(), port.rxBytes())
                .put(INTERFACE, name, TX_BYTES.one(), port.txBytes())
                .put(INTERFACE, name, RX_PACKETS.one(), port.rxPackets())
                .put(INTERFACE, name, TX_PACKETS.one(), port.txPackets())
                .put(INTERFACE, name, RX_ERRORS.one(), port.rxErrorPackets())
                .put(INTERFACE, name, RX_DISCARDS.one(), port.rxDropPackets())
                .put(INTERFACE, name, TX_DISCARDS.one(), port.txDropPackets())
                .put(INTERFACE, name, RX_CRC_ERRORS.one(), port.crcErrorPacketsRx())
                .put(INTERFACE, name, FEC_CORRECTED.one(), port.fecCorrected())
                .put(INTERFACE, name, FEC_UNCORRECTABLE.one(), port.fecUncorrected())
                .put(INTERFACE, name, RX_GLOBAL_PAUSE_FRAMES.one(), port.globalPauseFramesRx())
                .put(INTERFACE, name, TX_GLOBAL_PAUSE_FRAMES.one(), port.globalPauseFramesTx());
        port.counters()
                .forEach(each -> counts.put(INTERFACE, name, RX_PAUSE_FRAMES.of(each.priority()), each.rxPauseFrames())
                        .put(INTERFACE, name, TX_PAUSE_FRAMES.of(each.priority()), each.txPauseFrames()));
        port.queues()
                .forEach(each -> counts.put(INTERFACE, name, QUEUE_PACKETS.of(each.queue()), each.txPackets())
                        .put(INTERFACE, name, QUEUE_DROPS.of(each.queue()), each.dropPackets()));
    }

    private static List<Setting> mtus(SwitchPorts ports, Source answer) {
        Map<String, Port> known = ports(answer).collect(Collectors.toMap(Port::port, port -> port, (a, b) -> a));
        return ports.names().stream()
                .map(name -> mtu(ports, name, known.get(name)))
                .toList();
    }

    private static Setting mtu(SwitchPorts ports, String name, Port port) {
        if (port == null) {
            Message cause = Message.of("telemetry.port-not-there", "port", name, "switch", ports.node());
            return Setting.unreadable(ports.subject(name), Setting.MTU, cause);
        }
        return port.mtuBytes() == null
                ? Setting.unreadable(ports.subject(name), Setting.MTU, Message.of("telemetry.not-told", "what", "MTU"))
                : Setting.of(ports.subject(name), Setting.MTU, port.mtuBytes().toString());
    }
}
