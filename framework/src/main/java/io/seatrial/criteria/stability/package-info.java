/**
 * Tells whether what is measured again and again over hours stays as it is: steps, slopes and dips, each with the moment at which it set in. Works
 * on series of rounds and their times alone. Must not know how rounds are run or where they are kept.
 */
package io.seatrial.criteria.stability;
