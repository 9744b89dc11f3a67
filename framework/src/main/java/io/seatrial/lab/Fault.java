package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Nearest;
import io.seatrial.inventory.Switch;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something wrong in the virtual cluster, put there on purpose to show that it is found. Written {@code NAME:SUBJECT}.
 *
 * @param kind what is wrong
 * @param subject where: {@code HOST}, {@code HOST/DEVICE}, {@code SWITCH} or {@code SWITCH/PORT}; a host or a switch means all its links
 */
public record Fault(Kind kind, String subject) {
    /** What can be wrong. */
    public enum Kind {
        SLOW_CABLE("slow-cable", true, "the link carries a tenth of its rate both ways; it still says its full rate"),
        LONG_CABLE("long-cable", true, "the link takes 20 ms longer each way"),
        DEAD_PORT("dead-port", true, "the link is down; nothing that must cross it arrives"),
        DEAD_HOST("dead-host", false, "nothing listens on the host's SSH port"),
        UNKNOWN_HOST_KEY("unknown-host-key", false, "known_hosts has no line for the key that the host shows"),
        HUNG_HOST("hung-host", false, "login works; commands start, read nothing and never answer"),
        GARBAGE_AGENT("garbage-agent", false, "after its first line, what the agent says is torn and overwritten");

        private static final String LINK_SUBJECTS = "HOST, HOST/DEVICE, SWITCH or SWITCH/PORT";
        private final String text;
        private final boolean ofLinks;
        private final String effect;

        Kind(String text, boolean ofLinks, String effect) {
            this.text = text;
            this.ofLinks = ofLinks;
            this.effect = effect;
        }

        /** Return the name as people write it. */
        public String text() {
            return text;
        }

        /** Return the subjects that it takes, for help texts. */
        public String subjects() {
            return ofLinks ? LINK_SUBJECTS : "HOST";
        }

        /** Return what it does, in one line. */
        public String effect() {
            return effect;
        }

        private Set<String> subjectsIn(Cluster cluster) {
            Stream<String> hosts = cluster.hosts().stream().map(Host::name);
            if (!ofLinks) {
                return hosts.collect(Collectors.toCollection(TreeSet::new));
            }
            Stream<String> ends = cluster.links().stream()
                    .flatMap(link -> Stream.of(link.a(), link.b()).map(Object::toString));
            Stream<String> switches = cluster.switches().stream().map(Switch::name);
            return Stream.of(hosts, switches, ends).flatMap(s -> s).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    public Fault {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(subject, "subject");
    }

    /**
     * Read a fault as people write it.
     *
     * @param text {@code NAME:SUBJECT}
     * @param cluster where the subject must be found
     * @throws IllegalArgumentException if the fault or its subject is unknown; the message names the nearest one and lists all faults
     */
    public static Fault parse(String text, Cluster cluster) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw refused(text, "expected NAME:SUBJECT, for example " + example(cluster));
        }
        Kind kind = kindOf(text, text.substring(0, colon));
        String subject = text.substring(colon + 1);
        Set<String> known = kind.subjectsIn(cluster);
        if (!known.contains(subject)) {
            throw refused(
                    text,
                    "cluster " + cluster.name() + " has no " + kind.subjects() + " named '" + subject + "'"
                            + Nearest.to(subject, known)
                                    .map(near -> "; nearest is '" + near + "'")
                                    .orElse(""));
        }
        return new Fault(kind, subject);
    }

    private static String example(Cluster cluster) {
        String subject = Kind.SLOW_CABLE.subjectsIn(cluster).stream()
                .filter(name -> name.contains("/"))
                .findFirst()
                .orElse("HOST/DEVICE");
        return Kind.SLOW_CABLE.text() + ":" + subject;
    }

    private static Kind kindOf(String text, String name) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.text().equals(name))
                .findFirst()
                .orElseThrow(() -> refused(
                        text,
                        "no fault is named '" + name + "'"
                                + Nearest.to(name, names().keySet())
                                        .map(near -> "; nearest is '" + near + "'")
                                        .orElse("")));
    }

    private static IllegalArgumentException refused(String text, String why) {
        String list = Arrays.stream(Kind.values())
                .map(kind -> "\n  " + kind.text() + ":SUBJECT with " + kind.subjects())
                .collect(Collectors.joining());
        return new IllegalArgumentException("fault '" + text + "': " + why + ". Faults are:" + list);
    }

    /** Return every fault by name, with the subjects that it takes and what it does, in one line each. */
    public static Map<String, String> names() {
        Map<String, String> names = new TreeMap<>();
        for (Kind kind : Kind.values()) {
            names.put(kind.text(), kind.subjects() + ": " + kind.effect());
        }
        return Collections.unmodifiableMap(names);
    }

    /** Tell whether a link has this fault. */
    boolean touches(Link link) {
        return kind.ofLinks
                && Stream.of(link.a(), link.b())
                        .anyMatch(end -> subject.equals(end.node()) || subject.equals(end.toString()));
    }

    /** Tell whether a host has a fault of a kind. */
    static boolean has(List<Fault> faults, Kind kind, String host) {
        return faults.contains(new Fault(kind, host));
    }

    /** Return {@code NAME:SUBJECT}. */
    @Override
    public String toString() {
        return kind.text() + ":" + subject;
    }
}
