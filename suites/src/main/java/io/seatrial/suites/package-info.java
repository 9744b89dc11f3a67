/**
 * The acceptance suites, by question; each asks once and judges per subject. {@link io.seatrial.suites.Suites} lists them.
 * They are written with {@code io.seatrial.testkit} alone, beside JUnit's own annotations and the types that stand in a test's signature.
 * They must not know how anything is measured, nor any number: limits and parameters stand in {@code criteria.yaml}.
 */
package io.seatrial.suites;
