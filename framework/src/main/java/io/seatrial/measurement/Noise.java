package io.seatrial.measurement;

/**
 * What the measuring host did to the number, measured right beside it.
 *
 * @param gapMax largest gap between two clock readings of a spinning self-test, ns
 * @param voluntarySwitches voluntary context switches of the measuring thread
 * @param involuntarySwitches involuntary context switches of the measuring thread
 */
public record Noise(long gapMax, long voluntarySwitches, long involuntarySwitches) {}
