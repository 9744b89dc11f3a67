/**
 * Asks whether the fabric stays as it is under load that lasts for hours. Each ask is repeated round by round, and judged over time. Must not know
 * how long that is: criteria.yaml and the command line say it.
 */
package io.seatrial.suites.stability;
