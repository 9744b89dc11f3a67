package io.seatrial.formats.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterChangeTest {
    private static BigInteger number(String text) {
        return text == null ? null : new BigInteger(text);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            WRAPS_64, 5,                    12,                   7,  ,    COUNTED
            WRAPS_64, 5,                    5,                    0,  ,    COUNTED
            WRAPS_64, 18446744073709551610, 5,                    11, ,    WRAPPED
            WRAPS_64, 4088353,              184,                  ,   184, RESET
            WRAPS_64, 9007199254740992,     9007199254740993,     1,  ,    COUNTED
            WRAPS_32, 4294967290,           5,                    11, ,    WRAPPED
            WRAPS_32, 1000,                 3,                    ,   3,   RESET
            STAYS_32, 4294967290,           4294967295,           ,   5,   SATURATED
            STAYS_16, 65535,                65535,                ,   0,   SATURATED
            STAYS_16, 65533,                65534,                1,  ,    COUNTED
            STAYS_8,  250,                  255,                  ,   5,   SATURATED
            STAYS_8,  255,                  3,                    ,   3,   RESET
            STAYS_4,  14,                   15,                   ,   1,   SATURATED
            WRAPS_64, ,                     7,                    ,   ,    APPEARED
            WRAPS_64, 7,                    ,                     ,   ,    VANISHED
            WRAPS_64, ,                     ,                     ,   ,    ABSENT
            """)
    void tells_what_was_counted(
            CounterKind kind, String before, String after, String difference, String atLeast, CounterChange.How how) {
        assertThat(CounterChange.between(kind, number(before), number(after)))
                .isEqualTo(new CounterChange(number(difference), number(atLeast), how));
    }

    @Test
    void a_bound_tells_a_reset_of_a_short_counter_from_a_wrap() {
        BigInteger before = number("3000000000");
        BigInteger after = number("100");
        assertThat(CounterChange.between(CounterKind.WRAPS_32, before, after).how())
                .isEqualTo(CounterChange.How.WRAPPED);
        assertThat(CounterChange.between(CounterKind.WRAPS_32, before, after, number("1000000"))
                        .how())
                .isEqualTo(CounterChange.How.RESET);
    }

    @Test
    void a_value_beyond_its_range_is_never_a_wrap() {
        assertThat(CounterChange.between(CounterKind.WRAPS_32, number("8589934592"), number("1"))
                        .how())
                .isEqualTo(CounterChange.How.RESET);
    }

    @Test
    void a_series_adds_up_only_where_every_step_is_known() {
        List<BigInteger> wraps = List.of(number("18446744073709551610"), number("5"), number("9"));
        assertThat(CounterChange.sum(CounterChange.series(CounterKind.WRAPS_64, wraps)))
                .isEqualTo(15);
        List<BigInteger> missing = Arrays.asList(number("1"), null, number("9"));
        assertThat(CounterChange.series(CounterKind.WRAPS_64, missing))
                .extracting(CounterChange::how)
                .containsExactly(CounterChange.How.VANISHED, CounterChange.How.APPEARED);
        assertThat(CounterChange.sum(CounterChange.series(CounterKind.WRAPS_64, missing)))
                .isNull();
        assertThat(CounterChange.sum(CounterChange.series(CounterKind.WRAPS_64, List.of(number("7")))))
                .as("one reading")
                .isNull();
    }
}
