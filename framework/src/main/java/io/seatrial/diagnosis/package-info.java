/**
 * From verdicts over flows, and over what links, ports and switches count, to ranked suspects and the measurements that would decide. Pauses
 * are followed to who pauses, what most ports of a switch count is blamed on the switch, bad flows vote for the links that they cross and good
 * flows clear them; what cannot be told apart is named together. It must not know connections or texts: it is pure, and the same verdicts give
 * the same suspects in the same order.
 */
package io.seatrial.diagnosis;
