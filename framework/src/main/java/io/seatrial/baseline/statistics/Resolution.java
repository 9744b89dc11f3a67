package io.seatrial.baseline.statistics;

import java.util.Arrays;
import java.util.Collection;

/**
 * The step in which a metric counts, read off the values themselves. Where a clock or a counter is coarse, many rounds are equal, their
 * scatter looks like nothing, and the next step would look like a certain change.
 */
final class Resolution {
    /** Values are whole numbers of their base unit, so no step is finer. */
    private static final double UNIT = 1;

    private Resolution() {}

    /**
     * Return the smallest step between two values, in the unit of the values. Steps between values of one member are taken first: levels of
     * two members may lie closer together by chance than the clock ticks.
     *
     * @param members all values of each member
     */
    static double of(Collection<double[]> members) {
        double step =
                members.stream().mapToDouble(Resolution::smallestStep).min().orElse(Double.POSITIVE_INFINITY);
        if (step == Double.POSITIVE_INFINITY) {
            step = smallestStep(
                    members.stream().flatMapToDouble(Arrays::stream).distinct().toArray());
        }
        return step == Double.POSITIVE_INFINITY ? UNIT : step;
    }

    private static double smallestStep(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 1; i < sorted.length; i++) {
            double step = sorted[i] - sorted[i - 1];
            if (step > 0 && step < smallest) {
                smallest = step;
            }
        }
        return smallest;
    }
}
