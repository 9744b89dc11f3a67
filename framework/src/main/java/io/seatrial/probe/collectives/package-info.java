/**
 * Runs the collective test programs of the vendors, nccl-tests and rccl-tests, on a group of hosts by whatever the site starts jobs with.
 * What they print becomes a size curve, or one clear cause why it is none: a run that is not the one that was asked is never a measurement.
 * It must not know limits, baselines or tests.
 */
package io.seatrial.probe.collectives;
