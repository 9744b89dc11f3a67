/**
 * JUnit and AssertJ: the annotations, the injected things and the assertions that suites are written with, and the launch of suites.
 * It is the only door that suites use, beside JUnit's own annotations and the types that stand in a test's signature.
 * It must not know how anything is measured.
 */
package io.seatrial.testkit;
