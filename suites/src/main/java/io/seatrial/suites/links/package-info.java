/**
 * Is every link up, at the speed that was declared.
 * Limits and parameters stand in {@code criteria.yaml}.
 * It must not know how anything is measured.
 */
package io.seatrial.suites.links;
