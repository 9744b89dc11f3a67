package io.seatrial.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TrendChartTest {
    private static TrendChart.Dot dot(int night, boolean asked, Long value) {
        return new TrendChart.Dot(
                "night-" + night,
                "2026-11-0" + night,
                asked,
                Optional.ofNullable(value).map(v -> new TrendChart.Value(v, v - 1_000, v + 1_000)));
    }

    private static TrendChart.Story story(TrendChart.Dot... dots) {
        return new TrendChart.Story(
                "flow a>b", Unit.NANOSECONDS, List.of(dots), OptionalLong.of(500_000), List.of("note"));
    }

    private static List<String> all(String svg, String pattern) {
        List<String> found = new ArrayList<>();
        Pattern.compile(pattern).matcher(svg).results().forEach(result -> found.add(result.group(1)));
        return found;
    }

    @Test
    void every_value_has_a_dot_that_tells_its_run_and_the_last_one_another_colour() {
        String svg = TrendChart.svg(story(dot(1, true, 500_000L), dot(2, true, 510_000L), dot(3, true, 700_000L)));
        assertThat(all(svg, "<rect[^>]*class=\"(st-[pq])\"")).containsExactly("st-p", "st-p", "st-q");
        assertThat(svg)
                .contains("<title>night-3: 700 us</title>")
                .contains("2026-11-01")
                .contains("note");
        assertThat(all(svg, "class=\"(st-m)\"")).as("what is usual").hasSize(1);
    }

    @Test
    void what_was_asked_and_gave_nothing_is_hatched_and_no_line_crosses_it() {
        String svg = TrendChart.svg(story(dot(1, true, 500_000L), dot(2, true, null), dot(3, true, 520_000L)));
        assertThat(all(svg, "class=\"(st-h)\"")).hasSize(1);
        assertThat(all(svg, "<path d=\"(M[^\"]*)\" class=\"st-a\""))
                .singleElement()
                .satisfies(line -> assertThat(line).doesNotContain("L").matches("M[^M]+M[^M]+"));
        assertThat(svg).contains("night-2 no value");
    }

    @Test
    void what_was_not_asked_is_a_gap_without_hatching() {
        String svg = TrendChart.svg(story(dot(1, true, 500_000L), dot(2, false, null)));
        assertThat(all(svg, "class=\"(st-h)\"")).isEmpty();
        assertThat(svg).contains("night-2 not asked");
    }

    @Test
    void without_any_value_there_is_nothing_to_draw() {
        assertThatThrownBy(() -> story(dot(1, true, null))).hasMessageContaining("expected at least one value");
    }
}
