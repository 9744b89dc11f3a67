package io.seatrial.diagnosis;

import io.seatrial.diagnosis.Cause.About;
import io.seatrial.inventory.Link;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * NICs that show no pause counters of the lossless priority where others do: PFC is off there, so that they neither heed pauses nor send any,
 * and what they send on is lost at whatever egress it has to wait for (mlx5 shows the counters of a priority only where PFC is on for it).
 */
final class DeafNics {
    private static final String DROPS = "congestion.lossless-drops";
    /** Asks that count pauses at NICs. */
    private static final Set<String> ASKED = Set.of("congestion.pause-ratio", "congestion.ends-agree");

    private final Complaints complaints;
    private final Wiring wiring;
    private final Mutes mutes;
    private final FabricWording wording;

    DeafNics(Complaints complaints, Wiring wiring, Mutes mutes, FabricWording wording) {
        this.complaints = complaints;
        this.wiring = wiring;
        this.mutes = mutes;
        this.wording = wording;
    }

    /** Return those that explain a loss; the others only leave something unproven. */
    List<Cause> causes(Collection<Reading> all) {
        List<Cause> causes = new ArrayList<>();
        Map<String, List<Reading>> byNic = new TreeMap<>();
        all.stream()
                .filter(reading -> ASKED.contains(reading.ask()))
                .forEach(reading -> mutes.absent(reading)
                        .filter(wiring::isOfHost)
                        .ifPresent(port -> byNic.computeIfAbsent(port, p -> new ArrayList<>())
                                .add(reading)));
        long nics = all.stream()
                .filter(reading -> ASKED.contains(reading.ask()))
                .map(Reading::subject)
                .distinct()
                .filter(id -> wiring.link(id).filter(Wiring::isOfHost).isPresent())
                .count();
        // Where most are without, the cluster does not use PFC at its NICs, or their driver does not count it: nobody
        // stands out.
        if (2L * byNic.size() < nics) {
            byNic.keySet().forEach(port -> causes.add(cause(port)));
        }
        return causes.stream().filter(cause -> !cause.own().isEmpty()).toList();
    }

    private Cause cause(String port) {
        Link link = wiring.linkAt(port).orElseThrow();
        Set<String> sharing = wiring.sharing(link.id(), Set.of());
        String egress = link.b().toString();
        // What is lost on its way to the NIC itself others sent.
        BitSet drops = complaints.where(reading -> reading.ask().equals(DROPS)
                && sharing.contains(reading.subject())
                && reading.place().filter(place -> place.port().equals(egress)).isEmpty());
        BitSet explains = Complaints.union(drops, complaints.on(Set.of(link.id())));
        explains.andNot(complaints.where(reading -> reading.ask().equals(DROPS)
                && reading.place().filter(place -> place.port().equals(egress)).isPresent()));
        if (!drops.isEmpty()) {
            explains.or(complaints.on(sharing, Complaints.OF_LOSS));
        }
        return new Cause(
                About.DEAF_NIC,
                drops,
                explains,
                Set.of(link.id()),
                explained -> wording.deafNic(link, complaints.at(drops).size(), explained));
    }
}
