package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * SONiC's CONFIG_DB as {@code sonic-db-dump -n CONFIG_DB -y} writes it, 201911 to 202505: what is configured of each port for RoCE, joined over
 * the names of maps and profiles (sonic-net/sonic-buildimage src/sonic-yang-models/doc/Configuration.md). Keys may name several ports
 * ({@code QUEUE|Ethernet0,Ethernet4|3-4}); old releases write references as {@code [WRED_PROFILE|AZURE_LOSSLESS]}.
 *
 * <p>Thresholds are those of green packets, which RoCE is unless a policer colours it. {@code xoff} of a buffer profile is the headroom beyond
 * the threshold at which pause begins, and not that threshold. A profile named {@code NULL} is computed by the switch (dynamic buffer model)
 * and does not stand here.
 */
public final class SonicConfigDb implements Format<SonicConfigDb.Report> {
    private static final Pattern KEY = Pattern.compile(
            "\"(?:PORT|PORT_QOS_MAP|DSCP_TO_TC_MAP|TC_TO_QUEUE_MAP|WRED_PROFILE|QUEUE|BUFFER_PG|BUFFER_PROFILE|PFC_WD|DEVICE_METADATA)\\|");

    /** The ports in the order of the text. */
    public record Report(List<Port> ports) {
        public Report {
            ports = List.copyOf(ports);
        }
    }

    /**
     * One port. What is not configured is null or empty.
     *
     * @param pfcPriorities priorities with PFC
     * @param dscpMap name of the map by which IP packets are classified, the switch's own where the port has none
     * @param dot1pMap name of the map by which VLAN tags are read
     * @param dscpToTrafficClass null where the map is not in the dump
     * @param trafficClassToQueue null where the map is not in the dump
     * @param queues egress queues that are configured, in their order
     * @param priorityGroups ingress priority groups that are configured, in their order
     * @param watchdog null where no watchdog watches the port
     */
    public record Port(
            String port,
            Integer mtuBytes,
            List<Integer> pfcPriorities,
            String dscpMap,
            String dot1pMap,
            String queueMap,
            SortedMap<Integer, Integer> dscpToTrafficClass,
            SortedMap<Integer, Integer> trafficClassToQueue,
            List<Queue> queues,
            List<PriorityGroup> priorityGroups,
            Watchdog watchdog) {
        public Port {
            pfcPriorities = List.copyOf(pfcPriorities);
            queues = List.copyOf(queues);
            priorityGroups = List.copyOf(priorityGroups);
        }
    }

    /**
     * One egress queue.
     *
     * @param profile name of its WRED profile; null where it has none
     * @param ecn {@code ecn_all}, {@code ecn_none}, {@code ecn_green} and the like; null where the profile is not in the dump or has none
     * @param greenEnabled whether green packets are subject to it
     * @param kminBytes where marking of green packets begins
     * @param kmaxBytes where each is marked
     * @param pmaxPercent share that is marked just below kmax
     */
    public record Queue(
            int queue,
            String profile,
            String ecn,
            Boolean greenEnabled,
            BigInteger kminBytes,
            BigInteger kmaxBytes,
            BigDecimal pmaxPercent) {}

    /**
     * One ingress priority group.
     *
     * @param profile name of its buffer profile
     * @param sizeBytes reserved
     * @param xonBytes occupancy at which a pause ends
     * @param xonOffsetBytes the same, below the threshold
     * @param xoffBytes headroom beyond the threshold
     * @param dynamicTh power of two by which the free shared buffer is multiplied for the threshold, vendor's scale
     * @param staticThBytes threshold in the shared buffer
     */
    public record PriorityGroup(
            int pg,
            String profile,
            BigInteger sizeBytes,
            BigInteger xonBytes,
            BigInteger xonOffsetBytes,
            BigInteger xoffBytes,
            BigDecimal dynamicTh,
            BigInteger staticThBytes) {}

    /** The watchdog of a port. */
    public record Watchdog(String action, Integer detectionTimeMs, Integer restorationTimeMs) {}

    @Override
    public String id() {
        return "sonic-config-db";
    }

    @Override
    public String about() {
        return "SONiC CONFIG_DB of sonic-db-dump: PFC, maps, ECN, headroom and watchdog of each port";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.isJson() && head.has(KEY));
    }

    @Override
    public Report read(Source source) {
        JsonObject root = source.json().root().object();
        if (SonicDump.table(root, "PORT").isEmpty()) {
            throw root.malformed("the keys of CONFIG_DB, such as 'PORT|Ethernet0'");
        }
        return new Report(new SonicConfigJoin(root).ports());
    }
}
