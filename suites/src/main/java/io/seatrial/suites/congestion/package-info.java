/** Whether the fabric holds traffic up: pauses, marks, losses and the health of links, counted at both ends of every link while others measure. */
package io.seatrial.suites.congestion;
