package io.seatrial.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Golden;
import io.seatrial.report.SampleRun;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

class PictureTest {
    private static final Mark LATENCY =
            new Mark(Optional.of(SampleRun.nanos(5_000)), Optional.of(SampleRun.nanos(4_210)));
    private static final Mark RATE =
            new Mark(Optional.of(SampleRun.rate(380_000_000_000L)), Optional.of(SampleRun.rate(392_000_000_000L)));
    private static final Pattern PNG = Pattern.compile("image/png;base64,([^\"]+)");
    private static final Locale LOCALE = Locale.getDefault();

    @AfterEach
    void restore_the_locale() {
        Locale.setDefault(LOCALE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE"})
    void draws_a_distribution_like_the_reviewed_one(String locale) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));
        Golden.hold("distribution.svg", distribution("latency of <a> & b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE"})
    void draws_bars_like_the_reviewed_ones(String locale) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));
        Golden.hold("bars.svg", bars(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE"})
    void draws_a_heat_map_like_the_reviewed_one(String locale) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));
        Golden.hold("heat-map.svg", heatMap());
    }

    @Test
    void colours_no_pair_without_a_value() throws IOException {
        BufferedImage cells = png(heatMap());
        assertThat(cells.getWidth()).isEqualTo(3);
        assertThat(cells.getRGB(2, 0) >>> 24)
                .as("asked for, no value: transparent above the hatching")
                .isZero();
        assertThat(cells.getRGB(0, 0)).as("not asked for: white").isEqualTo(0xffffffff);
        assertThat(cells.getRGB(1, 0)).as("least").isEqualTo(0xff440154);
        assertThat(cells.getRGB(1, 2)).as("most").isEqualTo(0xfffde725);
    }

    @Test
    void writes_pixels_of_more_than_one_stored_block() throws IOException {
        List<String> names = IntStream.range(0, 300).mapToObj(i -> "h" + i).toList();
        String svg = HeatMap.svg(
                "big", names, names, Unit.NANOSECONDS, (r, c) -> new HeatMap.Cell(true, OptionalLong.of(r + c)));
        BufferedImage cells = png(svg);
        assertThat(cells.getHeight()).isEqualTo(300);
        assertThat(cells.getRGB(299, 299)).isEqualTo(0xfffde725);
    }

    @Test
    void tells_lines_apart_by_dash_and_names_them_for_screen_readers() {
        String svg = distribution("t");
        assertThat(svg).contains("stroke-dasharray=\"10 4\"", "stroke-dasharray=\"2 4\"", "stroke-dasharray=\"7 3\"");
        assertThat(svg)
                .contains("<title>t</title>")
                .contains("slow: 100 values, p50 7.007 us")
                .contains("Limit 5 us.");
    }

    @Test
    void shows_a_bad_bar_among_a_thousand() {
        String svg = bars(1_000);
        assertThat(svg).contains("fill=\"#D55E00\"").contains("fill=\"url(#no-value)\"");
        assertThat(svg).contains("1000 bars, 1 without a value. Least: link 1 361.2 Gb/s.");
    }

    @Test
    void escapes_every_name() throws Exception {
        String foul = "<script>alert('x')</script> & \"\u0001";
        String svg = distribution(foul)
                + Bars.svg(
                        foul,
                        List.of(new Bars.Bar(foul, OptionalLong.of(1))),
                        Unit.COUNT,
                        Mark.NONE,
                        Direction.LOWER_IS_BETTER)
                + HeatMap.svg(foul, List.of(foul), List.of(foul), Unit.COUNT, (r, c) -> HeatMap.Cell.NOT_ASKED);
        assertThat(svg).doesNotContain("<script").doesNotContain("\u0001");
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader("<all>" + svg + "</all>")));
    }

    @Test
    void refuses_to_draw_nothing() {
        assertThatThrownBy(() -> Distribution.svg("t", List.of(), Mark.NONE))
                .hasMessageContaining("at least one curve");
        assertThatThrownBy(() -> new Distribution.Curve("c", new Histogram(new TreeMap<>())))
                .hasMessageContaining("at least one value");
    }

    @Test
    void draws_a_single_value() {
        String svg = Distribution.svg("t", List.of(new Distribution.Curve("one", histogram(3_000, 1))), Mark.NONE);
        assertThat(svg).contains("one: 1 values").doesNotContain("NaN").doesNotContain("Infinity");
    }

    private static String distribution(String title) {
        return Distribution.svg(
                title,
                List.of(
                        new Distribution.Curve("good", histogram(3_900, 100)),
                        new Distribution.Curve("slow", histogram(7_000, 100))),
                LATENCY);
    }

    private static Histogram histogram(long from, int count) {
        TreeMap<Integer, Long> buckets = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            buckets.merge(Histogram.indexOf(from + (i == count - 1 ? 9_000 : i % 10)), 1L, Long::sum);
        }
        return new Histogram(buckets);
    }

    private static String bars(int count) {
        List<Bars.Bar> bars = IntStream.range(0, count)
                .mapToObj(i -> new Bars.Bar("link " + i, i == 2 ? OptionalLong.empty() : OptionalLong.of(rate(i))))
                .toList();
        return Bars.svg("bandwidth", bars, Unit.BITS_PER_SECOND, RATE, Direction.HIGHER_IS_BETTER);
    }

    private static long rate(int i) {
        return i == 1 ? 361_200_000_000L : 390_000_000_000L + i % 50 * 10_000_000L;
    }

    private static String heatMap() {
        List<String> hosts = List.of("gpu-01", "gpu-02", "gpu-03");
        return HeatMap.svg("latency", hosts, hosts, Unit.NANOSECONDS, (row, column) -> {
            if (row.equals(column)) {
                return HeatMap.Cell.NOT_ASKED;
            }
            boolean lost = row == 0 && column == 2;
            return new HeatMap.Cell(true, lost ? OptionalLong.empty() : OptionalLong.of(4_000 + 500L * row));
        });
    }

    private static BufferedImage png(String svg) throws IOException {
        Matcher image = PNG.matcher(svg);
        assertThat(image.find()).isTrue();
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(image.group(1))));
    }
}
