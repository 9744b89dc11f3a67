package io.seatrial.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "850, NANOSECONDS, 850 ns",
        "1873, NANOSECONDS, 1.873 us",
        "2000000, NANOSECONDS, 2 ms",
        "1500000000, NANOSECONDS, 1.5 s",
        "0, NANOSECONDS, 0 ns",
        "97400000000, BITS_PER_SECOND, 97.4 Gb/s",
        "400000000000, BITS_PER_SECOND, 400 Gb/s",
        "500000000, BITS_PER_SECOND, 500 Mb/s",
        "51200000000000, BITS_PER_SECOND, 51200 Gb/s",
        "4096, BYTES, 4 KiB",
        "1572864, BYTES, 1.5 MiB",
        "1000, BYTES, 1000 B",
        "6000, PARTS_PER_MILLION, 0.6 %",
        "1000000, PARTS_PER_MILLION, 100 %",
        "1234567, COUNT, 1234567"
    })
    void writes_the_unit_that_suits(long value, Unit unit, String text) {
        assertThat(Quantities.text(new Quantity(value, unit))).isEqualTo(text);
    }

    @Test
    void lines_up_what_is_compared_in_one_unit() {
        assertThat(Quantities.together(List.of(SampleRun.rate(380_000_000_000L), SampleRun.rate(97_400_000_000L))))
                .containsExactly("380.0 Gb/s", " 97.4 Gb/s");
        assertThat(Quantities.together(List.of(SampleRun.nanos(900), SampleRun.nanos(12_000))))
                .containsExactly(" 0.9 us", "12.0 us");
    }

    @Test
    void never_shows_two_different_values_as_equal() {
        assertThat(Quantities.together(List.of(SampleRun.nanos(5_000_001), SampleRun.nanos(5_000_000))))
                .containsExactly("5.000001 ms", "5.000000 ms");
        assertThat(Quantities.together(
                        List.of(new Quantity(1L << 30, Unit.BYTES), new Quantity((1L << 30) + 1, Unit.BYTES))))
                .doesNotHaveDuplicates();
    }

    @Test
    void keeps_a_column_short_even_where_values_are_close() {
        assertThat(Quantities.column(List.of(SampleRun.nanos(5_000_001), SampleRun.nanos(4_200_000))))
                .containsExactly("5.0 ms", "4.2 ms");
    }

    @Test
    void writes_different_units_each_on_its_own() {
        assertThat(Quantities.together(List.of(SampleRun.nanos(850), new Quantity(3, Unit.COUNT))))
                .containsExactly("850 ns", "3");
        assertThat(Quantities.together(List.of())).isEmpty();
        assertThat(Quantities.column(List.of())).isEmpty();
    }

    @Test
    void writes_a_point_where_the_locale_has_a_comma() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Quantities.text(SampleRun.nanos(1_500))).isEqualTo("1.5 us");
        } finally {
            Locale.setDefault(before);
        }
    }
}
