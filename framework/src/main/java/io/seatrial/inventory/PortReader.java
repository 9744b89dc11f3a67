package io.seatrial.inventory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the {@code ports:} of a group of hosts once, and writes them out host by host. */
final class PortReader {
    /** More ports than any cluster has; stops aliases that multiply. */
    static final int MOST_PORTS = 200_000;

    private static final int MOST = 1_000_000;

    private final Problems problems;
    private final Wiring wiring;
    private final Map<String, Node> addresses = new HashMap<>();
    private int count;

    PortReader(Problems problems, Wiring wiring) {
        this.problems = problems;
        this.wiring = wiring;
    }

    /** One entry of the file: a port, or a range of ports. */
    record Entry(
            Section section, OptionalLong rate, Optional<PciLink> pcie, List<String> devices, List<Target> targets) {}

    /** Where a link of the entry goes. */
    record Target(Node place, Optional<String> to, OptionalLong rate, Optional<String> cable) {}

    List<Entry> entries(Section host) {
        List<Entry> entries = new ArrayList<>();
        for (Node node : host.filled("ports")) {
            Section.read(problems, node, Shape.PORT).map(this::entry).ifPresent(entries::add);
        }
        return entries;
    }

    private Entry entry(Section port) {
        if (port.has("link") == port.has("links")) {
            String found = port.has("link") ? "both 'link' and 'links'" : "a port without a link";
            problems.add(port.place(), found, "'link: SWITCH/PORT', or 'links: [...]' for a bond or several planes");
        }
        List<String> devices = port.names("device");
        return new Entry(port, port.amount("rate", Amount.RATE::parse), pcie(port), devices, targets(port));
    }

    private Optional<PciLink> pcie(Section port) {
        try {
            return port.text("pcie").map(PciLink::parse);
        } catch (Malformed e) {
            problems.add(port.place("pcie"), new Malformed("pcie " + e.found(), e.expected()));
            return Optional.empty();
        }
    }

    private List<Target> targets(Section port) {
        if (port.has("link")) {
            return List.of(new Target(port.place("link"), port.text("link"), OptionalLong.empty(), Optional.empty()));
        }
        List<Target> targets = new ArrayList<>();
        for (Node node : port.filled("links")) {
            if (node instanceof ScalarNode || node instanceof SequenceNode) {
                targets.add(new Target(node, Section.text(problems, node), OptionalLong.empty(), Optional.empty()));
            } else {
                Section.read(problems, node, Shape.LINK).map(this::target).ifPresent(targets::add);
            }
        }
        return targets;
    }

    private Target target(Section link) {
        return new Target(link.place(), link.text("to"), link.amount("rate", Amount.RATE::parse), link.text("cable"));
    }

    /** Write the entries out for one host; what is wrong has been reported and is left out. */
    List<RdmaPort> ports(Scope host, List<Entry> entries) {
        List<RdmaPort> ports = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Entry entry : entries) {
            int position = 0;
            for (String device : entry.devices()) {
                Scope scope = host.port(device, position++);
                if (++count <= MOST_PORTS) {
                    port(scope, entry, ids).ifPresent(ports::add);
                } else if (count == MOST_PORTS + 1) {
                    problems.add(entry.section().place(), "more than " + MOST_PORTS + " ports", "fewer");
                }
            }
        }
        return ports;
    }

    private Optional<RdmaPort> port(Scope scope, Entry entry, Set<String> ids) {
        Section section = entry.section();
        OptionalInt number = optional(section, "number", scope, 1, 255);
        String name = RdmaPort.name(scope.port(), number.orElse(1));
        if (!named(scope, section, name, ids)) {
            return Optional.empty();
        }
        Optional<String> address = section.text("address", scope);
        address.ifPresent(a -> Unique.address(problems, addresses, section.place("address"), a, "data address"));
        if (address.isEmpty() || entry.rate().isEmpty() || entry.rate().getAsLong() == 0) {
            return refuseZero(entry);
        }
        List<String> links = links(scope, new End(scope.name(), name), entry);
        return Optional.of(new RdmaPort(
                scope.name(),
                scope.port(),
                number.orElse(1),
                section.text("netdev", scope).orElse(""),
                address.get(),
                optional(section, "rail", scope, 0, MOST),
                optional(section, "plane", scope, 0, MOST),
                optional(section, "numa", scope, 0, MOST),
                section.text("bond", scope),
                entry.rate().getAsLong(),
                links,
                entry.pcie()));
    }

    private Optional<RdmaPort> refuseZero(Entry entry) {
        if (entry.rate().isPresent() && entry.rate().getAsLong() == 0) {
            problems.add(entry.section().place("rate"), "rate 0", "more than 0");
        }
        return Optional.empty();
    }

    private boolean named(Scope scope, Section section, String name, Set<String> ids) {
        String found = "port '" + scope.name() + "/" + name + "'";
        if (!Names.DEVICE.fits(scope.port())) {
            problems.add(section.place("device"), found, "a device of " + Names.DEVICE.expected());
            return false;
        }
        if (!ids.add(name)) {
            problems.add(section.place("device"), found + " a second time", "each port of a host once");
            return false;
        }
        return true;
    }

    private OptionalInt optional(Section section, String key, Scope scope, int least, int most) {
        return section.has(key) ? section.integer(key, scope, least, most) : OptionalInt.empty();
    }

    /** The links share the rate of the port equally unless one states its own. */
    private List<String> links(Scope scope, End end, Entry entry) {
        Optional<String> portCable = entry.section().text("cable");
        List<String> ids = new ArrayList<>();
        for (Target target : entry.targets()) {
            long rate = target.rate()
                    .orElse(entry.rate().getAsLong() / entry.targets().size());
            Node place = target.place();
            Optional<String> to = target.to().flatMap(text -> Section.rendered(problems, place, text, scope));
            Optional<String> cable =
                    target.cable().or(() -> portCable).flatMap(text -> Section.rendered(problems, place, text, scope));
            to.flatMap(text -> wiring.host(place, end, text, Math.max(rate, 1), cable))
                    .ifPresent(link -> ids.add(link.id()));
        }
        return ids;
    }
}
