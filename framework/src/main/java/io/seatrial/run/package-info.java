/**
 * One run from its lease to its close: contacts with the hosts, rounds, retests, budget, resume, and the three forms of
 * {@link io.seatrial.run.Testbed}: planning, live and replay.
 * It must not know JUnit or Allure.
 */
package io.seatrial.run;
