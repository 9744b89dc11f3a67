package io.seatrial.probe;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Which ports of a host are sampled, and whose a line of counters is. What the host said of itself decides where cluster.yaml is silent. */
final class NicPorts {
    /** Sources as the probe names them. */
    static final String ETHTOOL = "ethtool";

    static final String IP = "ip";
    /** The files of the port itself: what is said of a port that is not there stands under it. */
    static final String PORT = "rdma-port";

    private static final String HARDWARE = "rdma-hw";

    /** What is delivered; the probe has others, too. */
    static final Set<String> SOURCES = Set.of(ETHTOOL, IP, PORT, HARDWARE);

    private final Host host;
    private final List<Event.PortInfo> seen;
    private final List<RdmaPort> ports = new ArrayList<>();
    private final List<Message> absent = new ArrayList<>();

    /** @param info what the host said of itself; where it said nothing of ports, all declared ones are taken to be there */
    NicPorts(Host host, List<Event> info) {
        this.host = host;
        this.seen = info.stream()
                .filter(Event.PortInfo.class::isInstance)
                .map(Event.PortInfo.class::cast)
                .toList();
        for (RdmaPort port : host.ports()) {
            if (seen.isEmpty() || seen(port).isPresent()) {
                ports.add(port);
            } else {
                absent.add(Message.of("nic.port.absent", "port", port.id(), "host", host.name()));
            }
        }
    }

    private Optional<Event.PortInfo> seen(RdmaPort port) {
        return seen.stream()
                .filter(info -> info.device().equals(port.device()) && info.port() == port.number())
                .findFirst();
    }

    /** Return why declared ports are not sampled. */
    List<Message> absent() {
        return List.copyOf(absent);
    }

    /** Tell whether nothing is left to sample. */
    boolean isEmpty() {
        return ports.isEmpty();
    }

    List<String> devices() {
        return distinct(port -> Optional.of(port.device()));
    }

    List<String> netdevs() {
        return distinct(this::netdev);
    }

    private List<String> distinct(Function<RdmaPort, Optional<String>> name) {
        return ports.stream().map(name).flatMap(Optional::stream).distinct().toList();
    }

    private Optional<String> netdev(RdmaPort port) {
        return port.netdev().isEmpty() ? seen(port).flatMap(Event.PortInfo::netdev) : Optional.of(port.netdev());
    }

    /** Tell whether a port is made by software, whose packets go through the kernel's IP. */
    boolean isSoft() {
        return ports.stream()
                .flatMap(port -> seen(port).stream())
                .anyMatch(info -> info.fabric().orElse("").startsWith("soft-"));
    }

    /** Make the empty readings of a line's source; nothing for a line that is no port's. */
    Optional<NicReadings> readings(Event.Counters line) {
        return switch (line.source()) {
            case ETHTOOL ->
                one(ports.stream().filter(port -> netdev(port).equals(Optional.of(line.device()))))
                        .map(port -> new NicReadings(port, ETHTOOL, ETHTOOL));
            case IP -> Optional.of(new NicReadings(wholeHost(), IP, IP));
            case HARDWARE, PORT -> line.port().isPresent() ? ofPort(line) : ofDevice(line);
            default -> Optional.empty();
        };
    }

    private Optional<NicReadings> ofPort(Event.Counters line) {
        return one(ofDevice(line.device())
                        .filter(port -> port.number() == line.port().getAsLong()))
                .map(port -> new NicReadings(port, line.source(), line.source()));
    }

    /** Counters of a device are a port's where it has no other one. */
    private Optional<NicReadings> ofDevice(Event.Counters line) {
        return one(ofDevice(line.device())).map(port -> new NicReadings(port, "rdma-device", HARDWARE));
    }

    private Stream<RdmaPort> ofDevice(String device) {
        return ports.stream().filter(port -> port.device().equals(device));
    }

    private static Optional<SubjectId> one(Stream<RdmaPort> found) {
        List<RdmaPort> all = found.toList();
        return all.size() == 1 ? Optional.of(subject(all.get(0))) : Optional.empty();
    }

    private static SubjectId subject(RdmaPort port) {
        return new SubjectId(SubjectId.Kind.PORT, port.id());
    }

    /** What a host counts is its port's where it has no other one. */
    private SubjectId wholeHost() {
        return host.ports().size() == 1
                ? subject(host.ports().get(0))
                : new SubjectId(SubjectId.Kind.HOST, host.name());
    }
}
