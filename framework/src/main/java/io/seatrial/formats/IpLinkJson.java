package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code ip -s -j link show} of iproute2 5.x and 6.x prints (ip/ipaddress.c): every interface with its counters, since it is there.
 * Without {@code -s} there are none; a second {@code -s} adds kinds of errors, {@code -d} what kind of interface it is. A filter
 * ({@code ip link show up}) leaves an empty object in the place of each interface that it passed over (seen with 6.1).
 */
public final class IpLinkJson implements Format<IpLinkJson.Report> {
    /** Interfaces in the order of the text. */
    public record Report(List<Port> ports) {
        public Report {
            ports = List.copyOf(ports);
        }
    }

    /**
     * One interface. A counter is null where it is not told.
     *
     * @param name of the interface
     * @param master bridge or bond that it is a port of, else null
     * @param state operational state, {@code UP}, {@code DOWN}, {@code LOWERLAYERDOWN} ..., {@code UNKNOWN} where its driver does not tell
     * @param mtu bytes
     * @param rxDropped dropped for want of memory or of somebody who wants them
     * @param rxMissed dropped by the hardware for want of buffers; told by a second {@code -s}
     * @param rxCrcErrors told by a second {@code -s}
     * @param txDropped dropped by the device; not those of its queueing disciplines, which {@code tc} tells
     */
    public record Port(
            String name,
            String master,
            String state,
            Integer mtu,
            BigInteger rxBytes,
            BigInteger rxPackets,
            BigInteger rxErrors,
            BigInteger rxDropped,
            BigInteger rxMissed,
            BigInteger rxCrcErrors,
            BigInteger txBytes,
            BigInteger txPackets,
            BigInteger txErrors,
            BigInteger txDropped) {}

    @Override
    public String id() {
        return "ip-link-json";
    }

    @Override
    public String about() {
        return "iproute2 'ip -s -j link show': interfaces of a Linux machine and their counters";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.isJsonWith("ifname", "flags", "mtu"));
    }

    @Override
    public Report read(Source source) {
        List<Port> ports = new ArrayList<>();
        for (JsonObject entry : source.json().root().entries()) {
            if (!entry.object().members().isEmpty()) {
                ports.add(port(entry));
            }
        }
        return new Report(ports);
    }

    private static Port port(JsonObject entry) {
        if (entry.at("ifname").text() == null) {
            throw entry.malformed("an interface with ifname");
        }
        // kernels without 64-bit statistics give "stats", which wraps at 2^32
        JsonObject counters = entry.has("stats64") ? entry.at("stats64") : entry.at("stats");
        JsonObject rx = counters.at("rx");
        JsonObject tx = counters.at("tx");
        return new Port(
                entry.at("ifname").text(),
                entry.at("master").text(),
                entry.at("operstate").text(),
                entry.at("mtu").index(),
                rx.at("bytes").counter(),
                rx.at("packets").counter(),
                rx.at("errors").counter(),
                rx.at("dropped").counter(),
                rx.at("missed_errors").counter(),
                rx.at("crc_errors").counter(),
                tx.at("bytes").counter(),
                tx.at("packets").counter(),
                tx.at("errors").counter(),
                tx.at("dropped").counter());
    }
}
