package io.seatrial.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.report.Golden;
import io.seatrial.report.picture.SizeChart.Dot;
import io.seatrial.report.picture.SizeChart.Level;
import io.seatrial.report.picture.SizeChart.Limit;
import io.seatrial.report.picture.SizeChart.Line;
import io.seatrial.report.picture.SizeChart.Story;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SizeChartTest {
    private static final long GB = 1_000_000_000L;
    private static final Line SOUND = new Line(
            "rail 0",
            List.of(new Dot(1 << 10, GB, false), new Dot(1 << 20, 20 * GB, false), new Dot(1 << 30, 46 * GB, false)));

    private static String svg(List<Line> lines) {
        return SizeChart.svg(new Story(
                "collective.all-reduce.rail",
                lines,
                List.of(),
                List.of(new Level(50 * GB, "ring")),
                List.of(new Limit(1 << 30, 40 * GB)),
                List.of("a note")));
    }

    /** Where the first stroke of the first curve has its points. */
    private static double[] points(String svg) {
        return Pattern.compile("[ML]([0-9.]+) ([0-9.]+)")
                .matcher(svg.substring(svg.indexOf("<path", svg.indexOf("class=\"st-u\"")), svg.length()))
                .results()
                .limit(3)
                .flatMapToDouble(match -> java.util.stream.DoubleStream.of(
                        Double.parseDouble(match.group(1)), Double.parseDouble(match.group(2))))
                .toArray();
    }

    @Test
    void draws_a_chart_like_the_reviewed_one() throws java.io.IOException {
        Golden.hold("size-chart.svg", svg(List.of(SOUND)));
    }

    @Test
    void equal_ratios_of_sizes_have_equal_lengths_and_bandwidth_begins_at_zero() {
        double[] at = points(svg(List.of(SOUND)));
        assertThat(at[2] - at[0]).isEqualTo(at[4] - at[2], org.assertj.core.api.Assertions.within(0.05));
        assertThat(at[1]).as("more is higher").isGreaterThan(at[3]);
        assertThat((at[1] - at[3]) / (at[3] - at[5]))
                .isEqualTo(19.0 / 26, org.assertj.core.api.Assertions.within(0.01));
    }

    @Test
    void names_groups_bound_and_limits_with_their_numbers() {
        assertThat(svg(List.of(SOUND)))
                .contains(
                        ">rail 0: 46 GB/s at 1 GiB</text>",
                        ">bound 50 GB/s: ring</text>",
                        ">limits: 40 GB/s at 1 GiB</text>",
                        ">a note</text>",
                        ">1 MiB</text>");
    }

    @Test
    void marks_a_wrong_result() {
        assertThat(svg(List.of(SOUND))).doesNotContain("wrong result");
        assertThat(svg(List.of(new Line("rail 1", List.of(new Dot(8, GB, true), new Dot(16, GB, false))))))
                .contains(">wrong result</text>");
    }

    @Test
    void draws_a_single_size() {
        assertThat(svg(List.of(new Line("rail 1", List.of(new Dot(1 << 30, GB, false))))))
                .contains("h9\" class=\"st-a\"")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void writes_the_same_everywhere() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            String german = svg(List.of(SOUND));
            Locale.setDefault(Locale.ROOT);
            assertThat(german).isEqualTo(svg(List.of(SOUND)));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void escapes_names() {
        assertThat(svg(List.of(new Line("</text><script>", List.of(new Dot(8, GB, false), new Dot(16, GB, false))))))
                .doesNotContain("<script");
    }

    @Test
    void refuses_more_lines_than_can_be_told_apart_and_a_line_of_nothing() {
        assertThatThrownBy(() -> svg(Collections.nCopies(5, SOUND))).hasMessageContaining("1 to 4 named lines, got 5");
        assertThatThrownBy(() -> new Line("rail 0", List.of())).hasMessageContaining("rail 0");
    }
}
