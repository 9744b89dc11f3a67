package io.seatrial.criteria.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of the domain notes, oversubscription. */
class CutTest {
    private static Cut cut(String ratio, String leaving) {
        return new Cut("leaf-spine", new BigDecimal(ratio), new BigDecimal(leaving));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0,      1.000000",
        "1, 0.5,    1.000000",
        "1, 1,      1.000000",
        "2, 1.0,    0.500000",
        "2, 0.5,    1.000000",
        "3, 1.0,    0.333333",
        "7, 1.0,    0.142857",
        "2, 0.0625, 1.000000",
    })
    void keeps_the_table(String ratio, String leaving, String share) {
        assertThat(cut(ratio, leaving).share().setScale(6, RoundingMode.HALF_UP))
                .isEqualTo(new BigDecimal(share));
    }

    @Test
    void a_ring_in_the_order_of_the_leaves_loses_nothing() {
        BigDecimal leaving = Cut.leaving(Cut.Order.BY_LEAF, 16, 128);
        assertThat(leaving).isEqualByComparingTo("0.0625");
        assertThat(new Cut("leaf-spine", BigDecimal.valueOf(2), leaving).binds())
                .isFalse();
    }

    @Test
    void a_ring_in_random_order_is_nearly_halved() {
        BigDecimal leaving = Cut.leaving(Cut.Order.RANDOM, 16, 128);
        assertThat(leaving.setScale(6, RoundingMode.HALF_UP)).isEqualTo(new BigDecimal("0.881890"));
        assertThat(new Cut("leaf-spine", BigDecimal.valueOf(2), leaving).share().setScale(4, RoundingMode.HALF_UP))
                .isEqualTo(new BigDecimal("0.5670"));
    }

    @Test
    void nothing_leaves_a_leaf_that_holds_everybody() {
        assertThat(Cut.leaving(Cut.Order.BY_LEAF, 4, 4)).isZero();
        assertThat(Cut.leaving(Cut.Order.RANDOM, 4, 4)).isZero();
    }

    /** One of 32 uplinks costs 3.2 % more oversubscription. */
    @Test
    void a_failed_uplink_raises_the_ratio() {
        assertThat(cut("1", "1").ratioWithout(1, 32).setScale(4, RoundingMode.HALF_UP))
                .isEqualTo(new BigDecimal("1.0323"));
    }

    @Test
    void a_ratio_of_zero_is_none() {
        assertThatThrownBy(() -> cut("0", "1"))
                .hasMessageContaining("leaf-spine")
                .hasMessageContaining("ratio > 0");
    }
}
