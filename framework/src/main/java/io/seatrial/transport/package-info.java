/**
 * Starts commands and moves files on a host, over SSH or on this machine, and keeps the journal of what was changed there.
 * A failure of one host is a {@link io.seatrial.transport.TransportException} with its cause in full and never the end of a run.
 * It must not know RDMA or probes.
 */
package io.seatrial.transport;
