/**
 * The pages that people read in a browser: the summary of a run and the coverage table, self-contained, without scripts, readable on a phone
 * and on paper.
 * Everything foreign is escaped at one place, {@link io.seatrial.report.page.Html}.
 * It must not know Allure, nor where the pages are kept.
 */
package io.seatrial.report.page;
