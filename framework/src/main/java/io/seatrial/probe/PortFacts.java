package io.seatrial.probe;

import io.seatrial.inventory.DataAddress;
import io.seatrial.inventory.PciLink;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Conditions;
import java.net.Inet4Address;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a host said of one of its RDMA ports when the contact was made. */
record PortFacts(RdmaPort port, List<Event> info) {
    /** A name of a VLAN interface, as {@code ip link add link eth2 name eth2.100 type vlan id 100} makes it. */
    private static final String VLAN = ".+\\.[0-9]+";

    /** Tell whether some GID of the port carries its declared address; on InfiniBand none does, and the probe has to choose. */
    boolean hasGidOfAddress() {
        return gids().anyMatch(gid -> DataAddress.isSame(gid.gid(), port.address()));
    }

    /** Return the entry of the GID table that carries the declared address, RoCEv2 before RoCEv1. */
    OptionalInt gidIndexOfAddress() {
        return gids().filter(gid -> DataAddress.isSame(gid.gid(), port.address()))
                .sorted(Comparator.comparing((Event.Gid gid) -> !gid.type().contains("v2")))
                .mapToInt(Event.Gid::index)
                .findFirst();
    }

    /** Return the kind of fabric, empty where nobody said it. */
    String fabric() {
        return told().flatMap(Event.PortInfo::fabric).orElse("");
    }

    /** iWARP connects by address. */
    boolean isIwarp() {
        return fabric().endsWith("iwarp");
    }

    /** Return what is wrapped around the payload of RoCEv2, as the GID that was used says it. */
    Optional<String> headers(Reading reading) {
        String gid = reading.texts().getOrDefault("gid", "");
        if (!reading.fabric().endsWith("roce2") && !reading.fabric().equals("soft-roce")) {
            return Optional.empty();
        }
        return DataAddress.of(gid).map(address -> address instanceof Inet4Address ? "ipv4" + vlan(gid) : "ipv6");
    }

    private String vlan(String gid) {
        boolean tagged = gids().filter(entry -> DataAddress.isSame(entry.gid(), gid))
                .anyMatch(entry -> entry.netdev().orElse("").matches(VLAN));
        return tagged ? "-vlan" : "";
    }

    /** Return the MTU of its interface, bytes, where the fabric cuts its packets by it. */
    Optional<String> interfaceMtu(Reading reading) {
        if (!reading.fabric().endsWith("iwarp")) {
            return Optional.empty();
        }
        String name = netdev();
        return events(Event.NetdevInfo.class)
                .filter(netdev -> netdev.name().equals(name) && netdev.mtu().isPresent())
                .map(netdev -> Long.toString(netdev.mtu().getAsLong()))
                .findFirst();
    }

    /**
     * Return the slot that the device is plugged into, as it is trained.
     *
     * @param side {@code from} or {@code to}
     */
    Map<String, Long> slot(String side) {
        Map<String, Long> numbers = new TreeMap<>();
        told().map(told -> told.details().pci()).ifPresent(pci -> {
            pci.speed().ifPresent(speed -> numbers.put(PciLink.SPEED_OF + side, speed));
            pci.width().ifPresent(lanes -> numbers.put(PciLink.LANES_OF + side, lanes));
        });
        return numbers;
    }

    /** Return its network interface as the host names it, else as it is declared. */
    String netdev() {
        return told().flatMap(Event.PortInfo::netdev).orElse(port.netdev());
    }

    private Optional<Event.PortInfo> told() {
        return events(Event.PortInfo.class)
                .filter(told -> told.device().equals(port.device()) && told.port() == port.number())
                .findFirst();
    }

    private Stream<Event.Gid> gids() {
        return events(Event.Gid.class).filter(gid -> gid.device().equals(port.device()) && gid.port() == port.number());
    }

    private <E extends Event> Stream<E> events(Class<E> kind) {
        return info.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** Return a reading with what the two ports of its flow are known for. */
    static Reading complete(Reading reading, PortFacts from, PortFacts to) {
        Map<String, Long> numbers = new TreeMap<>(reading.numbers());
        numbers.putAll(from.slot("from"));
        numbers.putAll(to.slot("to"));
        Map<String, String> texts = new TreeMap<>(reading.texts());
        from.headers(reading).ifPresent(text -> texts.put(Conditions.HEADERS, text));
        from.interfaceMtu(reading).ifPresent(text -> texts.put(Conditions.INTERFACE_MTU, text));
        return new Reading(reading.fabric(), numbers, texts, reading.histogram());
    }
}
