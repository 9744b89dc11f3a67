package io.seatrial.formats.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {
    private static final Columns COLUMNS =
            Columns.of(new Line(1, "    IFACE    RX_OK        RX_BPS    FLR(P) (Accuracy)"));

    @Test
    void titles_and_values_may_hold_single_blanks() {
        Columns.Row row = COLUMNS.row(new Line(2, "Ethernet0    1,024  2000.00 MB/s       7.81e-10 (89%)"))
                .orElseThrow();
        assertThat(row.first().text()).isEqualTo("Ethernet0");
        assertThat(row.at("RX_BPS").text()).isEqualTo("2000.00 MB/s");
        assertThat(row.at("FLR(P) (Accuracy)").text()).isEqualTo("7.81e-10 (89%)");
    }

    @Test
    void a_title_that_the_table_does_not_have_gives_no_value() {
        Columns.Row row =
                COLUMNS.row(new Line(2, "Ethernet0    1  0.00 B/s  0")).orElseThrow();
        assertThat(row.at("TX_OK").counter()).isNull();
        assertThat(row.at("TX_OK", "RX_OK").counter()).isEqualTo("1");
    }

    @Test
    void a_cell_knows_its_column() {
        Columns.Row row =
                COLUMNS.row(new Line(2, "Ethernet0    many  0.00 B/s  0")).orElseThrow();
        assertThatThrownBy(() -> row.at("RX_OK").counter())
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 2, column 14");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "---------  -------",
                "Reminder: Please execute 'show interface counters -d all'",
                "2025 Nov  3 08:41:07.412998 leaf-b7 NOTICE pfcwd: storm detected on Ethernet0:3"
            })
    void what_is_no_list_of_values_is_no_row(String text) {
        assertThat(COLUMNS.row(new Line(2, text))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ethernet0    1  0.00 B/s", "Ethernet0    1  0.00 B/s  0  0", "Ethernet0  N/A"})
    void values_are_never_left_out_in_silence(String text) {
        assertThatThrownBy(() -> COLUMNS.row(new Line(2, text)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("4 values (IFACE, RX_OK, RX_BPS, FLR(P) (Accuracy))");
    }

    @Test
    void values_one_blank_apart_are_a_row_if_their_number_fits() {
        Columns columns = Columns.of("Port", "PFC0", "PFC1");
        assertThat(columns.row(new Line(1, "Ethernet0 12 7"))
                        .orElseThrow()
                        .at("PFC1")
                        .counter())
                .isEqualTo("7");
    }
}
