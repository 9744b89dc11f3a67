/**
 * Runs commands and moves files on this machine, as the SSH transport does on another one.
 * What was started is ended with its children when it is let go of.
 * It must not know hosts other than by name.
 */
package io.seatrial.transport.local;
