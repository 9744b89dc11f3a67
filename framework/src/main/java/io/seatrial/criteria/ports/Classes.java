package io.seatrial.criteria.ports;

import io.seatrial.inventory.Qos;
import io.seatrial.measurement.DscpMap;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** How a port tells classes of traffic apart, and which of them it protects. */
final class Classes {
    private Classes() {}

    /** PFC is on for the lossless priorities, and for no other. */
    static Look pfc(FabricPort port, Readings readings, Terms terms) {
        Optional<Message> unknown = readings.whyNot(Setting.PFC);
        if (unknown.isPresent()) {
            return new Look.Unknown(unknown.get());
        }
        String seen = readings.text(Setting.PFC).orElseThrow();
        String expected = list(terms.qos().lossless());
        return new Look.Known(seen, expected, seen.equals(expected));
    }

    static String list(Collection<Integer> priorities) {
        return priorities.isEmpty()
                ? Setting.NONE
                : priorities.stream().map(Object::toString).collect(Collectors.joining(","));
    }

    /** Packets are classified by what is meant. */
    static Look trust(FabricPort port, Readings readings, Terms terms) {
        Optional<Message> unknown = readings.whyNot(Setting.TRUST);
        if (unknown.isPresent()) {
            return new Look.Unknown(unknown.get());
        }
        String seen = readings.text(Setting.TRUST).orElseThrow();
        String expected = terms.value().orElseThrow();
        return new Look.Known(seen, expected, seen.equals(expected));
    }

    /**
     * The DSCP of RDMA leads to a lossless priority, and that to its queue. A NIC whose driver gives RDMA a DSCP of its own is held to that
     * one; elsewhere applications choose it, and their choice is not looked at.
     */
    static Look dscp(FabricPort port, Readings readings, Terms terms) {
        Optional<Message> unknown = port.isNic()
                ? readings.whyNot(Setting.DSCP_MAP, Setting.QUEUE_MAP, Setting.ROCE_DSCP)
                : readings.whyNot(Setting.DSCP_MAP, Setting.QUEUE_MAP);
        if (unknown.isPresent()) {
            return new Look.Unknown(unknown.get());
        }
        String declared = terms.value().orElseThrow();
        String sent = readings.text(Setting.ROCE_DSCP)
                .filter(forced -> !forced.equals(Setting.NONE))
                .orElse(declared);
        String way = way(sent, readings);
        List<String> ways = ways(declared, terms.qos());
        return new Look.Known(way, String.join(" or ", ways), ways.contains(way));
    }

    private static List<String> ways(String dscp, Qos qos) {
        SortedSet<Integer> lossless = qos.lossless();
        return lossless.stream()
                .map(priority -> text(dscp, priority.toString(), Integer.toString(qos.queueOf(priority))))
                .toList();
    }

    private static String way(String dscp, Readings readings) {
        Optional<DscpMap> map = readings.text(Setting.DSCP_MAP).flatMap(DscpMap::parse);
        Optional<Integer> priority =
                map.flatMap(of -> Optional.ofNullable(of.priorities().get(Integer.valueOf(dscp))));
        Optional<Integer> queue = priority.flatMap(of -> Optional.ofNullable(
                Numbers.map(readings.text(Setting.QUEUE_MAP).orElse("")).get(of)));
        return text(
                dscp,
                priority.map(Object::toString).orElse(Setting.NONE),
                queue.map(Object::toString).orElse(Setting.NONE));
    }

    private static String text(String dscp, String priority, String queue) {
        return "DSCP " + dscp + " -> priority " + priority + " -> queue " + queue;
    }

    /**
     * The largest packets get through. Systems count them differently (some with the Ethernet header of 14 to 22 B), so that what is
     * larger than needed is as good.
     */
    static Look mtu(FabricPort port, Readings readings, Terms terms) {
        Optional<Message> unknown = readings.whyNot(Setting.MTU);
        if (unknown.isPresent()) {
            return new Look.Unknown(unknown.get());
        }
        String text = readings.text(Setting.MTU).orElseThrow();
        long needed = Long.parseLong(terms.value().orElseThrow());
        long seen = Numbers.of(text).orElse(0L);
        long ofNics = terms.mtuOfNics().orElse(0);
        boolean carries = port.isNic() ? seen == ofNics : seen >= ofNics;
        return new Look.Known(
                text + " B",
                carries ? "packets of " + ofNics + " B" : text + " B",
                needed + " B or more",
                seen >= needed,
                Optional.empty());
    }
}
