/**
 * Do ranks together get what the links between them carry, from one host up to everybody.
 * Limits and parameters stand in {@code criteria.yaml}.
 * It must not know what runs a collective.
 */
package io.seatrial.suites.collectives;
