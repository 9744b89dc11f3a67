package io.seatrial.run;

import io.seatrial.archive.RoundRecord;
import io.seatrial.criteria.StaysSteady;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts rounds together that follow each other. Each subject keeps the measurement of its median as it was made, with the worst value and the number
 * of those without one beside it: a dip, a lost round or a wrong result is never folded away.
 */
final class RoundFold {
    /** The detail that says of how many rounds one stands. */
    static final String FOLDED = "folded";

    private final List<Part> parts = new ArrayList<>();

    /** One round, and when its traffic ran. */
    record Part(List<Measurement> measurements, TimeWindow window) {
        Part {
            measurements = List.copyOf(measurements);
        }
    }

    void add(Part part) {
        parts.add(part);
    }

    /** Return the rounds as one. */
    RoundRecord record(String ask, int number, Direction better) {
        SortedMap<SubjectId, List<Measurement>> bySubject = new TreeMap<>();
        parts.forEach(part -> part.measurements()
                .forEach(one -> bySubject
                        .computeIfAbsent(one.subject(), subject -> new ArrayList<>())
                        .add(one)));
        List<Measurement> folded =
                bySubject.values().stream().map(all -> fold(all, better)).toList();
        TimeWindow window =
                parts.stream().map(Part::window).reduce(TimeWindow::and).orElseThrow();
        return new RoundRecord(ask, number, 0, folded, List.of(), Optional.of(window));
    }

    private static Measurement fold(List<Measurement> all, Direction better) {
        if (all.size() == 1) {
            return all.get(0);
        }
        List<Measurement> known = all.stream()
                .filter(one -> one.value().isPresent())
                .sorted(Comparator.comparingLong(one -> one.value().getAsLong()))
                .toList();
        if (known.isEmpty()) {
            return all.get(all.size() - 1);
        }
        boolean lowest = better == Direction.HIGHER_IS_BETTER;
        long worst = known.get(lowest ? 0 : known.size() - 1).value().getAsLong();
        Measurement kept = known.stream()
                .filter(one -> one.curve().flatMap(SizeCurve::firstWrong).isPresent())
                .findFirst()
                .orElse(known.get(lowest ? (known.size() - 1) / 2 : known.size() / 2));
        Map<String, Long> details = new TreeMap<>(kept.details());
        details.put(FOLDED, (long) all.size());
        details.put(StaysSteady.WORST, worst);
        if (known.size() < all.size()) {
            details.put(StaysSteady.LOST, (long) all.size() - known.size());
        }
        return with(kept, details);
    }

    private static Measurement with(Measurement kept, Map<String, Long> details) {
        return new Measurement(
                kept.metric(),
                kept.subject(),
                kept.value(),
                kept.cause(),
                kept.histogram(),
                kept.noise(),
                details,
                kept.conditions(),
                kept.provenance(),
                kept.curve());
    }
}
