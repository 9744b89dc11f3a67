/**
 * The cluster as people declare it: {@code cluster.yaml} read into records, refused with file and line where it is wrong.
 * Everything that has a name in a report has it from here.
 * It must not know how to reach anything.
 */
package io.seatrial.inventory;
