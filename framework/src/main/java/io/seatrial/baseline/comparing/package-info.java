/**
 * Two runs of one cluster side by side, before and after something was done to it: what moved, what did not, what cannot be told, and what
 * was configured otherwise meanwhile. Pure: values, settings and verdicts of both runs in, lists out; the arithmetic is that of
 * {@link io.seatrial.baseline.statistics}. It must not know archives, files or texts.
 */
package io.seatrial.baseline.comparing;
