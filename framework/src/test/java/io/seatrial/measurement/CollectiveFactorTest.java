package io.seatrial.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** f(n) of nccl-tests, and rows that users published. */
class CollectiveFactorTest {
    @ParameterizedTest
    @CsvSource({
        "2,    1.0,         0.5",
        "3,    1.333333,    0.666667",
        "4,    1.5,         0.75",
        "8,    1.75,        0.875",
        "16,   1.875,       0.9375",
        "32,   1.9375,      0.96875",
        "64,   1.96875,     0.984375",
        "128,  1.984375,    0.9921875",
        "256,  1.9921875,   0.99609375",
        "1024, 1.998046875, 0.9990234375",
    })
    void factors_are_those_of_the_table(int ranks, BigDecimal reduce, BigDecimal share) {
        assertThat(rounded(Collective.ALL_REDUCE, ranks, reduce)).isEqualByComparingTo(reduce);
        assertThat(rounded(Collective.ALL_GATHER, ranks, share)).isEqualByComparingTo(share);
        assertThat(rounded(Collective.REDUCE_SCATTER, ranks, share)).isEqualByComparingTo(share);
        assertThat(rounded(Collective.ALL_TO_ALL, ranks, share)).isEqualByComparingTo(share);
    }

    private static BigDecimal rounded(Collective collective, int ranks, BigDecimal like) {
        return collective.busFactor(ranks).setScale(like.scale(), java.math.RoundingMode.HALF_UP);
    }

    @ParameterizedTest
    @EnumSource(
            value = Collective.class,
            names = {"BROADCAST", "SEND_RECV"})
    void what_passes_everything_on_has_the_factor_one(Collective collective) {
        assertThat(collective.busFactor(7)).isEqualByComparingTo("1");
    }

    @Test
    void one_rank_alone_has_no_bus_bandwidth() {
        assertThat(Collective.ALL_REDUCE.busBandwidth(1 << 30, 1_000_000, 1)).isZero();
    }

    /** Size, time, busbw in GB/s as printed, ranks as they ran. */
    @ParameterizedTest
    @CsvSource({
        "8589934592,  34280,   469.84, 16",
        "1073741824,  4478.8,  449.51, 16",
        "8589934592,  84948.7, 189.60, 16",
        "8589934592,  43980,   386.56, 96",
        "8589934592,  20299,   834.57, 72",
        "17179869184, 42067,   810.41, 128",
        "17179869184, 84625,   405.74, 1440",
    })
    void published_rows_have_the_bus_bandwidth_that_they_print(
            long bytes, BigDecimal micros, String printed, int ranks) {
        long nanos = micros.movePointRight(3).longValueExact();
        double seen = Collective.ALL_REDUCE.busBandwidth(bytes, nanos, ranks) / 1e9;
        // times are rounded to five digits, half a unit of 20299 us is 0.02 GB/s
        assertThat(seen).isCloseTo(Double.parseDouble(printed), org.assertj.core.data.Offset.offset(0.03));
    }
}
