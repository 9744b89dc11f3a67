package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.*;

import io.seatrial.formats.LldpctlJson;
import io.seatrial.formats.NvueQosCounters;
import io.seatrial.formats.text.Source;
import io.seatrial.measurement.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * NVIDIA Cumulus Linux with NVUE, 5.5 and later (before, the same counters stood under {@code qos counters}): one command for each port, so that
 * a sweep takes seconds for each. Counters of physical ports are read every 2 s unless set otherwise, 1 to 10 s (Cumulus Linux, Configuring
 * switchd); nothing that is asked here tells what is set. Pause durations have no unit there and are left out. The traffic class stands
 * for the queue. Neighbours are those of lldpd, which the login must be allowed to ask.
 */
final class NvueSystem implements SwitchSystem {
    static final String QOS = "nvue qos";

    private static final Duration DEFAULT = Duration.ofSeconds(2);

    @Override
    public String name() {
        return "nvue";
    }

    @Override
    public Refreshes nominalRefreshes() {
        return new Refreshes(Map.of(QOS, DEFAULT), Map.of());
    }

    @Override
    public Optional<Question<Refreshes>> refreshes() {
        return Optional.empty();
    }

    @Override
    public List<Question<Counts>> counters(SwitchPorts ports) {
        return ports.names().stream()
                .map(port -> new Question<>(
                        ReadCommand.of("nv show interface " + port + " counters qos -o json"),
                        List.of(QOS),
                        answer -> counts(ports, port, answer)))
                .toList();
    }

    @Override
    public List<Question<List<Setting>>> settings(SwitchPorts ports) {
        return List.of(new Question<>(
                ReadCommand.of("lldpctl -f json0"),
                List.of(Setting.NEIGHBOUR),
                answer -> Neighbours.of(ports, new LldpctlJson().read(answer))));
    }

    private static Counts counts(SwitchPorts ports, String port, Source answer) {
        NvueQosCounters.Report report = new NvueQosCounters().read(answer);
        Counts counts = new Counts(ports);
        report.counters()
                .forEach(each -> counts.put(QOS, port, RX_PAUSE_FRAMES.of(each.priority()), each.rxPauseFrames())
                        .put(QOS, port, TX_PAUSE_FRAMES.of(each.priority()), each.txPauseFrames()));
        report.egressQueues()
                .forEach(each -> counts.put(QOS, port, QUEUE_PACKETS.of(each.trafficClass()), each.txFrames())
                        .put(QOS, port, QUEUE_BYTES.of(each.trafficClass()), each.txBytes())
                        .put(QOS, port, QUEUE_MARKED.of(each.trafficClass()), each.ecnMarkedFrames())
                        .put(QOS, port, QUEUE_DROPS.of(each.trafficClass()), each.txUcBufferDiscards())
                        .put(QOS, port, QUEUE_WRED_DROPS.of(each.trafficClass()), each.wredDiscards()));
        report.ingressBuffers()
                .forEach(each ->
                        counts.put(QOS, port, PRIORITY_GROUP_DROPS.of(each.priorityGroup()), each.rxBufferDiscards()));
        return counts;
    }
}
