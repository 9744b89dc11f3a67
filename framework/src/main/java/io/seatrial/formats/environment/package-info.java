/**
 * Reads where environment variables are set: what {@code env} prints, {@code nccl.conf}, {@code /proc/PID/environ}, launch scripts and
 * manifests, as assignments with the line that they stand in. What only a shell or a cluster can fill in is said to be unknown.
 * It must not know what a variable means, nor whether a value is good.
 */
package io.seatrial.formats.environment;
