/**
 * Deploys the native program, talks to its agent and turns what it says into measurements; runs the host's perftest beside it; {@code probe.inprocess}
 * is the JNR-FFI door.
 * The wire contract is {@code native-probes/wire/FORMAT.md}; its golden transcripts are decoded by a test here.
 * It must not know baselines, criteria or a test framework.
 */
package io.seatrial.probe;
