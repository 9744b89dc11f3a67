package io.seatrial.baseline.statistics;

import org.apache.commons.statistics.descriptive.Median;

/**
 * How far a value lies from the middle of many, in units that the value itself cannot stretch (Iglewicz and Hoaglin). It screens: what
 * looks odd here is measured again or looked at first, and is not accused by it.
 *
 * @param median the middle, in the unit of the values
 * @param mad median absolute distance from it; at least half a step of the metric, because equal values of a coarse clock scatter by
 *     nothing that one may divide by
 */
public record RobustZ(double median, double mad) {
    /** Beyond this distance, on either side, a value is called an outlier. */
    public static final double OUTLIER = 3.5;

    /** Makes the distance that of a standard deviation where values are normally distributed. */
    private static final double MADS_PER_SIGMA = 0.6745;

    public RobustZ {
        if (!(mad > 0)) {
            throw new IllegalArgumentException("mad: expected above 0, got " + mad);
        }
    }

    /**
     * Take the middle and the scatter.
     *
     * @param values at least one, in the unit of the metric
     * @param resolution the step in which the metric counts, above 0, in the same unit
     */
    public static RobustZ of(double[] values, double resolution) {
        if (values.length == 0 || !(resolution > 0)) {
            throw new IllegalArgumentException("robust z: expected values and a resolution above 0, got "
                    + values.length + " values and " + resolution);
        }
        double median = Median.withDefaults().evaluate(values);
        double[] distances = new double[values.length];
        for (int i = 0; i < distances.length; i++) {
            distances[i] = Math.abs(values[i] - median);
        }
        return new RobustZ(median, Math.max(Median.withDefaults().evaluate(distances), resolution / 2));
    }

    /** Return the distance of a value; above 0 is above the median. */
    public double z(double value) {
        return MADS_PER_SIGMA * (value - median) / mad;
    }

    /** Tell whether a value lies so far out that it is worth a look. */
    public boolean isOutlier(double value) {
        return Math.abs(z(value)) > OUTLIER;
    }
}
