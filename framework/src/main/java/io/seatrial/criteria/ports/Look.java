package io.seatrial.criteria.ports;

import io.seatrial.measurement.Message;
import java.util.Objects;
import java.util.Optional;

/** What a rule makes of what was read of a port. */
public sealed interface Look {
    /**
     * It is known how the port is set.
     *
     * @param seen for people
     * @param alike equal with every port that is set alike along a path, or in a class
     * @param expected what is meant, for people
     * @param fits whether it is as it is meant to be
     * @param undecided why it cannot be said that it fits, though nothing speaks against it
     */
    record Known(String seen, String alike, String expected, boolean fits, Optional<Message> undecided)
            implements Look {
        public Known {
            Objects.requireNonNull(seen, "seen");
            Objects.requireNonNull(alike, "alike");
            Objects.requireNonNull(expected, "expected");
            Objects.requireNonNull(undecided, "undecided");
        }

        Known(String seen, String expected, boolean fits) {
            this(seen, seen, expected, fits, Optional.empty());
        }

        /** Tell whether it is known to be as it is meant to be. */
        public boolean surelyFits() {
            return fits && undecided.isEmpty();
        }
    }

    /** It is not. */
    record Unknown(Message why) implements Look {
        public Unknown {
            Objects.requireNonNull(why, "why");
        }
    }
}
