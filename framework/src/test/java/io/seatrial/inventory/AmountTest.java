package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTest {
    @ParameterizedTest
    @CsvSource({
        "RATE, 400Gb/s, 400000000000",
        "RATE, 500 Mb/s, 500000000",
        "RATE, 1.6Tb/s, 1600000000000",
        "RATE, 10kb/s, 10000",
        "RATE, 7b/s, 7",
        "DELAY, 2ms, 2000000",
        "DELAY, 1.5us, 1500",
        "DELAY, 1s, 1000000000",
        "DELAY, 3ns, 3",
        "SIZE, 64KiB, 65536",
        "SIZE, 1.5MiB, 1572864",
        "SIZE, 10B, 10",
        "SIZE, 1GiB, 1073741824",
    })
    void reads_a_number_with_its_unit(Amount amount, String text, long value) {
        assertThat(amount.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    RATE  | 400      | found '400'; expected a rate with its unit, for example 400Gb/s (units: b/s, kb/s, Mb/s, Gb/s, Tb/s)
                    RATE  | 400G     | found '400G'; expected a rate with its unit, for example 400Gb/s (units: b/s, kb/s, Mb/s, Gb/s, Tb/s)
                    RATE  | 400GB/s  | found '400GB/s'; expected a rate with its unit, for example 400Gb/s (units: b/s, kb/s, Mb/s, Gb/s, Tb/s)
                    RATE  | -4Gb/s   | found '-4Gb/s'; expected a rate with its unit, for example 400Gb/s (units: b/s, kb/s, Mb/s, Gb/s, Tb/s)
                    RATE  | 1,5Gb/s  | found '1,5Gb/s'; expected a rate with its unit, for example 400Gb/s (units: b/s, kb/s, Mb/s, Gb/s, Tb/s)
                    RATE  | 0.5b/s   | found '0.5b/s'; expected a rate with its unit, for example 400Gb/s, a whole number of b/s
                    DELAY | 2        | found '2'; expected a time with its unit, for example 2ms (units: ns, us, ms, s)
                    DELAY | 2min     | found '2min'; expected a time with its unit, for example 2ms (units: ns, us, ms, s)
                    SIZE  | 64KB     | found '64KB'; expected a size with its unit, for example 64KiB (units: B, KiB, MiB, GiB)
                    SIZE  | 64       | found '64'; expected a size with its unit, for example 64KiB (units: B, KiB, MiB, GiB)
                    """)
    void refuses_what_could_be_misread(Amount amount, String text, String message) {
        assertThatThrownBy(() -> amount.parse(text)).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"RATE, 999999999999999Tb/s", "SIZE, 999999999999999GiB"})
    void refuses_what_does_not_fit(Amount amount, String text) {
        assertThatThrownBy(() -> amount.parse(text)).hasMessageContaining("a whole number of");
    }
}
