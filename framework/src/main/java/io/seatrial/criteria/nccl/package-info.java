/**
 * Judges the environment of NCCL: what each variable that is set will really do in a release, and what was probably meant. The facts stand in
 * the tables {@code variables.txt}, {@code names.txt} and {@code other-readers.txt} beside it, the sentences in {@code sentences.properties}.
 * It must not know where an environment was read: it is pure.
 */
package io.seatrial.criteria.nccl;
