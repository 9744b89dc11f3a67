/**
 * Reaches hosts over SSH with one client for a whole run: known keys only, one session per host, one session per bastion.
 * Everything waits on futures; no thread belongs to a host or a channel.
 * It must not know what is run on a host, nor read {@code ~/.ssh/config}.
 */
package io.seatrial.transport.ssh;
