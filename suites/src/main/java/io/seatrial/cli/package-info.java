/**
 * The command line: options in, exit status out; composes the rooms into the path of a run.
 * It may reach every room; nobody reaches it.
 * It must not judge or measure anything itself.
 */
package io.seatrial.cli;
