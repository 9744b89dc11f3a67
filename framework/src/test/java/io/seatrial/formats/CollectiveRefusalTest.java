package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import org.junit.jupiter.api.Test;

/** What no collective can have measured is refused; what does not fit together is said. */
class CollectiveRefusalTest {
    private static final String HEADER =
            "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n";

    private static CollectiveText.Report read(String rows) {
        try (Source source = Source.of(HEADER + rows)) {
            return new NcclTests().read(source);
        }
    }

    @Test
    void a_busbw_of_more_than_twice_the_algbw_is_refused_with_its_place() {
        assertThatThrownBy(
                        () -> read("  1048576  262144  float  sum  -1  50.0  20.97  42.10  0  50.0  20.97  20.97  0\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 2, column 49")
                .hasMessageContaining("42.10")
                .hasMessageContaining("twice the algbw of 20.97 GB/s");
    }

    @Test
    void rounding_alone_is_no_reason_to_refuse() {
        CollectiveText.Report report = read("  128  32  float  sum  -1  34.53  0.00  0.01  0  43.78  0.00  0.01  0\n");
        assertThat(report.first().table().rows()).hasSize(1);
    }

    @Test
    void a_negative_time_is_refused() {
        assertThatThrownBy(() -> read("  128  32  float  sum  -1  -34.53  0.00  0.01  0  43.78  0.00  0.01  0\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("0 or more");
    }

    @Test
    void a_row_with_a_cell_too_few_is_no_row() {
        CollectiveText.Report report = read("  128  32  float  sum  -1  34.53  0.00  0.01  0  43.78  0.00  0.01\n"
                + "  256  64  float  sum  -1  34.53  0.01  0.01  0  43.78  0.01  0.01  0\n");
        assertThat(report.first().table().rows())
                .extracting(row -> row.sizeBytes().intValue())
                .containsExactly(256);
    }

    @Test
    void a_row_without_header_and_with_a_cell_too_few_is_no_row() {
        String row =
                "  128  32  float  sum  -1  34.53  0.00  0.01  0  43.78  0.00  0.01\n# Avg bus bandwidth    : 0 \n";
        try (Source source = Source.of(row)) {
            assertThat(new NcclTests().read(source).first().table().rows()).isEmpty();
        }
    }

    @Test
    void two_rows_that_wait_for_their_rest_are_both_dropped() {
        CollectiveText.Report report = read("  128  32  float  sum  -1h1:1:2 [0] NCCL INFO Channel 00/0\n"
                + "  256  64  float  sum  -1h1:1:2 [0] NCCL INFO Channel 00/0\n"
                + "  34.53  0.01  0.01  0  43.78  0.01  0.01  0\n");
        assertThat(report.first().table().rows()).isEmpty();
    }

    @Test
    void a_size_that_comes_twice_without_a_column_that_tells_why_is_said() {
        String row = "  256  64  float  sum  -1  34.53  0.01  0.01  0  43.78  0.01  0.01  0\n";
        assertThat(read(row + row).note()).contains("256 B").contains("more than once");
        assertThat(read(row + row.replace("sum", "max")).first().table().distinctKeys())
                .isEqualTo("(size, redop)");
    }

    @Test
    void ranks_follow_from_busbw_by_algbw_as_far_as_rounding_allows() {
        CollectiveText.Report report =
                read("  8589934592  2147483648  float  sum  -1  43980  195.31  386.56  0  43980  195.31  386.56  0\n");
        assertThat(CollectiveKind.ranks("all_reduce", report.first().table().rows()))
                .isEqualTo(new CollectiveKind.Ranks(96, 96));
        assertThat(report.first().collective()).isEqualTo("all_reduce");
    }
}
