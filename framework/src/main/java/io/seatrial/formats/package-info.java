/**
 * Reads what tools, switches and logs print into records: one file per format, pure text in, records out, {@link io.seatrial.formats.Formats}
 * is the list. In every record null means that the text does not tell (N/A, a dash, cut off, not printed); it never becomes 0.
 * It must not know connections, nor whether a number is good.
 */
package io.seatrial.formats;
