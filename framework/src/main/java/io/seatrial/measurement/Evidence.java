package io.seatrial.measurement;

import java.util.Optional;

/**
 * The numbers behind a verdict, for tables and for ranking the worst.
 *
 * @param seen the judged value
 * @param limit the fail edge it was held against, where there is one
 * @param baseline the learned reference, where one was used
 * @param better the good direction
 * @param provisional why the limit is only provisional (weak evidence, not approved), where it is
 */
public record Evidence(
        Quantity seen,
        Optional<Quantity> limit,
        Optional<Quantity> baseline,
        Direction better,
        Optional<Message> provisional) {
    /** Make evidence whose limit, if any, is well founded. */
    public Evidence(Quantity seen, Optional<Quantity> limit, Optional<Quantity> baseline, Direction better) {
        this(seen, limit, baseline, better, Optional.empty());
    }

    /**
     * Return how near the value is to its limit: 1 at the limit, above 1 beyond it, below 1 inside; 0 where there is no limit.
     * Used for ranking only.
     */
    public double severity() {
        if (limit.isEmpty()) {
            return 0;
        }
        double edge = Math.max(1, limit.get().value());
        double value = Math.max(1, seen.value());
        return better == Direction.LOWER_IS_BETTER ? value / edge : edge / value;
    }
}
