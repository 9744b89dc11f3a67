/**
 * Counters and settings of switches, and what a Prometheus server knows: sampled continuously, stamped, with the refresh interval of each
 * source. One class per switch system, which is asked by commands that change nothing. It must not know probes, baselines or how counters
 * are judged.
 */
package io.seatrial.telemetry;
