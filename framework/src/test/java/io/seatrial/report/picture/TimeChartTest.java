package io.seatrial.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Unit;
import io.seatrial.report.Golden;
import io.seatrial.report.picture.TimeChart.Curve;
import io.seatrial.report.picture.TimeChart.Panel;
import io.seatrial.report.picture.TimeChart.Shade;
import io.seatrial.report.picture.TimeChart.Step;
import io.seatrial.report.picture.TimeChart.Story;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

class TimeChartTest {
    private static final long S = 1_000_000_000L;
    private static final Pattern CURVE = Pattern.compile("<path d=\"([^\"]*)\" class=\"st-a\"");
    private static final Locale LOCALE = Locale.getDefault();

    @AfterEach
    void restore_the_locale() {
        Locale.setDefault(LOCALE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE"})
    void draws_a_chart_like_the_reviewed_one(String locale) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));
        Golden.hold("time-chart.svg", TimeChart.svg(story("gpu-01/mlx5_0", rate(), paused(), nothing())));
    }

    @Test
    void draws_no_line_across_a_gap_and_hatches_it() {
        String svg = TimeChart.svg(story("p", rate()));
        String line = curve(svg);
        assertThat(line).as("a new start after the gap").matches("M[^M]*M[^M]*");
        assertThat(svg).contains("class=\"st-h\"");
        assertThat(TimeChart.svg(story("p", whole()))).as("no gap, no hatching").doesNotContain("class=\"st-h\"");
    }

    @Test
    void marks_a_reset_by_a_line_and_a_word() {
        assertThat(TimeChart.svg(story("p", rate()))).contains("class=\"st-r\"", ">reset</text>", "1 resets");
        assertThat(TimeChart.svg(story("p", whole()))).doesNotContain("class=\"st-r\"", ">reset<");
    }

    @Test
    void tells_nothing_from_zero() {
        String zero = TimeChart.svg(story("p", panel(List.of(step(-5, 25, 0)), List.of())));
        String none = TimeChart.svg(story("p", nothing()));
        assertThat(curve(zero)).isNotEmpty();
        assertThat(CURVE.matcher(none).find()).isFalse();
        assertThat(none).contains("switch is silent").contains("class=\"st-h\"");
    }

    @Test
    void says_which_of_two_lines_is_missing() {
        Panel half = new Panel(
                "Pause", Unit.PARTS_PER_MILLION, 1_000_000, List.of(line("in", step(0, 20, 5)), line("out")), none());
        assertThat(TimeChart.svg(story("p", half))).contains(">in</text>", ">out: no value</text>");
    }

    @Test
    void hatches_what_lies_below_a_bound() {
        Curve bound = new Curve("at most", List.of(step(-5, 25, 400_000)), List.of(), true);
        Panel panel = new Panel("Pause", Unit.PARTS_PER_MILLION, 1_000_000, List.of(bound), none());
        assertThat(TimeChart.svg(story("p", panel))).contains("class=\"st-h\"", "class=\"st-a\"");
    }

    @Test
    void names_windows_and_gives_units_for_people_who_listen() {
        String svg = TimeChart.svg(story("p", rate()));
        assertThat(svg)
                .contains(">congestion.incast #1</text>", "<title>congestion.pairs #0</title>")
                .contains(">400 Gb/s</text>", ">0 s</text>", ">20 s</text>")
                .contains("Throughput: sent at most 380 Gb/s, 1 resets; received at most 200 Gb/s;")
                .contains("ethtool: every 100 ms");
    }

    @Test
    void follows_the_light_and_the_dark_page_without_a_script() {
        String svg = TimeChart.svg(story("p", rate()));
        assertThat(svg).contains("prefers-color-scheme:dark").doesNotContain("<script", "url(", "href");
        assertThat(svg).as("lines differ by dash too").contains("stroke-dasharray:5 2");
    }

    @Test
    void escapes_every_name() throws Exception {
        String foul = "<script>alert('x')</script> & \"\u0001";
        Story story = new Story(
                foul,
                0,
                S,
                List.of(new Shade(foul, 0, S, true)),
                List.of(new Panel(foul, Unit.COUNT, 1, List.of(line(foul)), Optional.of(foul))),
                List.of(foul));
        String svg = TimeChart.svg(story);
        assertThat(svg).doesNotContain("<script", "\u0001");
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void refuses_what_cannot_be_drawn() {
        assertThatThrownBy(() -> new Step(5, 5, 1)).hasMessageContaining("after 5");
        assertThatThrownBy(() -> new Story("t", 0, 1, List.of(), List.of(), List.of()))
                .hasMessageContaining("at least one panel");
        assertThatThrownBy(() -> new Panel("p", Unit.COUNT, 0, List.of(), none()))
                .hasMessageContaining("top above 0");
    }

    private static String curve(String svg) {
        List<String> lines =
                CURVE.matcher(svg).results().map(line -> line.group(1)).toList();
        // The first is the sample in the legend.
        assertThat(lines).hasSize(2);
        return lines.get(1);
    }

    private static Story story(String title, Panel... panels) {
        return new Story(
                title,
                -5 * S,
                25 * S,
                List.of(
                        new Shade("congestion.pairs #0", -30 * S, -2 * S, false),
                        new Shade("congestion.incast #1", 0, 20 * S, true)),
                List.of(panels),
                List.of("ethtool: every 100 ms, clock \u00b1 1 ms"));
    }

    private static Panel rate() {
        Curve sent = new Curve(
                "sent",
                List.of(step(-5, 0, 0), step(0, 8, 380_000_000_000L), step(12, 25, 350_000_000_000L)),
                List.of(12 * S),
                false);
        Curve received = line("received", step(0, 8, 200_000_000_000L), step(12, 20, 190_000_000_000L));
        return new Panel("Throughput", Unit.BITS_PER_SECOND, 400_000_000_000L, List.of(sent, received), none());
    }

    private static Panel whole() {
        return panel(List.of(step(-5, 25, 500)), List.of());
    }

    private static Panel panel(List<Step> steps, List<Long> resets) {
        return new Panel("Pause", Unit.PARTS_PER_MILLION, 1_000, List.of(new Curve("x", steps, resets, false)), none());
    }

    private static Panel paused() {
        Curve bound = new Curve("is paused, at most", List.of(step(0, 20, 335_000)), List.of(), true);
        return new Panel("Pause", Unit.PARTS_PER_MILLION, 1_000_000, List.of(bound), none());
    }

    private static Panel nothing() {
        return new Panel(
                "ECN", Unit.PARTS_PER_MILLION, 10_000, List.of(line("marked")), Optional.of("switch is silent"));
    }

    private static Curve line(String name, Step... steps) {
        return new Curve(name, List.of(steps), List.of(), false);
    }

    private static Step step(long from, long to, long value) {
        return new Step(from * S, to * S, value);
    }

    private static Optional<String> none() {
        return Optional.empty();
    }
}
