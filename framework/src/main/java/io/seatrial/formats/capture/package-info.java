/**
 * Reads captures of packet headers: the container that tcpdump writes, the headers of RoCEv2 in it, and what they tell of a flow: congestion
 * marks and notifications, refusals, packets that were sent again. Bytes in, records out; payload is never looked at.
 * It must not know who captured, nor whether a number is good.
 */
package io.seatrial.formats.capture;
