package io.seatrial.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The circle method: in {@code n - 1} rounds (n even) or {@code n} rounds (n odd, one bye each) everybody meets everybody once. The first
 * stays, the others move on by one; partners are those at equal distance from the two ends.
 */
record Circle(int size) {
    /** Two positions that meet. */
    record Pair(int first, int second) {}

    Circle {
        if (size < 0) {
            throw new IllegalArgumentException("circle: expected 0 or more, got " + size);
        }
    }

    int rounds() {
        return size < 2 ? 0 : seats() - 1;
    }

    /**
     * Return the pairs of one round.
     *
     * @param round from 0
     */
    List<Pair> pairs(int round) {
        List<Pair> pairs = new ArrayList<>(size / 2);
        for (int seat = 0; seat < seats() / 2; seat++) {
            int first = at(seat, round);
            int second = at(seats() - 1 - seat, round);
            if (first < size && second < size) {
                pairs.add(new Pair(first, second));
            }
        }
        return pairs;
    }

    private int seats() {
        return size + size % 2;
    }

    /** Who sits there after so many moves; with an odd number the seat beyond the last is the bye. */
    private int at(int seat, int round) {
        return seat == 0 ? 0 : Math.floorMod(seat - 1 - round, seats() - 1) + 1;
    }
}
