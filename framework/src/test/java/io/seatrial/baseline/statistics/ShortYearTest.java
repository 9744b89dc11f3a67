package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.baseline.statistics.Ledger.Interval;
import io.seatrial.baseline.statistics.Ledger.Kind;
import org.junit.jupiter.api.Test;

/** A small part of {@link YearTest} for every build, with fixed seeds: some leaves, some weeks. */
class ShortYearTest {
    private static final SimulatedNights.World SMALL =
            SimulatedNights.World.read().with("links", 320).with("nights", 80).with("firmware-night", 41);

    @Test
    void a_few_healthy_weeks_are_quiet_and_slow_links_are_found() {
        Ledger ledger = SimulatedYear.run(SMALL, 3, 1);
        assertThat(ledger.nights()).isEqualTo(3 * (80 - 2 * 15));
        for (double tolerance : SimulatedYear.TOLERANCES) {
            assertThat(ledger.alarms(tolerance))
                    .as("at a tolerance of %s", tolerance)
                    .isZero();
        }
        for (Kind kind : Kind.values()) {
            assertThat(ledger.trial(kind, 0.10, 0.01).share()).as("%s", kind).isEqualTo(1);
            assertThat(ledger.trial(kind, 0.10, 0.05).share()).as("%s", kind).isEqualTo(1);
            assertThat(ledger.trial(kind, 0.05, 0.01).share()).as("%s", kind).isGreaterThan(0.8);
        }
        assertThat(ledger.table()).contains("150 healthy nights, 6 baselines", "| 1 % | 0 |");
    }

    @Test
    void the_interval_of_a_count_is_that_of_clopper_and_pearson() {
        Interval none = Interval.of(0, 4_000, 0.90);
        assertThat(none.low()).isZero();
        // Rule of three: 3.0 / 4000.
        assertThat(none.high()).isBetween(0.00074, 0.00075);
        Interval half = Interval.of(5, 10, 0.95);
        assertThat(half.low()).isBetween(0.1870, 0.1872);
        assertThat(half.high()).isBetween(0.8128, 0.8130);
        assertThat(Interval.of(10, 10, 0.95).high()).isEqualTo(1);
    }
}
