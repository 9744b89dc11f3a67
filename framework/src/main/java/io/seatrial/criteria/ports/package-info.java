/**
 * What settings of ports say: how each port treats classes of traffic and congestion, in words that can be held against what is meant, against
 * the next port of a path, and against a class. Pure: settings in, words out. It must not know limits, where settings come from, or tests.
 */
package io.seatrial.criteria.ports;
