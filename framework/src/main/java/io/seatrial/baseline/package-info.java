/**
 * Learned references: what subjects and their classes gave in runs that people accepted, keyed by ask, metric and every condition that is known.
 * Proposes, accepts, reads and writes {@code baseline.json}, and holds the robust statistics that comparing needs.
 * It must not know connections, declared limits or verdicts: it is pure, and a run never becomes a reference by merely not failing.
 */
package io.seatrial.baseline;
