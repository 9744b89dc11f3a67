/**
 * From verdicts over flows to ranked suspects, named down to host and device or to a link, and the measurements that would decide.
 * Bad flows vote for the links that they cross and good flows clear them; links that the flows cannot tell apart are named together.
 * It must not know connections or texts: it is pure, and the same verdicts give the same suspects in the same order.
 */
package io.seatrial.diagnosis;
