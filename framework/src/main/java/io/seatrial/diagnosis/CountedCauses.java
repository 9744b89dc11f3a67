package io.seatrial.diagnosis;

import io.seatrial.diagnosis.Cause.About;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Causes that were counted or read where they are: links with errors, ports, settings, switches most of whose ports fail alike. */
final class CountedCauses {
    private static final String WRONG_CLASS = "congestion.wrong-class";
    /** Counted by NICs of what happens on the way to them, so it accuses the switch before them as well. */
    private static final Set<String> SEEN_BY_NICS = Set.of("congestion.retransmissions", "congestion.ecn-end-to-end");
    /** Links whose signal is bad lose packets; those that go down hold them up, too. */
    private static final Set<String> OF_SIGNAL = Set.of(
            "links.errors",
            "links.uncorrectable",
            "links.pre-fec-ber",
            "links.post-fec-ber",
            "links.fec-tail",
            "links.module-alarms");
    /** A queue that the watchdog put out of its class drops; one that drops has its packets sent again; marks arrive. */
    private static final Map<String, Set<String>> FOLLOWS = Map.of(
            "congestion.watchdog",
            Set.of("congestion.retransmissions", "congestion.lossless-drops"),
            "congestion.lossless-drops",
            Complaints.OF_LOSS,
            "congestion.discards",
            Complaints.OF_LOSS,
            "congestion.ecn-ratio",
            Set.of("congestion.ecn-end-to-end"),
            WRONG_CLASS,
            Set.of(WRONG_CLASS, "congestion.retransmissions", "congestion.lossless-drops"));

    /** What a wrong setting brings about in the traffic that meets that of its port. */
    private static final Set<String> OF_SETTINGS = Stream.concat(
                    Complaints.OF_STANDSTILL.stream(), Stream.of(WRONG_CLASS))
            .collect(Collectors.toUnmodifiableSet());

    private final Complaints complaints;
    private final Wiring wiring;
    private final Collection<Reading> all;
    private final FabricWording wording;

    CountedCauses(Complaints complaints, Wiring wiring, Collection<Reading> all, FabricWording wording) {
        this.complaints = complaints;
        this.wiring = wiring;
        this.all = all;
        this.wording = wording;
    }

    List<Cause> causes() {
        List<Cause> causes = new ArrayList<>();
        Map<String, BitSet> byPort = new TreeMap<>();
        Map<String, BitSet> bySetting = new TreeMap<>();
        complaints.where(reading -> !isOfLinks(reading) && !isElsewhere(reading) || isEvent(reading)).stream()
                .forEach(i -> accused(complaints.at(i))
                        .ifPresent(port -> (isSetting(complaints.at(i)) ? bySetting : byPort)
                                .computeIfAbsent(port, p -> new BitSet())
                                .set(i)));
        links().forEach((link, own) -> causes.add(link(link, own)));
        bySetting.forEach((port, own) -> causes.add(port(About.SETTING, port, own)));
        List<Cause> ports = new ArrayList<>();
        byPort.forEach((port, own) -> ports.add(port(About.PORT, port, own)));
        causes.addAll(ports);
        Map<String, BitSet> left = without(passedOn(ports), byPort);
        switches(left, bySetting).forEach((node, own) -> causes.add(ofSwitch(node, own)));
        return causes;
    }

    /** Return what switches only passed on: traffic in the wrong class that a NIC sent. */
    private BitSet passedOn(List<Cause> ports) {
        BitSet wrong = complaints.where(reading -> reading.ask().equals(WRONG_CLASS));
        BitSet sent = sentInWrongClass();
        BitSet passed = new BitSet();
        ports.stream().filter(cause -> cause.own().intersects(sent)).forEach(cause -> passed.or(cause.explains()));
        passed.and(wrong);
        passed.andNot(sent);
        return passed;
    }

    private static Map<String, BitSet> without(BitSet some, Map<String, BitSet> byPort) {
        Map<String, BitSet> left = new TreeMap<>();
        byPort.forEach((port, own) -> {
            BitSet rest = (BitSet) own.clone();
            rest.andNot(some);
            left.put(port, rest);
        });
        return left;
    }

    private static boolean isOfLinks(Reading reading) {
        return reading.ask().startsWith("links.");
    }

    /** What other causes are made of. */
    private static boolean isElsewhere(Reading reading) {
        return Complaints.OF_PAUSE.contains(reading.ask()) || reading.ask().equals(MisplacedCables.ASK);
    }

    /** Settings are judged at ports, counters at links. */
    private static boolean isSetting(Reading reading) {
        return reading.judgement().subject().kind() == SubjectId.Kind.PORT;
    }

    /** A storm that a watchdog or a NIC counted names a port; one that was seen in samples names a direction. */
    private static boolean isEvent(Reading reading) {
        return reading.ask().equals("congestion.pfc-storm")
                && reading.place().filter(place -> place.sender().isEmpty()).isPresent();
    }

    /** Return the port that a reading accuses: who counted it, and of traffic in the wrong class who sent it. */
    private Optional<String> accused(Reading reading) {
        if (isSetting(reading)) {
            return Optional.of(reading.subject());
        }
        Optional<Place> place = reading.place();
        if (reading.ask().equals(WRONG_CLASS)) {
            return place.flatMap(this::sender);
        }
        return place.map(Place::port)
                .or(() -> reading.judgement().subject().kind() == SubjectId.Kind.LINK
                        ? wiring.link(reading.subject()).map(link -> link.a().toString())
                        : Optional.empty());
    }

    private Optional<String> sender(Place place) {
        return place.sender().isPresent() || !place.what().startsWith("rx.")
                ? place.sender().or(() -> Optional.of(place.port()))
                : wiring.otherEnd(place.port());
    }

    private Map<String, BitSet> links() {
        Map<String, BitSet> links = new TreeMap<>();
        complaints.where(reading -> isOfLinks(reading) && Complaints.isOfLink(reading)).stream()
                .filter(i -> wiring.link(complaints.at(i).subject()).isPresent())
                .forEach(i -> links.computeIfAbsent(complaints.at(i).subject(), link -> new BitSet())
                        .set(i));
        return links;
    }

    private Cause link(String id, BitSet own) {
        Link link = wiring.link(id).orElseThrow();
        BitSet explains = complaints.on(Set.of(id));
        for (Reading reading : complaints.at(own)) {
            Set<String> follows = OF_SIGNAL.contains(reading.ask()) ? Complaints.OF_LOSS : Complaints.OF_STANDSTILL;
            explains.or(complaints.on(wiring.sharing(id, reading.during()), follows));
        }
        boolean gone = complaints.at(own).stream().anyMatch(reading -> !OF_SIGNAL.contains(reading.ask()));
        return new Cause(
                gone ? About.LINK_GONE : About.LINK,
                own,
                explains,
                Set.of(id),
                explained -> wording.link(link, complaints.at(own), explained));
    }

    private Cause port(About about, String port, BitSet own) {
        Set<String> links = linkOf(port);
        BitSet explains = complaints.on(links);
        for (Reading reading : complaints.at(own)) {
            Set<String> follows = about == About.SETTING ? OF_SETTINGS : follows(port, reading);
            links.forEach(link -> explains.or(complaints.on(wiring.sharing(link, reading.during()), follows)));
        }
        BitSet others = sentInWrongClass();
        others.andNot(complaints.on(links));
        explains.andNot(others);
        return new Cause(
                about,
                own,
                explains,
                links,
                explained -> wording.port(port, wiring.linkAt(port), complaints.at(own), explained));
    }

    /** A switch passes on what a NIC sent in the wrong class; what one of its ports put there goes to the end of its cable. */
    private Set<String> follows(String port, Reading reading) {
        return reading.ask().equals(WRONG_CLASS) && !wiring.isOfHost(port)
                ? Set.of()
                : FOLLOWS.getOrDefault(reading.ask(), Set.of());
    }

    /** What NICs themselves send in the wrong class no other one explains. */
    private BitSet sentInWrongClass() {
        return complaints.where(reading -> reading.ask().equals(WRONG_CLASS)
                && accused(reading).filter(wiring::isOfHost).isPresent());
    }

    private Set<String> linkOf(String port) {
        return wiring.linkAt(port).map(link -> Set.of(link.id())).orElse(Set.of());
    }

    /** Return the switches of which most ports fail in one ask, with everything that accuses them. */
    private Map<String, BitSet> switches(Map<String, BitSet> byPort, Map<String, BitSet> bySetting) {
        Map<String, Map<String, Set<String>>> subjects = new TreeMap<>();
        Map<String, BitSet> accusing = new TreeMap<>();
        for (Map<String, BitSet> ports : List.of(byPort, bySetting)) {
            ports.forEach((port, own) -> own.stream().forEach(i -> {
                Reading reading = complaints.at(i);
                switchOf(port, reading).ifPresent(node -> {
                    accusing.computeIfAbsent(node, n -> new BitSet()).set(i);
                    subjects.computeIfAbsent(node, n -> new TreeMap<>())
                            .computeIfAbsent(reading.ask(), a -> new TreeSet<>())
                            .add(reading.subject());
                });
            }));
        }
        accusing.keySet()
                .removeIf(node -> subjects.get(node).entrySet().stream()
                        .noneMatch(entry -> isMost(node, entry.getKey(), entry.getValue())));
        return accusing;
    }

    private Optional<String> switchOf(String port, Reading reading) {
        if (!wiring.isOfHost(port)) {
            return wiring.linkAt(port).map(link -> Wiring.nodeOf(port));
        }
        return SEEN_BY_NICS.contains(reading.ask()) ? wiring.otherEnd(port).map(Wiring::nodeOf) : Optional.empty();
    }

    /** One bad port is a bad port; of what a switch was asked at its ports more than half has to fail, and at more than one. */
    private boolean isMost(String node, String ask, Set<String> bad) {
        long asked = all.stream()
                .filter(reading -> reading.ask().equals(ask) && !reading.isNotProven())
                .map(Reading::subject)
                .filter(subject -> wiring.linksOf(node).contains(subject)
                        || Wiring.nodeOf(subject).equals(node))
                .distinct()
                .count();
        return bad.size() > 1 && 2L * bad.size() > asked;
    }

    /** A setting that is compared along a path fails at the other end of the cable as well. */
    private BitSet sameAtOtherEnd(Reading reading) {
        Optional<String> other = wiring.otherEnd(reading.subject());
        return complaints.where(one -> isSetting(one)
                && one.ask().equals(reading.ask())
                && other.filter(one.subject()::equals).isPresent());
    }

    private Cause ofSwitch(String node, BitSet own) {
        Set<String> links = new HashSet<>();
        BitSet explains = new BitSet();
        for (Reading reading : complaints.at(own)) {
            accused(reading).map(this::linkOf).ifPresent(links::addAll);
            if (isSetting(reading)) {
                explains.or(sameAtOtherEnd(reading));
            }
            explains.or(complaints.on(
                    wiring.sharing(reading.subject(), reading.during()),
                    FOLLOWS.getOrDefault(reading.ask(), Set.of())));
        }
        // A switch that does not mark, or does not pause in time, is why its own queues fill and pause others.
        explains.or(complaints.where(reading -> Complaints.OF_PAUSE.contains(reading.ask())
                && reading.place()
                        .filter(place -> Wiring.nodeOf(place.port()).equals(node))
                        .isPresent()));
        return new Cause(
                About.SWITCH,
                own,
                explains,
                links,
                explained -> wording.ofSwitch(node, links.size(), complaints.at(own), explained));
    }
}
