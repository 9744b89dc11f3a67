package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.formats.CollectiveRow.Side;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** n = 2/(2 - busbw/algbw) on rows that users published: what really ran, whatever the text around it says. */
class CollectiveRanksTest {
    private static CollectiveKind.Ranks ranks(String bytes, String micros, String algbw, String busbw) {
        Side side = new Side(
                new BigDecimal(micros),
                new BigDecimal(algbw),
                new BigDecimal(busbw),
                null,
                null,
                null,
                null,
                null,
                null);
        CollectiveRow row =
                new CollectiveRow(new BigInteger(bytes), BigInteger.ONE, "float", "sum", -1, side, null, null);
        return CollectiveKind.ranks("all_reduce", List.of(row));
    }

    @ParameterizedTest
    @CsvSource({
        "8589934592,  34280,   250.58, 469.84, 16",
        "1073741824,  4478.8,  239.74, 449.51, 16",
        "8589934592,  84948.7, 101.12, 189.60, 16",
        "8589934592,  43980,   195.31, 386.56, 96",
        "8589934592,  20299,   423.16, 834.57, 72",
        "17179869184, 42067,   408.40, 810.41, 128",
        "17179869184, 84625,   203.01, 405.74, 1440",
    })
    void rows_tell_how_many_ranks_ran(String bytes, String micros, String algbw, String busbw, int ran) {
        assertThat(ranks(bytes, micros, algbw, busbw).holds(ran)).isTrue();
    }

    /** The text beside the first speaks of 64 ranks, the list of devices beside the second of 144. */
    @ParameterizedTest
    @CsvSource({
        "8589934592,  43980, 195.31, 386.56, 64",
        "17179869184, 42067, 408.40, 810.41, 144",
    })
    void rows_contradict_a_text_that_speaks_of_other_ranks(
            String bytes, String micros, String algbw, String busbw, int said) {
        assertThat(ranks(bytes, micros, algbw, busbw).holds(said)).isFalse();
    }
}
