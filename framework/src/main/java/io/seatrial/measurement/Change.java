package io.seatrial.measurement;

import java.util.Objects;

/** By how much a counter grew over a window, or why nobody can tell. What cannot be told is never 0. */
public sealed interface Change {
    /**
     * It is known.
     *
     * @param amount in the unit of the counter; 0 or more
     * @param covered what the two readings span: the window and what is beside it up to the readings
     */
    record Known(long amount, TimeWindow covered) implements Change {
        public Known {
            Objects.requireNonNull(covered, "covered");
            if (amount < 0) {
                throw new IllegalArgumentException("change: expected 0 or more, got " + amount);
            }
        }
    }

    /** Nobody can tell. */
    record Unknown(Why why) implements Change {
        public Unknown {
            Objects.requireNonNull(why, "why");
        }
    }

    /** Why a change is not known. */
    enum Why {
        /** There is no such counter in this source. */
        ABSENT("counter.absent"),
        /** There is no reading before the window, or none after it. */
        NOT_SAMPLED("counter.not-sampled"),
        /** The window is shorter than {@value CounterSeries#REFRESHES} refresh intervals of the source. */
        TOO_SHORT("counter.too-short"),
        /** The counter went backwards or vanished meanwhile: its owner began anew. */
        RESET("counter.reset"),
        /** It stood still although what it counts went by: nobody renews it. */
        FROZEN("counter.frozen");

        private final String key;

        Why(String key) {
            this.key = key;
        }

        /** Return the key of its text. */
        public String key() {
            return key;
        }
    }
}
