package io.seatrial.inventory;

import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/** Refuses what stands a second time, naming the line of the first. */
final class Unique {
    private Unique() {}

    /** Register the name of a host or switch; both share one name space because ids are made of them. */
    static boolean name(Problems problems, Map<String, Node> declared, Node place, String name) {
        if (!Names.NODE.fits(name)) {
            problems.add(place, "name '" + name + "'", Names.NODE.expected());
            return false;
        }
        return once(problems, declared, place, name, "name '" + name + "'");
    }

    /** Register an address; an empty one is none. */
    static void address(Problems problems, Map<String, Node> taken, Node place, String address, String kind) {
        address(problems, taken, place, address, "", kind);
    }

    /** Register an address that may be taken once on each of its ports. */
    static void address(
            Problems problems, Map<String, Node> taken, Node place, String address, String port, String kind) {
        if (address.isEmpty()) {
            return;
        }
        if (!Names.ADDRESS.fits(address)) {
            problems.add(place, kind + " '" + address + "'", Names.ADDRESS.expected());
            return;
        }
        once(problems, taken, place, address + port, kind + " " + address + port);
    }

    static <K> boolean once(Problems problems, Map<K, Node> taken, Node place, K key, String what) {
        Node first = taken.putIfAbsent(key, place);
        if (first == null) {
            return true;
        }
        if (first == place) {
            problems.add(place, what + " twice in one entry", "each once, in a range by a template such as {n} or {p}");
        } else {
            problems.add(place, what + " a second time (first in line " + Problems.line(first) + ")", "each once");
        }
        return false;
    }
}
