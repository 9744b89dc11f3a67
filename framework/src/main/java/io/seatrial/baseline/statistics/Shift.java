package io.seatrial.baseline.statistics;

/**
 * By how much one subject moved between two runs. All shifts are relative to the value before; above 0 is worse, whichever way the metric
 * counts.
 *
 * @param relative the shift that was seen: the median over the pairs of rounds
 * @param low lower end of the interval that holds the true shift with 95 %
 * @param high upper end of that interval
 * @param pWorse probability of a shift at least as bad if nothing changed
 * @param pBetter probability of a shift at least as good if nothing changed
 */
public record Shift(double relative, double low, double high, double pWorse, double pBetter) {}
