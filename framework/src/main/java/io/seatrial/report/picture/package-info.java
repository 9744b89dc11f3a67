/**
 * Pictures as SVG: distributions, heat maps, bars, ports over time, maps of switch ports. The same numbers give the same bytes; every picture has a title and a description for
 * screen readers, and tells lines apart by dash as well as by colour.
 * It must not know runs, verdicts or pages: it draws numbers with names.
 */
package io.seatrial.report.picture;
