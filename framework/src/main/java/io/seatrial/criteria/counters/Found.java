package io.seatrial.criteria.counters;

import io.seatrial.measurement.Message;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

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
     * No number, but what it lies between: what was seen counts against a limit, what is unknown keeps it from passing.
     *
     * @param least at least this much was seen, in the unit of the metric; 0 where nothing was
     * @param most it cannot be more than this; empty where nobody knows
     * @param why it is not known exactly
     */
    record Between(long least, OptionalLong most, String where, Message why, Map<String, Long> details)
            implements Found {
        public Between {
            Objects.requireNonNull(where, "where");
            Objects.requireNonNull(why, "why");
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
