/**
 * What earlier runs say of what moved, as the report shows it: pictures and the sentences beside them.
 * It must not know the store, only what the store answered.
 */
package io.seatrial.report.trends;
