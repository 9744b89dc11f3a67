package io.seatrial.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Direction;
import java.util.List;
import org.junit.jupiter.api.Test;

class RobustTest {
    /** Domain notes, comparing with a baseline, in units of 0.05: median 196.1, MAD 0.15. */
    private static final List<Long> NOTED =
            List.of(3922L, 3926L, 3918L, 3924L, 3920L, 3928L, 3922L, 3916L, 3924L, 3760L);

    @Test
    void median_and_mad_are_those_of_the_noted_vector() {
        assertThat(Robust.median(NOTED)).isEqualTo(3922);
        assertThat(Robust.mad(NOTED)).isEqualTo(3);
        assertThat(Robust.madSigma(NOTED)).isEqualTo(4);
    }

    @Test
    void the_median_of_two_large_values_does_not_overflow() {
        assertThat(Robust.median(List.of(Long.MAX_VALUE, Long.MAX_VALUE - 2))).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void equal_values_have_a_mad_of_zero() {
        assertThat(Robust.mad(List.of(7L, 7L, 7L, 9L))).isZero();
    }

    @Test
    void there_is_no_median_of_nothing() {
        assertThatThrownBy(() -> Robust.median(List.of())).hasMessageContaining("at least one value");
    }

    @Test
    void quantiles_are_values_that_were_seen() {
        List<Long> values = List.of(40L, 10L, 30L, 20L);
        assertThat(Robust.quantile(values, 250_000)).isEqualTo(10);
        assertThat(Robust.quantile(values, 250_001)).isEqualTo(20);
        assertThat(Robust.quantile(values, 1_000_000)).isEqualTo(40);
    }

    @Test
    void a_tolerance_is_the_larger_of_share_and_floor_on_the_worse_side() {
        Tolerance tolerance = new Tolerance(100_000, 300);
        assertThat(tolerance.edge(10_000, Direction.LOWER_IS_BETTER)).isEqualTo(11_000);
        assertThat(tolerance.edge(10_000, Direction.HIGHER_IS_BETTER)).isEqualTo(9_000);
        assertThat(tolerance.edge(1_000, Direction.LOWER_IS_BETTER)).isEqualTo(1_300);
        assertThat(tolerance.edge(100, Direction.HIGHER_IS_BETTER)).isZero();
    }

    @Test
    void a_share_of_a_terabit_does_not_overflow() {
        assertThat(new Tolerance(999_999, 0).room(1_600_000_000_000L)).isEqualTo(1_599_998_400_000L);
    }

    @Test
    void a_tolerance_of_everything_is_refused() {
        assertThatThrownBy(() -> new Tolerance(1_000_000, 0)).hasMessageContaining("share < 100 %");
    }
}
