/**
 * Who talks to whom and when: flows, rounds, patterns, the links that a flow crosses, estimated time and bytes.
 * Costs, ages and repeats come in as arguments; the same seed gives the same plan.
 * It must not know probes or SSH.
 */
package io.seatrial.plan;
