/**
 * Learned references: what a flow and its class measured in runs that people accepted, keyed by ask, metric and conditions.
 * Proposes, accepts, reads and writes {@code baseline.json}, and holds the robust statistics that comparing needs.
 * It must not know connections, declared limits or verdicts: it is pure, and a run never becomes a reference by merely not failing.
 */
package io.seatrial.baseline;
