package io.seatrial.diagnosis;

import io.seatrial.diagnosis.Cause.About;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Cables that are not plugged where the inventory says, by what announces itself at ports of switches. Two ports that each hear what belongs
 * to the other are one mistake; of one host it is the order of its rails.
 */
final class MisplacedCables {
    static final String ASK = "configuration.cabling";

    private final Complaints complaints;
    private final Wiring wiring;
    private final FabricWording wording;

    MisplacedCables(Complaints complaints, Wiring wiring, FabricWording wording) {
        this.complaints = complaints;
        this.wiring = wiring;
        this.wording = wording;
    }

    List<Cause> causes() {
        Map<String, Integer> left = new TreeMap<>();
        complaints.where(reading -> reading.ask().equals(ASK)).stream()
                .forEach(i -> left.put(complaints.at(i).subject(), i));
        List<Cause> causes = new ArrayList<>();
        while (!left.isEmpty()) {
            String port = left.keySet().iterator().next();
            Reading heard = complaints.at(left.get(port));
            Set<String> ports = new TreeSet<>(Set.of(port));
            left.keySet().stream()
                    .filter(other -> isCrossed(heard, complaints.at(left.get(other))))
                    .findFirst()
                    .ifPresent(ports::add);
            BitSet own = new BitSet();
            ports.forEach(one -> own.set(left.remove(one)));
            causes.add(cause(List.copyOf(ports), own, Wiring.nodeOf(seen(heard))));
        }
        return causes;
    }

    /** Only where one announces itself at each of them there is nothing to choose. */
    private static boolean isCrossed(Reading one, Reading other) {
        return expected(other).contains(seen(one)) && expected(one).contains(seen(other));
    }

    private static String seen(Reading reading) {
        return String.valueOf(reading.verdict().message().values().get("seen"));
    }

    private static List<String> expected(Reading reading) {
        return List.of(String.valueOf(reading.verdict().message().values().get("expected"))
                .split(" or "));
    }

    private Cause cause(List<String> ports, BitSet own, String node) {
        Set<String> links = new TreeSet<>();
        ports.forEach(port -> wiring.linkAt(port).ifPresent(link -> links.add(link.id())));
        boolean ofOneHost = ports.size() > 1
                && ports.stream()
                        .allMatch(port -> wiring.otherEnd(port)
                                .filter(end -> wiring.isOfHost(end)
                                        && Wiring.nodeOf(end).equals(node))
                                .isPresent());
        SubjectId subject = ofOneHost ? new SubjectId(Kind.HOST, node) : new SubjectId(Kind.PORT, ports.get(0));
        return new Cause(
                About.CABLE,
                own,
                complaints.on(links),
                links,
                explained -> wording.cables(subject, ports, complaints.at(own), explained));
    }
}
