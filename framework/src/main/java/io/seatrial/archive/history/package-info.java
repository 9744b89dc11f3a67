/**
 * What runs came to over months, in one database: SQLite in a file, or PostgreSQL for a team, with the same tables. It is filled from the
 * folders of runs and can be thrown away and filled again; the folders alone are evidence.
 * It must not know how to connect to hosts, nor what a value means for a verdict.
 */
package io.seatrial.archive.history;
