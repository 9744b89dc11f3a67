/**
 * One folder per run: what was asked, every finished round, the hosts, the journal, the verdicts, sealed by a manifest; appended, never rewritten.
 * A crash at any byte loses at most the round that was open.
 * It must not know how to connect to hosts.
 */
package io.seatrial.archive;
