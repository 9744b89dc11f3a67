/**
 * Says what a run came to: sentences, tables, pages, pictures, Allure results, JUnit XML and the last lines on the terminal.
 * Everything is made from one {@link io.seatrial.report.RunReport} and from message bundles, and escapes what it did not write itself.
 * It must not know connections, nor judge: it shows verdicts that others reached.
 */
package io.seatrial.report;
