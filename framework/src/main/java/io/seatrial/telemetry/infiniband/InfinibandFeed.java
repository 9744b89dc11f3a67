package io.seatrial.telemetry.infiniband;

import io.seatrial.formats.Iblinkinfo;
import io.seatrial.formats.InfinibandPort;
import io.seatrial.formats.Perfquery;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.InfinibandSettings;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.telemetry.CounterFeed;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.telemetry.infiniband.DiagTools.Printed;
import io.seatrial.transport.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The switches of an InfiniBand fabric, asked in-band from one host: names, LIDs and links by iblinkinfo once, and again after a switch did
 * not answer; counters by perfquery, 64-bit and classic ones, of each switch. NICs are sampled on their own hosts. A port's name in
 * cluster.yaml is its number: {@code leaf-1/33}.
 */
public final class InfinibandFeed implements CounterFeed {
    /** Name of the source of its readings. */
    public static final String SOURCE = "perfquery";

    private final InfinibandSettings settings;
    private final Cluster cluster;
    private final Remote remote;
    private final DiagTools tools;
    private final SwitchPorts ports;
    private List<FabricSwitch> switches = List.of();

    /** @param remote a connection to the host that cluster.yaml names; it stays the caller's */
    public InfinibandFeed(InfinibandSettings settings, Cluster cluster, Remote remote) {
        this.settings = settings;
        this.cluster = cluster;
        this.remote = remote;
        this.tools = new DiagTools(remote, settings);
        this.ports = new SwitchPorts(cluster);
    }

    @Override
    public String name() {
        return "infiniband " + remote.host();
    }

    @Override
    public Sweep sweep() {
        if (switches.isEmpty()) {
            switches = FabricSwitch.of(topology().value(), settings, cluster);
        }
        Gathered gathered = new Gathered();
        cluster.switches().stream()
                .filter(each ->
                        switches.stream().noneMatch(found -> found.name().equals(each.name())))
                .forEach(each -> gathered.failures.put(each.name() + "/" + SOURCE, notThere(each.name())));
        switches.forEach(each -> counters(each, gathered));
        if (!gathered.failures.isEmpty()) {
            switches = List.of(); // LIDs may have changed: look again next time
        }
        return new Sweep(gathered.sources, gathered.readings, gathered.failures);
    }

    /** What one sweep brings together. */
    private static final class Gathered {
        private final List<CounterSource> sources = new ArrayList<>();
        private final List<CounterReading> readings = new ArrayList<>();
        private final Map<String, Message> failures = new HashMap<>();
    }

    private Printed<Iblinkinfo.Report> topology() {
        return tools.run(DiagCommand.topology(), new Iblinkinfo());
    }

    private static Message notThere(String name) {
        return Message.of("telemetry.infiniband.no-switch", "switch", name);
    }

    private void counters(FabricSwitch each, Gathered gathered) {
        if (each.lid() == 0 || each.lastPort() == 0) {
            gathered.failures.put(
                    each.name() + "/" + SOURCE, Message.of("telemetry.infiniband.no-lid", "switch", each.name()));
            return;
        }
        try {
            Printed<Perfquery.Report> classic =
                    tools.run(DiagCommand.classic(each.lid(), each.lastPort()), new Perfquery());
            Printed<Perfquery.Report> extended =
                    tools.run(DiagCommand.extended(each.lid(), each.lastPort()), new Perfquery());
            take(each, classic, extended, gathered);
        } catch (TelemetryException e) {
            gathered.failures.put(each.name() + "/" + SOURCE, failed(each.name(), e.getMessage()));
        }
    }

    private static Message failed(String name, String cause) {
        return Message.of("telemetry.infiniband.failed", "switch", name, "cause", cause);
    }

    /** Both commands' values make one reading, so that its moment is the middle of both together. */
    private void take(
            FabricSwitch each,
            Printed<Perfquery.Report> classic,
            Printed<Perfquery.Report> extended,
            Gathered gathered) {
        Printed<Void> both = new Printed<>(null, "", classic.begun(), extended.ended());
        PortCounters.of(classic.value().ports(), extended.value().ports()).forEach((number, values) -> {
            String port = each.name() + "/" + number;
            if (ports.has(port)) {
                SubjectId subject = new SubjectId(SubjectId.Kind.PORT, port);
                gathered.readings.add(CounterReading.full(subject, SOURCE, both.middle(), values)
                        .within(uncertainty(both)));
            }
        });
        gathered.sources.add(new CounterSource(each.name(), SOURCE, settings.refresh(), uncertainty(both)));
        Stream.of(classic.trouble(), extended.trouble())
                .filter(trouble -> !trouble.isEmpty())
                .findFirst()
                .ifPresent(trouble -> gathered.failures.put(each.name() + "/" + SOURCE, failed(each.name(), trouble)));
    }

    private static Duration uncertainty(Printed<?> printed) {
        return printed.half().plusMillis(1);
    }

    @Override
    public List<Setting> settings() {
        Map<String, Setting> all = new TreeMap<>();
        try {
            Printed<Iblinkinfo.Report> printed = topology();
            switches = FabricSwitch.of(printed.value(), settings, cluster);
            switches.forEach(each ->
                    each.ports().forEach((number, port) -> settings(each.name() + "/" + number, port, all)));
            String cause = printed.trouble().isEmpty() ? "iblinkinfo does not show it" : printed.trouble();
            ports.addUnreadable(cause, all);
        } catch (TelemetryException e) {
            ports.addUnreadable(e.getMessage(), all);
        }
        return List.copyOf(all.values());
    }

    private void settings(String name, InfinibandPort port, Map<String, Setting> all) {
        if (ports.has(name)) {
            SubjectId subject = new SubjectId(SubjectId.Kind.PORT, name);
            InfinibandSpeed.settings(subject, port).forEach(each -> all.put(SwitchPorts.key(each), each));
        }
    }

    /** The connection is the caller's. */
    @Override
    public void close() {
        // commands end by themselves
    }
}
