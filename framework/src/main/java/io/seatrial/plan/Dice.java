package io.seatrial.plan;

import java.util.Random;
import java.util.SplittableRandom;

/** Chance by seed. Neighbouring seeds give {@link Random} nearly the same first numbers; mixing them first does not. */
final class Dice {
    private Dice() {}

    static Random of(long seed) {
        return new Random(new SplittableRandom(seed).nextLong());
    }
}
