/**
 * The JNR-FFI door: calls the side-effect-free entry points of {@code libseatrial-probe.so} in this JVM.
 * Used for short look-ups on the machine that the controller runs on; every measurement runs as a process of its own.
 * It must not know transports or agents.
 */
package io.seatrial.probe.inprocess;
