/**
 * What pages and pictures show of congestion: counters of ports over time and over named windows, and both ends of each link beside each other.
 * Numbers that nobody knows keep their cause all the way into the picture; nothing here judges, and an order is only an order.
 * It must not know archives, agents or switches: it takes series, windows and links.
 */
package io.seatrial.report.congestion;
