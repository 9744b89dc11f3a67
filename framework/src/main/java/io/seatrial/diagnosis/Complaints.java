package io.seatrial.diagnosis;

import io.seatrial.measurement.SubjectId;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The readings that fail, known by their position, as flows are. */
final class Complaints {
    /** What follows where packets are lost on the way. */
    static final Set<String> OF_LOSS = Set.of("congestion.retransmissions");
    /** What follows where a receiver or a link does not take what is sent: queues before it fill, and pause those before them. */
    static final Set<String> OF_STANDSTILL = Set.of(
            "congestion.pfc-storm",
            "congestion.pause-ratio",
            "congestion.watchdog",
            "congestion.ends-agree",
            "congestion.ecn-ratio",
            "congestion.ecn-end-to-end",
            "congestion.lossless-drops",
            "congestion.discards",
            "congestion.watermark",
            "congestion.retransmissions");
    /** What is counted of pauses that a receiver sends. */
    static final Set<String> OF_PAUSE = Set.of("congestion.pfc-storm", "congestion.pause-ratio");

    private final List<Reading> bad;

    Complaints(Collection<Reading> readings) {
        bad = readings.stream()
                .filter(Reading::isBad)
                .sorted(Comparator.comparing(
                                (Reading reading) -> reading.judgement().criterion())
                        .thenComparing(reading -> reading.judgement().subject()))
                .toList();
    }

    Reading at(int position) {
        return bad.get(position);
    }

    List<Reading> at(BitSet positions) {
        return positions.stream().mapToObj(bad::get).toList();
    }

    BitSet where(Predicate<Reading> wanted) {
        BitSet positions = new BitSet();
        IntStream.range(0, bad.size()).filter(i -> wanted.test(bad.get(i))).forEach(positions::set);
        return positions;
    }

    /** Return the positions of what fails on links. */
    BitSet on(Set<String> links) {
        return where(reading -> isOfLink(reading) && links.contains(reading.subject()));
    }

    /** Return the positions of what fails on links in some asks. */
    BitSet on(Set<String> links, Set<String> asks) {
        return where(reading -> asks.contains(reading.ask()) && isOfLink(reading) && links.contains(reading.subject()));
    }

    static boolean isOfLink(Reading reading) {
        return reading.judgement().subject().kind() == SubjectId.Kind.LINK;
    }

    static BitSet union(BitSet... sets) {
        BitSet all = new BitSet();
        for (BitSet set : sets) {
            all.or(set);
        }
        return all;
    }
}
