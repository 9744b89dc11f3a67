package io.seatrial.baseline.statistics;

/**
 * How far one subject lies from its own accepted runs. All shifts are relative to the subject's reference; above 0 is worse, whichever way
 * the metric counts.
 *
 * @param raw shift of the value as it was measured
 * @param own shift that is left when what the whole class shares in this run (the common mode) is taken out
 * @param p probability of an {@code own} at least as large if nothing changed, one-sided on the worse side
 * @param smallest the {@code p} of a total loss (no rate at all, or a time that doubled): where it is not small enough either, the run
 *     could not have shown anything
 */
public record Deviation(double raw, double own, double p, double smallest) {}
