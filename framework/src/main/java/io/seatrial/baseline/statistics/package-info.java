/**
 * The arithmetic of comparing: tests of one run against the accepted ones, false discovery rate, power, sample sizes, similarity.
 * Takes arrays of numbers and gives numbers; well-kept libraries do what they know.
 * It must not know surveys, criteria or verdicts: what a number means is decided elsewhere.
 */
package io.seatrial.baseline.statistics;
