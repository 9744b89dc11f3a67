package io.seatrial.measurement;

import java.time.LocalDate;
import java.util.Objects;
import java.util.Optional;

/** What a criterion says of one subject. Missing evidence is {@link NotProven}, never {@link Pass}. */
public sealed interface Verdict {
    /** Return what is to be said. */
    Message message();

    /** Return the numbers behind it, where there are some. */
    Optional<Evidence> evidence();

    /**
     * The criterion is kept.
     *
     * @param watch a remark worth a look (a warn limit crossed, a retest needed); never in the exit status
     */
    record Pass(Message message, Optional<Evidence> evidence, Optional<Message> watch) implements Verdict {
        public Pass {
            Objects.requireNonNull(message, "message");
        }
    }

    /** The fabric is bad. */
    record Fail(Message message, Optional<Evidence> evidence) implements Verdict {
        public Fail {
            Objects.requireNonNull(message, "message");
        }
    }

    /** There is not enough evidence to tell. */
    record NotProven(Message message, Optional<Evidence> evidence) implements Verdict {
        public NotProven {
            Objects.requireNonNull(message, "message");
        }
    }

    /**
     * It would fail (or be not proven), and people accepted that for a time.
     *
     * @param ticket where the reason is kept
     * @param expires last day on which the waiver applies
     * @param instead the verdict without the waiver
     */
    record Waived(Message message, Optional<Evidence> evidence, String ticket, LocalDate expires, Verdict instead)
            implements Verdict {
        public Waived {
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(ticket, "ticket");
            Objects.requireNonNull(expires, "expires");
            Objects.requireNonNull(instead, "instead");
        }
    }
}
