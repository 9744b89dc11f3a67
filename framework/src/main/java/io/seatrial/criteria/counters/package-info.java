/**
 * What counters say of a link, or of all links together, over a window: pause shares, marked ratios, losses, errors, each as one number with
 * the place where it was counted, or with the reason why there is none. Pure: readings and windows in, numbers out. It must not know limits,
 * where readings come from, or tests.
 */
package io.seatrial.criteria.counters;
