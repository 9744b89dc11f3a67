package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.baseline.statistics.Ledger.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Years of nights of ten thousand links, judged as a run is judged: {@code mvn -Pyear -pl framework -am verify}. The world stands in
 * {@code simulated-nights.properties}; the table is printed and kept in suites/BASELINES.md. It takes minutes, so it is run by hand when
 * the statistics change; {@link ShortYearTest} runs a small part with every build.
 */
@Tag("year")
class YearTest {
    private static final int YEARS = 13;
    private static final long SEED = 20_260;

    @Test
    void healthy_nights_are_quiet_and_slow_links_are_found_as_often_as_planned() {
        Ledger ledger = SimulatedYear.run(SimulatedNights.World.read(), YEARS, SEED);
        System.out.println(ledger.table());
        assertThat(ledger.nights()).isGreaterThanOrEqualTo(4_000);
        for (double tolerance : SimulatedYear.TOLERANCES) {
            assertThat(ledger.upperBoundOfAlarms(tolerance))
                    .as("false alarms at a tolerance of %s", tolerance)
                    .isLessThanOrEqualTo(0.01);
        }
        assertThat(ledger.trials()).isNotEmpty();
        ledger.trials()
                .forEach((name, trial) -> assertThat(trial.predicted())
                        .as("predicted power, %s", name)
                        .isBetween(trial.interval().low(), trial.interval().high()));
        for (Kind kind : Kind.values()) {
            assertThat(ledger.trial(kind, 0.05, 0.01).share()).as("%s", kind).isGreaterThanOrEqualTo(0.8);
        }
    }
}
