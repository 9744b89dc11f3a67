/**
 * The signed record for people: its sentences, its last lines on the terminal, and its page printed to PDF.
 * Everything is made from one {@link io.seatrial.archive.signoff.SignOffRecord}, so that page, print and terminal cannot disagree.
 * It must not know how a record is signed or checked.
 */
package io.seatrial.report.signoff;
