/**
 * Is every cable plugged where the inventory says.
 * Whether it is asked stands in {@code criteria.yaml}.
 * It must not know how switches are read.
 */
package io.seatrial.suites.cabling;
