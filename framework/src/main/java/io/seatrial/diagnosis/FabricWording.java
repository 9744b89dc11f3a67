package io.seatrial.diagnosis;

import io.seatrial.diagnosis.Cause.Explained;
import io.seatrial.diagnosis.PauseGraph.Edge;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says of what was counted why something is suspected, and what would decide. */
final class FabricWording {
    private static final int NAMED = 4;
    private static final String NOBODY = "-";

    /** What to look at by what fails first; the order is that of the rules, storms first. */
    private static final Map<String, String> NEXT = new TreeMap<>(Map.ofEntries(
            Map.entry("congestion.cnp-ignored", "decide.notifications"),
            Map.entry("congestion.discards", "decide.drops"),
            Map.entry("congestion.ecn-alive", "decide.marking-off"),
            Map.entry("congestion.ecn-end-to-end", "decide.marking-much"),
            Map.entry("congestion.ecn-ratio", "decide.marking-much"),
            Map.entry("congestion.ends-agree", "decide.ends-agree"),
            Map.entry("congestion.lossless-drops", "decide.drops"),
            Map.entry("congestion.retransmissions", "decide.retransmissions"),
            Map.entry("congestion.pfc-storm", "decide.watchdog"),
            Map.entry("congestion.watchdog", "decide.watchdog"),
            Map.entry("congestion.wrong-class", "decide.wrong-class")));

    /** What to do by why counters are missing. */
    private static final Map<String, String> MISSING = Map.of(
            "frozen", "decide.counters-frozen",
            "reset", "decide.counters-reset",
            "too-short", "decide.counters-slow",
            "not-sampled", "decide.reach-switch");

    private final Wording wording;

    FabricWording(Wording wording) {
        this.wording = wording;
    }

    /** A link of which its own state, speed or counters fail. */
    Suspect link(Link link, List<Reading> own, Explained explained) {
        Optional<Reading> counted =
                own.stream().filter(reading -> reading.place().isPresent()).findFirst();
        if (counted.isEmpty()
                || own.stream().anyMatch(reading -> reading.measurements().isEmpty())) {
            return wording.ownReading(
                    link, own.get(0).judgement(), explained.failing(), explained.flows(), explained.notProven());
        }
        Message message = Message.of(
                "suspect.link-counts",
                "subject",
                Wording.nameOf(link),
                "criteria",
                criteria(own),
                "port",
                counted.get().place().orElseThrow().port(),
                "failing",
                (long) explained.failing());
        return suspect(
                Wording.subjectOf(link),
                Wording.alsoPossible(link, List.of()),
                explained,
                message,
                cause(own),
                Wording.swapCable(link));
    }

    /** A port of a host that pauses its switch. */
    Suspect receiver(Link link, List<Edge> own, Set<String> victims, boolean paused, Explained explained) {
        String port = own.get(0).receiver();
        long ppm = own.stream().mapToLong(Edge::ppm).max().orElse(0);
        Message message = Message.of(
                paused ? "suspect.receiver-paused-too" : "suspect.receiver",
                "subject",
                port,
                "sender",
                own.get(0).sender(),
                "share",
                ppm == 0 ? NOBODY : new Quantity(ppm, Unit.PARTS_PER_MILLION),
                "victims",
                named(victims),
                "failing",
                (long) explained.failing());
        return suspect(
                port(port),
                List.of(link.subject()),
                explained,
                message,
                Optional.empty(),
                Message.of(
                        "decide.receiver", "subject", port, "sender", own.get(0).sender()));
    }

    /** A switch that pauses, or the egress port of it that was full. */
    Suspect congested(
            String node, Optional<Link> link, Optional<String> egress, Set<String> senders, Explained explained) {
        SubjectId subject = egress.map(FabricWording::port).orElse(new SubjectId(Kind.SWITCH, node));
        List<SubjectId> also = new ArrayList<>();
        egress.ifPresent(port -> also.add(new SubjectId(Kind.SWITCH, node)));
        link.ifPresent(of -> also.add(of.subject()));
        Message message = Message.of(
                senders.size() > 1 ? "suspect.incast" : "suspect.one-sender",
                "subject",
                subject.name(),
                "switch",
                node,
                "senders",
                named(senders),
                "count",
                (long) senders.size(),
                "failing",
                (long) explained.failing());
        return suspect(
                subject,
                also,
                explained,
                message,
                Optional.empty(),
                Message.of("decide.incast", "switch", node, "senders", named(senders)));
    }

    /** Ports that wait for each other. */
    Suspect deadlock(Set<String> ports, Explained explained) {
        List<String> ordered = List.copyOf(ports);
        List<SubjectId> also = ordered.stream().skip(1).map(FabricWording::port).toList();
        Message message = Message.of(
                "suspect.deadlock", "subject", ordered.get(0), "ports", String.join(", ", ordered), "failing", (long)
                        explained.failing());
        return suspect(
                port(ordered.get(0)),
                also,
                explained,
                message,
                Optional.empty(),
                Message.of("decide.deadlock", "ports", String.join(", ", ordered)));
    }

    /** A port that counts what fails, or whose settings fail. */
    Suspect port(String port, Optional<Link> link, List<Reading> own, Explained explained) {
        boolean settings = own.get(0).measurements().isEmpty();
        Message message = Message.of(
                settings ? "suspect.settings" : "suspect.port-counts",
                "subject",
                port,
                "criteria",
                criteria(own),
                "failing",
                (long) explained.failing());
        List<SubjectId> also = link.map(of -> Wording.otherThan(port, of)).orElse(List.of());
        return suspect(port(port), also, explained, message, cause(own), next(port, own));
    }

    /** Cables that are plugged where others belong. */
    Suspect cables(SubjectId subject, List<String> ports, List<Reading> own, Explained explained) {
        boolean ofHost = subject.kind() == Kind.HOST;
        String key = ports.size() == 1 ? "suspect.cable" : "suspect.crossed-cables";
        Message message = Message.of(
                ofHost ? "suspect.swapped-rails" : key,
                "subject",
                subject.name(),
                "ports",
                String.join(", ", ports),
                "failing",
                (long) explained.failing());
        List<SubjectId> also = ports.stream()
                .map(FabricWording::port)
                .filter(port -> !port.equals(subject))
                .toList();
        return suspect(
                subject,
                also,
                explained,
                message,
                cause(own),
                Message.of("decide.plug", "ports", String.join(", ", ports)));
    }

    /** A NIC that neither heeds nor sends pauses. */
    Suspect deafNic(Link link, int drops, Explained explained) {
        String port = link.a().toString();
        Message message = Message.of(
                "suspect.deaf-nic", "subject", port, "drops", (long) drops, "failing", (long) explained.failing());
        return suspect(
                port(port),
                List.of(port(link.b().toString()), link.subject()),
                explained,
                message,
                Optional.empty(),
                Message.of("decide.pfc-off", "subject", port, "other", link.b().toString()));
    }

    /** A switch most of whose ports fail alike. */
    Suspect ofSwitch(String node, int ports, List<Reading> own, Explained explained) {
        Message message = Message.of(
                "suspect.switch", "subject", node, "ports", (long) ports, "criteria", criteria(own), "failing", (long)
                        explained.failing());
        return suspect(new SubjectId(Kind.SWITCH, node), List.of(), explained, message, cause(own), next(node, own));
    }

    /** A switch that did not answer. */
    Suspect silent(String node, Message cause, List<Reading> missing) {
        Message message = Message.of("suspect.switch-silent", "subject", node, "not-proven", (long) missing.size());
        return unproven(
                new SubjectId(Kind.SWITCH, node),
                missing.size(),
                message,
                cause,
                Message.of("decide.reach-switch", "subject", node));
    }

    /** A switch whose counters do not tell. */
    Suspect mute(String node, Set<String> ports, String why, List<Reading> missing) {
        Message message = Message.of(
                "suspect.switch-mute", "subject", node, "ports", (long) ports.size(), "why", why, "not-proven", (long)
                        missing.size());
        SubjectId subject = ports.size() == 1 ? port(ports.iterator().next()) : new SubjectId(Kind.SWITCH, node);
        return unproven(subject, missing.size(), message, first(missing), missing(why, subject.name()));
    }

    /** A NIC that lacks counters which others show. */
    Suspect muteNic(Link link, String why, List<Reading> missing) {
        String port = link.a().toString();
        Message message =
                Message.of("suspect.nic-mute", "subject", port, "why", why, "not-proven", (long) missing.size());
        Message next = why.equals("absent")
                ? Message.of(
                        "decide.pfc-off", "subject", port, "other", link.b().toString())
                : missing(why, port);
        return unproven(port(port), missing.size(), message, first(missing), next);
    }

    private static Message missing(String why, String subject) {
        String key = MISSING.getOrDefault(why, "decide.counters-absent");
        return Message.of(key, "subject", subject);
    }

    private static Message first(List<Reading> missing) {
        return missing.get(0).verdict().message();
    }

    private static Suspect unproven(SubjectId subject, int score, Message message, Message cause, Message next) {
        return new Suspect(1, subject, List.of(), score, message, Optional.of(cause), List.of(next));
    }

    private static Suspect suspect(
            SubjectId subject,
            List<SubjectId> also,
            Explained explained,
            Message message,
            Optional<Message> cause,
            Message next) {
        return new Suspect(1, subject, also, explained.failing(), message, cause, List.of(next));
    }

    private static Message next(String subject, List<Reading> own) {
        String key = own.stream()
                .map(reading -> NEXT.get(reading.ask()))
                .filter(found -> found != null)
                .findFirst()
                .orElse(own.get(0).measurements().isEmpty() ? "decide.settings" : "decide.port");
        return Message.of(key, "subject", subject);
    }

    private static Optional<Message> cause(List<Reading> own) {
        return own.stream().map(reading -> reading.verdict().message()).findFirst();
    }

    private static String criteria(Collection<Reading> own) {
        Set<String> asks = new TreeSet<>();
        own.forEach(reading -> asks.add(reading.ask()));
        return String.join(", ", asks);
    }

    private static String named(Collection<String> ports) {
        if (ports.isEmpty()) {
            return NOBODY;
        }
        String names = String.join(", ", ports.stream().limit(NAMED).toList());
        return ports.size() > NAMED ? names + ", ... (" + ports.size() + ")" : names;
    }

    private static SubjectId port(String port) {
        return new SubjectId(Kind.PORT, port);
    }
}
