/**
 * Is the round trip over every link as short as it must be.
 * Limits and parameters stand in {@code criteria.yaml}.
 * It must not know how anything is measured.
 */
package io.seatrial.suites.latency;
