package io.seatrial.probe;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads from a host whether its links are up and how fast they are. A port without an RDMA device is read from its network interface, so
 * that a fabric can be looked at before the RDMA driver is there; what neither tells is absent.
 */
public final class LinkReader {
    /** 1 when the port is up, 0 when it is not. */
    public static final Metric UP = new Metric("link.up", Unit.COUNT, Direction.HIGHER_IS_BETTER);
    /** The speed that the port runs at. */
    public static final Metric SPEED = new Metric("link.speed", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);

    private LinkReader() {}

    /** Return one measurement per link of the host. */
    public static List<Measurement> read(Metric metric, Host host, Contact contact) {
        List<Measurement> all = new ArrayList<>();
        for (RdmaPort port : host.ports()) {
            for (String link : port.links()) {
                all.add(measurement(metric, link, port, contact));
            }
        }
        return all;
    }

    private static Measurement measurement(Metric metric, String link, RdmaPort port, Contact contact) {
        SubjectId subject = new SubjectId(SubjectId.Kind.LINK, link);
        Instant now = Instant.now();
        Provenance provenance = new Provenance(0, 0, now, now, contact.build(), "");
        Conditions conditions = new Conditions(Map.of());
        OptionalLong value = contact.whyNot().isPresent() ? OptionalLong.empty() : value(metric, port, contact.info());
        if (value.isEmpty()) {
            String cause = contact.whyNot().orElse("neither the RDMA device nor the network interface tells it");
            return Measurement.absent(
                    metric,
                    subject,
                    Message.of("reading.absent", "port", port.id(), "cause", cause),
                    conditions,
                    provenance);
        }
        return new Measurement(
                metric,
                subject,
                value,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                conditions,
                provenance);
    }

    private static OptionalLong value(Metric metric, RdmaPort port, List<Event> info) {
        for (Event event : info) {
            if (event instanceof Event.PortInfo p && p.device().equals(port.device()) && p.port() == port.number()) {
                OptionalLong told = metric.equals(UP) ? flag(p.state(), "ACTIVE") : p.rate();
                if (told.isPresent()) {
                    return told;
                }
            }
        }
        for (Event event : info) {
            if (event instanceof Event.NetdevInfo n && n.name().equals(port.netdev())) {
                return metric.equals(UP) ? flag(n.operstate(), "up") : n.speed();
            }
        }
        return OptionalLong.empty();
    }

    /** A driver that does not tell the state of its interface leaves {@code unknown}, which is neither up nor down. */
    private static OptionalLong flag(Optional<String> state, String good) {
        return state.filter(s -> !s.equalsIgnoreCase("unknown"))
                .map(s -> OptionalLong.of(s.equalsIgnoreCase(good) ? 1 : 0))
                .orElse(OptionalLong.empty());
    }
}
