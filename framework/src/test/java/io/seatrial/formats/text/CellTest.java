package io.seatrial.formats.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellTest {
    private static Cell cell(String text) {
        return new Cell(new Line(4, "a  " + text), 4, text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "N/A",
                "n/a",
                "-",
                "--",
                "[N/A]",
                "(nil)",
                "N/A (no PMA)",
                "[Not Supported]",
                "[GPU requires reset]",
                "[Unknown Error]",
                "",
                "nan"
            })
    void what_says_that_there_is_no_value_is_null_and_never_0(String text) {
        assertThat(cell(text).isUnknown()).isTrue();
        assertThat(cell(text).counter()).isNull();
        assertThat(cell(text).index()).isNull();
        assertThat(cell(text).decimal()).isNull();
        assertThat(cell(text).known()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0                    | 0
            179,523              | 179523
            1,234,567            | 1234567
            18446744073709551615 | 18446744073709551615
            """)
    void counts_keep_every_digit(String text, String number) {
        assertThat(cell(text).counter()).hasToString(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12,34", "1,2345", "-5", "1.5", "0x10", "12a", "1 2", ",5"})
    void what_is_no_count_is_refused_with_its_place(String text) {
        assertThatThrownBy(() -> cell(text).counter())
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 4, column 4")
                .hasMessageContaining("expected a whole number, 0 or more, or N/A in place of '" + text + "'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1.84      | 1.84
            1e-07     | 1E-7
            -1        | -1
            1,024.50  | 1024.50
            .5        | 0.5
            """)
    void decimals_keep_their_digits(String text, String number) {
        assertThat(cell(text).decimal()).hasToString(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2.3", "e5", "1e9999", "+", "1,5"})
    void what_is_no_decimal_is_refused(String text) {
        assertThatThrownBy(() -> cell(text).decimal()).isInstanceOf(FormatException.class);
    }

    @Test
    void a_unit_is_asked_for_and_taken_off() {
        assertThat(cell("81004 MiB").decimal("MiB")).hasToString("81004");
        assertThat(cell("100 %").decimal("%")).hasToString("100");
        assertThat(cell("[N/A]").decimal("%")).isNull();
        assertThatThrownBy(() -> cell("81004 MB").decimal("MiB")).hasMessageContaining("a number in MiB");
    }

    @Test
    void an_index_fits_an_int() {
        assertThat(cell("7").index()).isEqualTo(7);
        assertThatThrownBy(() -> cell("4294967296").index()).hasMessageContaining("below 2147483648");
    }

    @Test
    void cells_of_a_line_know_their_columns() {
        assertThat(new Line(1, " Ethernet0\t 1,200  N/A").cells())
                .extracting(Cell::text, Cell::column)
                .containsExactly(tuple("Ethernet0", 2), tuple("1,200", 13), tuple("N/A", 20));
    }
}
