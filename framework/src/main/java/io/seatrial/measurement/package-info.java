/**
 * The words of a result: metric, unit, direction, sample, histogram, subject, conditions, provenance, setting, survey, verdict.
 * Every other room speaks in them.
 * It must not know where numbers come from: no connection, no probe, no file, no test framework.
 */
package io.seatrial.measurement;
