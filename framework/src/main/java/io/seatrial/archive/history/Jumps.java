package io.seatrial.archive.history;

import static io.seatrial.archive.history.ClassHistory.NONE;

import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds values that jump to and fro, as those of a loose plug do. What the class as a whole did in a night is taken away first; a jump is then
 * a change between two runs of several times what the class usually changes by, and of a share that matters.
 */
final class Jumps {
    /** A jump is at least so many times the class's usual change from run to run ... */
    private static final double TIMES = 5;
    /** ... and at least this share of the value. */
    private static final double LEAST = 0.02;
    /** What a class of fewer subjects usually does is not known: there a jump is this share. */
    private static final double ALONE = 0.05;

    private static final int CLASS = 5;
    /** There and back again. */
    private static final int FLIPS = 2;

    private Jumps() {}

    static List<Flicker> of(ClassHistory history) {
        SortedMap<SubjectId, double[]> shares =
                withoutCommon(shares(history), history.runs().size());
        double least = threshold(shares);
        List<Flicker> found = new ArrayList<>();
        shares.forEach((subject, own) -> {
            Flicker flicker = Flicker.of(
                    history.of().cluster(),
                    history.of().ask() + " " + history.of().metric().id(),
                    subject.toString(),
                    pattern(own, least));
            if (flicker.flips() >= FLIPS) {
                found.add(flicker);
            }
        });
        return found;
    }

    /** Each value as a share of its series' median, less 1; what is missing is no number. */
    private static SortedMap<SubjectId, double[]> shares(ClassHistory history) {
        SortedMap<SubjectId, double[]> shares = new TreeMap<>();
        history.medians().forEach((subject, medians) -> {
            long[] there = Arrays.stream(medians).filter(value -> value != NONE).toArray();
            if (there.length > FLIPS) {
                double middle = Math.max(1, Math.abs((double) OfRounds.of(there).median()));
                shares.put(
                        subject,
                        Arrays.stream(medians)
                                .mapToDouble(value -> value == NONE ? Double.NaN : value / middle - 1)
                                .toArray());
            }
        });
        return shares;
    }

    private static SortedMap<SubjectId, double[]> withoutCommon(SortedMap<SubjectId, double[]> shares, int runs) {
        if (shares.size() < CLASS) {
            return shares;
        }
        for (int run = 0; run < runs; run++) {
            int night = run;
            double common = Middle.of(shares.values().stream()
                    .mapToDouble(own -> own[night])
                    .filter(share -> !Double.isNaN(share))
                    .toArray());
            shares.values().forEach(own -> own[night] -= common);
        }
        return shares;
    }

    private static double threshold(SortedMap<SubjectId, double[]> shares) {
        if (shares.size() < CLASS) {
            return ALONE;
        }
        double[] changes = shares.values().stream()
                .flatMapToDouble(own -> Arrays.stream(changes(own)))
                .toArray();
        return Math.max(LEAST, TIMES * Middle.of(changes));
    }

    private static double[] changes(double[] own) {
        double[] there =
                Arrays.stream(own).filter(share -> !Double.isNaN(share)).toArray();
        double[] changes = new double[Math.max(0, there.length - 1)];
        for (int i = 0; i < changes.length; i++) {
            changes[i] = Math.abs(there[i + 1] - there[i]);
        }
        return changes;
    }

    /** A letter stays until the next jump: what creeps, or scatters on one side, is no news. */
    private static String pattern(double[] own, double least) {
        StringBuilder pattern = new StringBuilder();
        double before = Double.NaN;
        char side = '-';
        for (double share : own) {
            if (Double.isNaN(share)) {
                pattern.append('.');
                continue;
            }
            if (Math.abs(share - before) > least) {
                side = share < before ? '_' : '^';
            }
            before = share;
            pattern.append(side);
        }
        return pattern.toString();
    }
}
