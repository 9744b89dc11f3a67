/**
 * What collectives gave over their sizes, for people: which groups were worst, how far from their bound, and their curves as pictures and
 * as text. Data comes in measured and judged. It must not know where measurements or verdicts come from.
 */
package io.seatrial.report.collectives;
