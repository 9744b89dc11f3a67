package io.seatrial.criteria.counters;

import io.seatrial.measurement.Message;
import java.util.Map;
import java.util.Objects;

/** What a formula made of counters. */
public sealed interface Found {
    /** Return the numbers behind it, by name, in base units; shown and never judged. */
    Map<String, Long> details();

    /**
     * A number.
     *
     * @param value in the unit of the metric
     * @param where port, direction, priority and source that it was counted at, for people
     */
    record Value(long value, String where, Map<String, Long> details) implements Found {
        public Value {
            Objects.requireNonNull(where, "where");
            details = Map.copyOf(details);
        }
    }

    /**
     * No number, but a bound: the true value lies between 0 and it.
     *
     * @param bound in the unit of the metric
     */
    record AtMost(long bound, String where, Map<String, Long> details) implements Found {
        public AtMost {
            Objects.requireNonNull(where, "where");
            details = Map.copyOf(details);
        }
    }

    /**
     * Nothing can be said.
     *
     * @param why in full
     * @param idle whether there was merely too little traffic to say anything: another window may tell
     */
    record Nothing(Message why, boolean idle, Map<String, Long> details) implements Found {
        public Nothing {
            Objects.requireNonNull(why, "why");
            details = Map.copyOf(details);
        }

        /** Make one without numbers. */
        public Nothing(Message why) {
            this(why, false, Map.of());
        }
    }
}
