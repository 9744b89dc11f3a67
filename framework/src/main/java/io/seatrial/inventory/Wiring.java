package io.seatrial.inventory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** Makes the links and cables, host links first, and refuses what cannot be plugged in that way. */
final class Wiring {
    private final Problems problems;
    private final Map<String, Switch> switches;
    private final boolean complete;
    private final Map<End, Node> plugged = new HashMap<>();
    private final List<Link> links = new ArrayList<>();
    private final Map<String, List<String>> cables = new LinkedHashMap<>();
    /** The first place of each tier, for the message that the tier is not declared. */
    private final Map<String, Node> tiers = new LinkedHashMap<>();

    /** @param complete whether a switch that is not in the map is a mistake, and not only the trace of an earlier one */
    Wiring(Problems problems, Map<String, Switch> switches, boolean complete) {
        this.problems = problems;
        this.switches = switches;
        this.complete = complete;
    }

    List<Link> links() {
        return links;
    }

    List<Cable> cables() {
        return cables.entrySet().stream()
                .map(entry -> new Cable(entry.getKey(), entry.getValue()))
                .toList();
    }

    Map<String, Node> tiers() {
        return tiers;
    }

    /** Link a host's port to a leaf. */
    Optional<Link> host(Node place, End port, String to, long rate, Optional<String> cable) {
        Optional<End> end = switchEnd(place, to);
        if (end.isEmpty()) {
            return Optional.empty();
        }
        String role = switches.get(end.get().node()).role();
        if (!role.equals("leaf")) {
            String found = "a host linked to " + role + " '" + end.get().node() + "'";
            refuse(() -> problems.add(place, found, "a link to a leaf"));
            return Optional.empty();
        }
        return plug(place, end.get())
                ? Optional.of(link(place, port, end.get(), Link.HOST_LEAF, rate, cable))
                : Optional.empty();
    }

    /** Link two switches of neighbouring levels, in either order. */
    void between(Node place, String from, String to, long rate, Optional<String> cable) {
        Optional<End> a = switchEnd(place, from);
        Optional<End> b = switchEnd(place, to);
        if (a.isEmpty() || b.isEmpty()) {
            return;
        }
        int levelA = level(a.get());
        int levelB = level(b.get());
        if (Math.abs(levelA - levelB) != 1) {
            String found = "a cable from " + described(a.get()) + " to " + described(b.get());
            refuse(() -> problems.add(place, found, "leaf to spine or spine to core"));
            return;
        }
        boolean free = plug(place, a.get()) & plug(place, b.get());
        if (free) {
            End lower = levelA < levelB ? a.get() : b.get();
            End upper = levelA < levelB ? b.get() : a.get();
            link(place, lower, upper, role(lower) + "-" + role(upper), rate, cable);
        }
    }

    private Link link(Node place, End a, End b, String tier, long rate, Optional<String> cable) {
        Link link = new Link(a, b, tier, rate, cable.orElse(a + "~" + b));
        links.add(link);
        tiers.putIfAbsent(tier, place);
        cables.computeIfAbsent(link.cable(), id -> new ArrayList<>()).add(link.id());
        return link;
    }

    private boolean plug(Node place, End end) {
        return Unique.once(problems, plugged, place, end, "switch port '" + end + "'");
    }

    private Optional<End> switchEnd(Node place, String text) {
        int slash = text.indexOf('/');
        String port = text.substring(slash + 1);
        if (slash < 1 || !Names.SWITCH_PORT.fits(port)) {
            problems.add(place, "'" + text + "'", "SWITCH/PORT, for example leaf-1/Ethernet48");
            return Optional.empty();
        }
        String name = text.substring(0, slash);
        if (!switches.containsKey(name)) {
            refuse(() -> problems.unknown(place, "switch", name, switches.keySet()));
            return Optional.empty();
        }
        return Optional.of(new End(name, port));
    }

    /** Report what depends on the switches, unless it may be the trace of a mistake among them. */
    private void refuse(Runnable report) {
        if (complete) {
            report.run();
        }
    }

    private String described(End end) {
        return role(end) + " '" + end + "'";
    }

    private String role(End end) {
        return switches.get(end.node()).role();
    }

    private int level(End end) {
        return SwitchReader.ROLES.indexOf(role(end));
    }
}
