package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.LabSettings;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something wrong in the virtual cluster, put there on purpose to show that it is found. Written {@code NAME:SUBJECT}.
 *
 * @param kind what is wrong
 * @param subject where: {@code HOST}, {@code HOST/DEVICE}, {@code SWITCH} or {@code SWITCH/PORT}; a host or a switch means all its links
 */
public record Fault(Kind kind, String subject) {
    /** What a fault is a fault of. */
    private enum Of {
        LINKS("HOST, HOST/DEVICE, SWITCH or SWITCH/PORT"),
        HOST("HOST"),
        HOST_OF_RAILS("HOST with two ports on two leaves"),
        PORT("HOST/DEVICE"),
        SWITCH("SWITCH"),
        SWITCH_PORT("SWITCH/PORT");

        private final String text;

        Of(String text) {
            this.text = text;
        }

        private Set<String> in(Cluster cluster) {
            Stream<String> hosts = cluster.hosts().stream().map(Host::name);
            Stream<String> switches = cluster.switches().stream().map(Switch::name);
            Stream<String> all = switch (this) {
                case HOST -> hosts;
                case HOST_OF_RAILS ->
                    cluster.hosts().stream()
                            .filter(host -> Wires.canSwap(host, cluster))
                            .map(Host::name);
                case SWITCH -> switches;
                case LINKS ->
                    Stream.of(hosts, switches, ends(cluster, end -> true)).flatMap(s -> s);
                case PORT -> ends(cluster, end -> isHost(cluster, end));
                case SWITCH_PORT -> ends(cluster, end -> !isHost(cluster, end));
            };
            return all.collect(Collectors.toCollection(TreeSet::new));
        }

        private static Stream<String> ends(Cluster cluster, Predicate<End> wanted) {
            return cluster.links().stream()
                    .flatMap(link -> Stream.of(link.a(), link.b()))
                    .filter(wanted)
                    .map(End::toString);
        }

        private static boolean isHost(Cluster cluster, End end) {
            return cluster.hosts().stream().anyMatch(host -> host.name().equals(end.node()));
        }
    }

    /** What can be wrong. */
    public enum Kind {
        SLOW_CABLE(
                "slow-cable", Of.LINKS, "the link carries a tenth of its rate both ways; it still says its full rate"),
        LONG_CABLE("long-cable", Of.LINKS, "the link takes 20 ms longer each way"),
        DEAD_PORT("dead-port", Of.LINKS, "the link is down; nothing that must cross it arrives"),
        DEAD_HOST("dead-host", Of.HOST, "nothing listens on the host's SSH port"),
        UNKNOWN_HOST_KEY("unknown-host-key", Of.HOST, "known_hosts has no line for the key that the host shows"),
        HUNG_HOST("hung-host", Of.HOST, "login works; commands start, read nothing and never answer"),
        GARBAGE_AGENT("garbage-agent", Of.HOST, "after its first line, what the agent says is torn and overwritten"),
        SWAPPED_RAILS(
                "swapped-rails",
                Of.HOST_OF_RAILS,
                "the cables of the host's first two ports are swapped: each is plugged where the other one belongs"),
        LATE_SLOW(
                "late-slow",
                Of.PORT,
                "once 128 MiB have crossed the link, both ways together, it carries a tenth of its rate"),
        PFC_STORM("pfc-storm", Of.PORT, "the receiver is stuck: the NIC pauses its leaf for 99.5 ms of every 100 ms"),
        ECN_OFF("ecn-off", Of.SWITCH, "the switch never marks, though its configuration says so"),
        ECN_HIGH("ecn-high", Of.SWITCH, "Kmin is 1 KiB and Kmax 8 KiB: traffic at full rate is marked without a queue"),
        LOSSY_CLASS(
                "lossy-class",
                Of.SWITCH,
                "no PFC there; what comes above Kmin is lost, counted, and counted as sent again by the NICs"),
        PFC_MISMATCH("pfc-mismatch", Of.PORT, "PFC is off on the NIC: no pause counters, and pauses are not heeded"),
        DSCP_MISMATCH("dscp-mismatch", Of.PORT, "the NIC sends unmarked: priority and queue 0 carry its traffic"),
        BIT_ERRORS("bit-errors", Of.PORT, "one packet of 100 arrives damaged, at both ends of the link"),
        FLAPPING_LINK("flapping-link", Of.PORT, "the link goes down every 2 s for 50 ms"),
        WATCHDOG("watchdog", Of.SWITCH_PORT, "the PFC watchdog detects a storm and restores the queue every second"),
        COUNTER_FROZEN("counter-frozen", Of.SWITCH, "COUNTERS_DB stands still"),
        SWITCH_UNREACHABLE("switch-unreachable", Of.SWITCH, "nothing listens on the switch's SSH port"),
        COUNTER_RESET("counter-reset", Of.SWITCH, "all counters of the switch begin anew every 5 s");

        private final String text;
        private final Of of;
        private final String effect;

        Kind(String text, Of of, String effect) {
            this.text = text;
            this.of = of;
            this.effect = effect;
        }

        /** Return the name as people write it. */
        public String text() {
            return text;
        }

        /** Return the subjects that it takes, for help texts. */
        public String subjects() {
            return of.text;
        }

        /** Return what it does, in one line. */
        public String effect() {
            return effect;
        }

        /** Tell whether it shows only where switches mark and pause, and their counters can be read. */
        public boolean needsQos() {
            return ordinal() >= PFC_STORM.ordinal();
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
        Set<String> known = kind.of.in(cluster);
        if (!known.contains(subject)) {
            throw refused(
                    text,
                    "cluster " + cluster.name() + " has no " + kind.subjects() + " named '" + subject + "'"
                            + Nearest.to(subject, known)
                                    .map(near -> "; nearest is '" + near + "'")
                                    .orElse(""));
        }
        if (kind.needsQos() && cluster.lab().flatMap(LabSettings::qos).isEmpty()) {
            throw refused(
                    text,
                    "the lab of cluster " + cluster.name() + " has no switches that mark and pause; give its"
                            + " lab: block in cluster.yaml a qos: block, for example qos: {}");
        }
        return new Fault(kind, subject);
    }

    private static String example(Cluster cluster) {
        String subject = Of.LINKS.in(cluster).stream()
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
        return kind.of == Of.LINKS
                && Stream.of(link.a(), link.b())
                        .anyMatch(end -> subject.equals(end.node()) || subject.equals(end.toString()));
    }

    /** Tell whether a subject has a fault of a kind. */
    static boolean has(List<Fault> faults, Kind kind, String subject) {
        return faults.contains(new Fault(kind, subject));
    }

    /** Return {@code NAME:SUBJECT}. */
    @Override
    public String toString() {
        return kind.text() + ":" + subject;
    }
}
