/**
 * The last run of each cluster as gauges, for Prometheus and what draws from it: in base units, in the text formats of a maintained library.
 * It must not know where the text goes, nor the store it comes from.
 */
package io.seatrial.report.openmetrics;
