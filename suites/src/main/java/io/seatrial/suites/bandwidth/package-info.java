/**
 * Does every link carry what it must, alone and when all are busy.
 * Limits and parameters stand in {@code criteria.yaml}.
 * It must not know how anything is measured.
 */
package io.seatrial.suites.bandwidth;
