package io.seatrial.baseline.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What one level of a factor does against another, from blocks in which both were measured next to each other: Student's test over the
 * differences of the blocks. The block is the unit of replication; subjects of one run share its day.
 *
 * @param change relative effect, above 0 the number is larger
 * @param low lower end of its 95 % interval; -1, a loss of everything, from a single block
 * @param high upper end; infinity from a single block
 * @param pUp probability of an effect at least as large upwards if there is none
 * @param pDown the same downwards
 * @param detectable the least effect that these blocks would have found with a probability of 0.8 at {@code alpha}
 * @param blocks how many blocks
 */
public record BlockEffect(
        double change, double low, double high, double pUp, double pDown, double detectable, int blocks) {
    private static final double OUTSIDE_ONE_END = 0.025;
    private static final double POWER = 0.8;

    /**
     * Take the effect out of the blocks.
     *
     * @param logRatios natural logarithm of what the level gave over what the first level gave, block by block
     * @param alpha largest p that will count, for {@link #detectable}
     * @throws IllegalArgumentException if there is no block
     */
    public static BlockEffect of(double[] logRatios, double alpha) {
        int blocks = logRatios.length;
        if (blocks == 0) {
            throw new IllegalArgumentException("effect: expected at least one block, got none");
        }
        double mean = Arrays.stream(logRatios).average().orElseThrow();
        if (blocks == 1) {
            return new BlockEffect(
                    Math.expm1(mean), -1, Double.POSITIVE_INFINITY, 1, 1, Double.POSITIVE_INFINITY, blocks);
        }
        double squares =
                Arrays.stream(logRatios).map(x -> (x - mean) * (x - mean)).sum();
        double error = Math.sqrt(squares / (blocks - 1) / blocks);
        TDistribution t = TDistribution.of(blocks - 1);
        double half = error * t.inverseSurvivalProbability(OUTSIDE_ONE_END);
        return new BlockEffect(
                Math.expm1(mean),
                Math.expm1(mean - half),
                Math.expm1(mean + half),
                p(mean, error, t),
                p(-mean, error, t),
                Math.expm1(error * (t.inverseSurvivalProbability(alpha) + t.inverseCumulativeProbability(POWER))),
                blocks);
    }

    /** Blocks without any scatter leave no doubt in what they show, and none in nothing. */
    private static double p(double mean, double error, TDistribution t) {
        return error == 0 ? mean > 0 ? 0 : 1 : t.survivalProbability(mean / error);
    }
}
