/**
 * What is asked of a cluster and whether it is kept: reads {@code criteria.yaml} and {@code waivers.yaml}, judges a whole survey at once
 * with one verdict per subject, and joins the verdicts to one answer.
 * Missing evidence is never a pass here, and a limit that physics forbids is refused before anything is measured.
 * It must not know connections, probes or JUnit: it is pure.
 */
package io.seatrial.criteria;
