package io.seatrial.criteria;

import io.seatrial.baseline.Reference;
import io.seatrial.baseline.Robust;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * How far a learned reference is from what people declared: a baseline that drifts from one acceptance to the next would in the end accept
 * what no limit allows, and nobody would have decided it.
 *
 * @param key what was learned
 * @param worst the subject nearest to its own declared edge, or furthest beyond it
 * @param reference its reference
 * @param limit its edge
 * @param margin share of the edge that is left to it; below 0 it is beyond
 * @param beyond number of subjects of the class whose reference is beyond their edge
 */
public record BaselineMargin(
        SeriesKey key, SubjectId worst, Quantity reference, Quantity limit, double margin, long beyond) {
    /** One subject and its edge. */
    private record Held(SubjectId subject, long median, long edge, double margin) {
        static Held of(SubjectId subject, long median, long edge, Direction better) {
            double left = (double) (edge - median) / Math.max(1, edge);
            // 0 minus 0 is 0 and no negative zero, which would be shown with its sign
            return new Held(subject, median, edge, better == Direction.LOWER_IS_BETTER ? left : 0 - left);
        }
    }

    /**
     * Hold references against the limits that a profile asks. Those of collectives have edges of another kind and are left out, as is what
     * has no declared limit.
     */
    public static List<BaselineMargin> of(
            SortedMap<SeriesKey, Reference> references, Criteria criteria, Profile profile, Cluster cluster) {
        List<BaselineMargin> margins = new ArrayList<>();
        references.forEach(
                (key, reference) -> criteria.criteria(key.ask(), profile, cluster, BaselineFamily.none()).stream()
                        .filter(DeclaredLimit.class::isInstance)
                        .map(limit -> held(key, reference, (DeclaredLimit) limit))
                        .filter(held -> !held.isEmpty())
                        .forEach(held -> margins.add(of(key, reference, held))));
        return margins;
    }

    private static List<Held> held(SeriesKey key, Reference reference, DeclaredLimit limit) {
        List<Held> held = new ArrayList<>();
        reference.subjects().forEach((subject, series) -> {
            OptionalLong edge = limit.edge(subject, key.conditions());
            if (edge.isPresent()) {
                long median = Robust.median(series.values());
                held.add(Held.of(
                        subject, median, edge.getAsLong(), reference.metric().better()));
            }
        });
        return held;
    }

    private static BaselineMargin of(SeriesKey key, Reference reference, List<Held> held) {
        Held worst = Collections.min(held, Comparator.comparingDouble(Held::margin));
        return new BaselineMargin(
                key,
                worst.subject(),
                new Quantity(worst.median(), reference.metric().unit()),
                new Quantity(worst.edge(), reference.metric().unit()),
                worst.margin(),
                held.stream().filter(one -> one.margin() < 0).count());
    }
}
