package io.seatrial.criteria.experiment;

import io.seatrial.baseline.Robust;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.statistics.descriptive.Median;

/** What one level gave over what the first one gave in the same block, class by class. */
final class PairedBlocks {
    /** A level may be one of these: runs that differ in them on purpose are compared all the same. */
    private static final Set<String> SETTINGS = Set.of(Conditions.MTU, Conditions.INTERFACE_MTU);

    /** The blocks of a class. */
    static final class OfClass {
        final Metric metric;
        /** Logarithm of the ratio, the median over the subjects, by block. */
        final List<Double> logRatios = new ArrayList<>();

        int subjects = Integer.MAX_VALUE;

        private OfClass(Metric metric) {
            this.metric = metric;
        }
    }

    private record Place(int block, Treatment others) {}

    private PairedBlocks() {}

    /** Pair two levels of a factor; under a design of several, each with the same levels of the others. */
    static SortedMap<SeriesKey, OfClass> of(List<MeasuredRun> runs, String factor, String first, String other) {
        Map<Place, RoundValues> bases = new HashMap<>();
        runs.stream()
                .filter(run -> first.equals(run.treatment().levels().get(factor)))
                .forEach(run -> bases.put(new Place(run.block(), run.treatment().without(factor)), run.values()));
        SortedMap<SeriesKey, OfClass> classes = new TreeMap<>();
        for (MeasuredRun run : runs) {
            RoundValues base = bases.get(new Place(run.block(), run.treatment().without(factor)));
            if (base != null && other.equals(run.treatment().levels().get(factor))) {
                add(bySetting(base), bySetting(run.values()), classes);
            }
        }
        return classes;
    }

    private static SortedMap<SeriesKey, RoundValues.OfClass> bySetting(RoundValues values) {
        SortedMap<SeriesKey, RoundValues.OfClass> classes = new TreeMap<>();
        values.classes().forEach((key, of) -> {
            Map<String, String> conditions = new TreeMap<>(key.conditions().values());
            conditions.keySet().removeAll(SETTINGS);
            classes.put(new SeriesKey(key.ask(), key.metric(), new Conditions(conditions)), of);
        });
        return classes;
    }

    private static void add(
            SortedMap<SeriesKey, RoundValues.OfClass> base,
            SortedMap<SeriesKey, RoundValues.OfClass> level,
            SortedMap<SeriesKey, OfClass> classes) {
        base.forEach((key, before) -> {
            if (level.containsKey(key)) {
                double[] ratios = logRatios(before.rounds(), level.get(key).rounds());
                if (ratios.length > 0) {
                    OfClass of = classes.computeIfAbsent(key, k -> new OfClass(before.metric()));
                    of.logRatios.add(Median.withDefaults().evaluate(ratios));
                    of.subjects = Math.min(of.subjects, ratios.length);
                }
            }
        });
    }

    private static double[] logRatios(SortedMap<SubjectId, List<Long>> before, SortedMap<SubjectId, List<Long>> after) {
        return before.entrySet().stream()
                .filter(entry -> after.containsKey(entry.getKey()))
                .mapToDouble(entry ->
                        Math.log((double) Robust.median(after.get(entry.getKey())) / Robust.median(entry.getValue())))
                .filter(Double::isFinite)
                .toArray();
    }
}
