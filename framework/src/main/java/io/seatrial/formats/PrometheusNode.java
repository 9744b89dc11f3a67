package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.PrometheusText.Sample;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What node_exporter serves of RDMA ports, releases 0.16 to 1.x (collector/infiniband_linux.go). Data counters are bytes already: the
 * exporter has multiplied the 4-byte words of sysfs. {@code node_infiniband_legacy_*} repeat them from the 32-bit counters of old kernels
 * and are not read.
 */
public final class PrometheusNode implements Format<PrometheusNode.Report> {
    private static final String PREFIX = "node_infiniband_";
    private static final String LEGACY = PREFIX + "legacy_";

    /**
     * Ports in the order in which the text first names them.
     *
     * @param legacyDuplicatesIgnored whether legacy counters stand in the text
     * @param complete false if the last line is cut, true if OpenMetrics' end is there, else null
     */
    public record Report(List<Port> ports, boolean legacyDuplicatesIgnored, Boolean complete) {}

    /**
     * One port; null where the text has no sample.
     *
     * @param instance of the scrape, where the text joins several
     * @param txWaitTicks time with data to send and no credit, in ticks whose length depends on the device
     * @param rateBytesPerS link rate, bytes per second
     * @param stateId logical state, 4 is active
     * @param physicalStateId 5 is link up
     */
    public record Port(
            @JsonInclude(JsonInclude.Include.NON_NULL) String instance,
            String device,
            Integer port,
            BigInteger rxBytes,
            BigInteger txBytes,
            BigInteger rxPackets,
            BigInteger txPackets,
            BigInteger rxErrors,
            BigInteger txDiscards,
            BigInteger txWaitTicks,
            BigInteger linkDowned,
            BigInteger linkErrorRecovery,
            BigInteger rateBytesPerS,
            BigInteger stateId,
            BigInteger physicalStateId) {}

    private record Key(String instance, String device, Integer port) {}

    @Override
    public String id() {
        return "prometheus-node";
    }

    @Override
    public String about() {
        return "node_exporter: RDMA ports for Prometheus (node_infiniband_...)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(PREFIX)).or(Likeness.perhapsIf(head.has("# TYPE node_")));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("legacy_duplicates_ignored");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        PrometheusText text = PrometheusText.read(lines);
        Map<Key, Map<String, BigInteger>> ports = new LinkedHashMap<>();
        boolean legacy = false;
        for (Sample sample : text.samples()) {
            legacy = legacy || sample.name().startsWith(LEGACY);
            if (sample.name().startsWith(PREFIX) && !sample.name().startsWith(LEGACY) && sample.index("port") != null) {
                take(sample, ports);
            }
        }
        if (text.samples().stream().noneMatch(s -> s.name().startsWith("node_"))
                && text.types().keySet().stream().noneMatch(name -> name.startsWith("node_"))) {
            throw lines.missing("a metric " + PREFIX + "...");
        }
        return new Report(ports(ports), legacy, text.complete(lines));
    }

    private static void take(Sample sample, Map<Key, Map<String, BigInteger>> ports) {
        Map<String, String> labels = sample.labels();
        Key key = new Key(labels.get("instance"), labels.get("device"), sample.index("port"));
        String name = sample.name().substring(PREFIX.length()).replaceFirst("_total$", "");
        if (ports.computeIfAbsent(key, k -> new LinkedHashMap<>()).put(name, sample.count()) != null) {
            throw sample.line().malformed("each metric of a port once");
        }
    }

    private static List<Port> ports(Map<Key, Map<String, BigInteger>> ports) {
        List<Port> list = new ArrayList<>();
        ports.forEach((key, values) -> list.add(new Port(
                key.instance(),
                key.device(),
                key.port(),
                values.get("port_data_received_bytes"),
                values.get("port_data_transmitted_bytes"),
                values.get("port_packets_received"),
                values.get("port_packets_transmitted"),
                values.get("port_errors_received"),
                values.get("port_discards_transmitted"),
                values.get("port_transmit_wait"),
                values.get("link_downed"),
                values.get("link_error_recovery"),
                values.get("rate_bytes_per_second"),
                values.get("state_id"),
                values.get("physical_state_id"))));
        return list;
    }
}
