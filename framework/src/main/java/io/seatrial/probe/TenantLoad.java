package io.seatrial.probe;

import io.seatrial.plan.Tenants;
import java.util.Objects;

/**
 * How a neighbour loads the fabric while a collective is measured.
 *
 * @param kind what the neighbour does
 * @param bytes of one of its messages; of all-to-all what a rank sends in one operation
 * @param rounds how often the collective is measured, alone and beside the neighbour, in turn
 * @param tenants who they are
 */
public record TenantLoad(Kind kind, long bytes, int rounds, Tenants tenants) {
    /** A median of fewer is none. */
    public static final int FEWEST_ROUNDS = 3;

    public static final int MOST_ROUNDS = 100;

    /** What a neighbour does. */
    public enum Kind {
        /** All its ports of a rail send to one of them. */
        INCAST("incast"),
        /** Everybody sends to everybody, as mixtures of experts do. */
        ALL_TO_ALL("all-to-all");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Return the name used in files and conditions. */
        public String text() {
            return text;
        }
    }

    public TenantLoad {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(tenants, "tenants");
        if (bytes < 1 || rounds < FEWEST_ROUNDS || rounds > MOST_ROUNDS) {
            throw new IllegalArgumentException("tenants: expected messages of 1 B or more and " + FEWEST_ROUNDS + ".."
                    + MOST_ROUNDS + " rounds, got " + bytes + " B and " + rounds);
        }
    }
}
