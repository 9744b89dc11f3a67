package io.seatrial.report.congestion;

import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * One fact of a link as both of its ends tell it.
 *
 * @param fact what is counted
 * @param way in which it went
 * @param a what end a says
 * @param b what end b says
 * @param agreement whether they say the same
 */
public record Pairing(Fact fact, Way way, Tally a, Tally b, Agreement agreement) {
    /** What is counted; the order is that of the table. */
    public enum Fact {
        PACKETS(Unit.COUNT),
        PAUSE_FRAMES(Unit.COUNT),
        /** Time paused, of the lossless priority. */
        PAUSE_TIME(Unit.NANOSECONDS),
        /** Packets with Congestion Experienced. */
        MARKS(Unit.COUNT),
        DROPS(Unit.COUNT),
        ERRORS(Unit.COUNT);

        private final Unit unit;

        Fact(Unit unit) {
            this.unit = unit;
        }

        /** Return the unit of its amounts. */
        public Unit unit() {
            return unit;
        }
    }

    /** Which way packets, or pause frames, went; {@code EACH} where each end speaks of itself. */
    public enum Way {
        A_TO_B,
        B_TO_A,
        EACH
    }

    /** What comes of the comparison. */
    public enum Agreement {
        AGREE,
        DIFFER,
        /** One end alone tells: its zero certifies nothing. */
        ONE_SIDED,
        /** Neither end tells. */
        UNKNOWN,
        /** The ends count different things. */
        NOT_COMPARABLE
    }

    public Pairing {
        Objects.requireNonNull(fact, "fact");
        Objects.requireNonNull(way, "way");
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Objects.requireNonNull(agreement, "agreement");
    }

    /**
     * Compare two ends that count the same thing: beyond 1 % and what comes in one refresh interval of the slower source they differ.
     *
     * @param length of the window
     */
    static Pairing compared(Fact fact, Way way, Tally a, Tally b, Duration length) {
        return new Pairing(fact, way, a, b, agreement(a, b, length));
    }

    private static Agreement agreement(Tally a, Tally b, Duration length) {
        return told(a, b).orElseGet(() -> near(a, b, length) ? Agreement.AGREE : Agreement.DIFFER);
    }

    /** Say who tells it, empty where both do. */
    static Optional<Agreement> told(Tally a, Tally b) {
        if (a.amount().isPresent() && b.amount().isPresent()) {
            return Optional.empty();
        }
        boolean none = a.amount().isEmpty() && b.amount().isEmpty();
        return Optional.of(none ? Agreement.UNKNOWN : Agreement.ONE_SIDED);
    }

    private static boolean near(Tally a, Tally b, Duration length) {
        long most = Math.max(a.amount().getAsLong(), b.amount().getAsLong());
        Duration slower = a.refresh().compareTo(b.refresh()) > 0 ? a.refresh() : b.refresh();
        double allowed = most * (0.01 + (double) slower.toNanos() / Math.max(1, length.toNanos()));
        long apart = Math.abs(a.amount().getAsLong() - b.amount().getAsLong());
        return apart <= allowed;
    }
}
