/**
 * What collectives can give at most, what shape their curves have, and what a step gains from a faster one. Pure arithmetic over numbers that
 * were declared or measured. It must not know files, connections or how ranks are started.
 */
package io.seatrial.criteria.collectives;
