package io.seatrial.baseline;

import io.seatrial.baseline.statistics.RobustZ;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What several runs gave of one ask, metric and conditions.
 *
 * <p>A value is left out on its own account only if it is better than all others by more than the tolerance and by a robust z beyond 3.5,
 * at least four others agree, and some of them were measured before it and some after it. Then it stands alone between equal
 * values and can be neither the last good one before a fault nor the first one after a repair. Whatever is worse stays an objection until a
 * person names it: the worse value may be the fault that the baseline is meant to find.
 *
 * @param metric what was measured
 * @param runs ids of all runs, oldest first
 * @param values by subject and run; an empty list where a run did not measure it
 */
record Gathered(Metric metric, List<String> runs, SortedMap<SubjectId, List<List<Long>>> values) {
    private static final int FEWEST_OTHERS = 4;
    private static final double MILLION = 1e6;

    void put(SubjectId subject, int run, List<Long> rounds) {
        values.computeIfAbsent(subject, s -> new ArrayList<>(Collections.nCopies(runs.size(), List.of())))
                .set(run, rounds);
    }

    /** What would be learned, what would be left out of it, and what speaks against it. */
    record Settled(Optional<Reference> reference, List<Origin.LeftOut> leftOut, List<Message> objections) {}

    /** A value that differs from all others, which agree. */
    private record Alone(int run, long value, long others, boolean worse) {}

    Settled settle(SeriesKey key, Proposal.Terms terms) {
        List<Origin.LeftOut> leftOut = new ArrayList<>();
        List<Message> objections = new ArrayList<>();
        SortedMap<SubjectId, Series> series = new TreeMap<>();
        Tolerance tolerance = terms.tolerances().apply(key.ask());
        values.forEach((subject, rounds) -> {
            List<List<Long>> kept = new ArrayList<>(rounds);
            leaveOutByName(key, subject, kept, terms, tolerance, leftOut);
            Optional<Alone> alone = alone(kept, tolerance);
            if (alone.filter(one -> maybeLeftOut(one, kept)).isPresent()) {
                leftOut.add(left(key, subject, alone.get().run(), kept, false));
                kept.set(alone.get().run(), List.of());
            } else if (alone.isPresent()) {
                objections.add(standsAlone(key, subject, alone.get()));
            } else if (disagree(present(kept), tolerance)) {
                objections.add(disagreement(key, subject, kept));
            }
            if (!present(kept).isEmpty()) {
                series.put(subject, Series.of(kept));
            }
        });
        Optional<Reference> reference =
                series.isEmpty() ? Optional.empty() : Optional.of(new Reference(metric, series));
        return new Settled(reference, leftOut, objections);
    }

    private void leaveOutByName(
            SeriesKey key,
            SubjectId subject,
            List<List<Long>> kept,
            Proposal.Terms terms,
            Tolerance tolerance,
            List<Origin.LeftOut> leftOut) {
        for (int run = 0; run < runs.size(); run++) {
            boolean named = terms.without().contains(new Proposal.Without(runs.get(run), subject.name()));
            List<Long> others = othersThan(run, kept);
            if (named && !kept.get(run).isEmpty() && !others.isEmpty()) {
                if (disagrees(run, kept, tolerance)) {
                    leftOut.add(left(key, subject, run, kept, true));
                    kept.set(run, List.of());
                }
            }
        }
    }

    /** Off the others, or one of the two that an objection names because they are too far from each other. */
    private boolean disagrees(int run, List<List<Long>> kept, Tolerance tolerance) {
        long value = Robust.median(kept.get(run));
        long others = Robust.median(othersThan(run, kept));
        if (Math.abs(value - others) > tolerance.room(others)) {
            return true;
        }
        List<Long> all = present(kept);
        boolean extreme = value == Collections.min(all) || value == Collections.max(all);
        return extreme && disagree(all, tolerance) && alone(kept, tolerance).isEmpty();
    }

    private Origin.LeftOut left(SeriesKey key, SubjectId subject, int run, List<List<Long>> kept, boolean byName) {
        return new Origin.LeftOut(
                runs.get(run), subject, key.ask(), key.metric(), Robust.median(kept.get(run)), byName);
    }

    private Optional<Alone> alone(List<List<Long>> kept, Tolerance tolerance) {
        if (!disagree(present(kept), tolerance)) {
            return Optional.empty();
        }
        List<Alone> all = IntStream.range(0, kept.size())
                .filter(run -> !kept.get(run).isEmpty())
                .mapToObj(run -> alone(run, kept, tolerance))
                .flatMap(Optional::stream)
                .toList();
        // of two values each is alone beside the other
        return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
    }

    private Optional<Alone> alone(int run, List<List<Long>> kept, Tolerance tolerance) {
        List<Long> others = othersThan(run, kept);
        if (others.size() < 2 || disagree(others, tolerance)) {
            return Optional.empty();
        }
        long value = Robust.median(kept.get(run));
        long median = Robust.median(others);
        double[] all = present(kept).stream().mapToDouble(Long::doubleValue).toArray();
        boolean beyond = Math.abs(value - median) > tolerance.room(median);
        return beyond && RobustZ.of(all, 1).isOutlier(value)
                ? Optional.of(new Alone(run, value, median, metric.better().isWorse(value, median)))
                : Optional.empty();
    }

    private static boolean maybeLeftOut(Alone alone, List<List<Long>> kept) {
        boolean before = kept.subList(0, alone.run()).stream().anyMatch(rounds -> !rounds.isEmpty());
        boolean after = kept.subList(alone.run() + 1, kept.size()).stream().anyMatch(rounds -> !rounds.isEmpty());
        return !alone.worse() && before && after && present(kept).size() > FEWEST_OTHERS;
    }

    private static List<Long> othersThan(int run, List<List<Long>> kept) {
        List<List<Long>> others = new ArrayList<>(kept);
        others.remove(run);
        return present(others);
    }

    private static List<Long> present(List<List<Long>> kept) {
        return kept.stream()
                .filter(rounds -> !rounds.isEmpty())
                .map(Robust::median)
                .toList();
    }

    private static boolean disagree(List<Long> values, Tolerance tolerance) {
        return values.size() > 1
                && Collections.max(values) - Collections.min(values) > tolerance.room(Robust.median(values));
    }

    private Message standsAlone(SeriesKey key, SubjectId subject, Alone alone) {
        long off = Math.round(MILLION * Math.abs(alone.value() - alone.others()) / Math.max(1, alone.others()));
        return Message.of(
                alone.worse() ? "baseline.worse-in-one-run" : "baseline.better-in-one-run",
                "subject",
                subject.name(),
                "ask",
                key.ask(),
                "run",
                runs.get(alone.run()),
                "seen",
                new Quantity(alone.value(), metric.unit()),
                "others",
                new Quantity(alone.others(), metric.unit()),
                "off",
                new Quantity(off, Unit.PARTS_PER_MILLION));
    }

    private Message disagreement(SeriesKey key, SubjectId subject, List<List<Long>> kept) {
        int lowest = extreme(kept, Direction.LOWER_IS_BETTER);
        int highest = extreme(kept, Direction.HIGHER_IS_BETTER);
        return Message.of(
                "baseline.runs-disagree",
                "subject",
                subject.name(),
                "ask",
                key.ask(),
                "low-run",
                runs.get(lowest),
                "low",
                new Quantity(Robust.median(kept.get(lowest)), metric.unit()),
                "high-run",
                runs.get(highest),
                "high",
                new Quantity(Robust.median(kept.get(highest)), metric.unit()));
    }

    private static int extreme(List<List<Long>> kept, Direction towards) {
        return IntStream.range(0, kept.size())
                .filter(run -> !kept.get(run).isEmpty())
                .reduce((a, b) -> towards.isWorse(Robust.median(kept.get(b)), Robust.median(kept.get(a))) ? a : b)
                .orElseThrow();
    }
}
