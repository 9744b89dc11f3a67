/**
 * Which of several runs proves what: a cluster may arrive rack by rack, and what failed may be repaired and run again.
 * What no run asked stays visible as not covered, and is never taken for passed.
 * It must not know where runs are kept, nor how they are shown.
 */
package io.seatrial.criteria.proof;
