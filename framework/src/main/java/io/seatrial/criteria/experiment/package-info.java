/**
 * What a tuning experiment declares: the factor, its levels with the commands that set and restore them, what must stay fixed, and in which
 * order blocks are measured. Pure: the same seed gives the same order. It must not know hosts, connections or how anything is measured.
 */
package io.seatrial.criteria.experiment;
