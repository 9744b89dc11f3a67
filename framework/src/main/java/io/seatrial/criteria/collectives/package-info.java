/**
 * What collectives can give at most, what shape their curves have, what a step gains from a faster one, and what the log of a library proves of
 * the way its data took. Pure: numbers and logs as they were read and what the inventory declares in, findings out. It must not know files,
 * connections or how ranks are started.
 */
package io.seatrial.criteria.collectives;
