/**
 * What the log of a collective library proves of the fabric: which network, NICs, rails and versions it really used, and what failed.
 * Pure: logs as they were read and what the inventory declares in, findings out. It must not know files, connections or tests.
 */
package io.seatrial.criteria.collectives;
