package io.seatrial.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Unit;
import io.seatrial.report.Golden;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortMapTest {
    private static final PortMap.Scale SHARES =
            new PortMap.Scale(Unit.PARTS_PER_MILLION, List.of(1_000L, 10_000L, 50_000L, 990_000L));
    private static final Locale LOCALE = Locale.getDefault();

    @AfterEach
    void restore_the_locale() {
        Locale.setDefault(LOCALE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE"})
    void draws_a_map_like_the_reviewed_one(String locale) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));
        Map<String, Map<String, PortMap.Cell>> cells = Map.of(
                "leaf-1",
                Map.of("Ethernet0", value(0), "Ethernet4", value(32_000), "Ethernet12", value(1_000_000)),
                "leaf-2",
                Map.of("Ethernet0", none("leaf-2/Ethernet0: no value: no answer"), "Ethernet4", partly(0)));
        Golden.hold("port-map.svg", PortMap.svg("pause", SHARES, List.of("leaf-1", "leaf-2"), cells));
    }

    @Test
    void shows_zero_no_value_and_part_of_a_value_differently() {
        String zero = cell(value(0));
        String none = cell(none("leaf/p1: no value: <no answer>"));
        String partly = cell(partly(0));
        assertThat(zero).contains("class=\"st-z\"", ">0</text>").doesNotContain("class=\"st-h\"");
        assertThat(none)
                .contains("class=\"st-h\"", "<title>leaf/p1: no value: &lt;no answer&gt;</title>")
                .doesNotContain("class=\"st-z\"", ">0</text>");
        assertThat(partly).contains("class=\"st-z\"", "class=\"st-h\"", ">0</text>");
    }

    @Test
    void leaves_a_port_blank_that_is_not_wired() {
        Map<String, Map<String, PortMap.Cell>> cells = Map.of("a", Map.of("p1", value(0)), "b", Map.of("p2", value(0)));
        String svg = PortMap.svg("t", SHARES, List.of("a", "b"), cells);
        assertThat(cells(svg).toList()).hasSize(2);
    }

    @Test
    void has_one_colour_between_two_edges() {
        assertThat(Stream.of(1L, 999L).map(v -> cell(value(v)))).allMatch(svg -> svg.contains("class=\"st-1\""));
        assertThat(cell(value(1_000))).contains("class=\"st-2\"");
        assertThat(cell(value(990_000))).contains("class=\"st-5\"");
    }

    @Test
    void orders_ports_by_number_and_names_them_without_what_they_share() {
        Map<String, PortMap.Cell> row = new TreeMap<>();
        Stream.of("Ethernet4", "Ethernet12", "Ethernet100").forEach(port -> row.put(port, value(0)));
        String svg = PortMap.svg("t", SHARES, List.of("a"), Map.of("a", row));
        assertThat(svg).containsSubsequence(">4</text>", ">12</text>", ">100</text>", ">Ethernet\u2026</text>");
    }

    @Test
    void drops_numbers_where_ports_are_many() {
        Map<String, PortMap.Cell> row = new TreeMap<>();
        for (int i = 0; i < 64; i++) {
            row.put("p" + i, value(0));
        }
        String svg = PortMap.svg("t", SHARES, List.of("a"), Map.of("a", row));
        assertThat(cells(svg).toList()).hasSize(64);
        assertThat(svg).doesNotContain("pointer-events=\"none\"");
    }

    @Test
    void refuses_a_scale_that_does_not_rise() {
        assertThatThrownBy(() -> new PortMap.Scale(Unit.COUNT, List.of(5L, 4L, 6L, 7L)))
                .hasMessageContaining("4 rising edges above 0");
        assertThatThrownBy(() -> PortMap.svg("t", SHARES, List.of(), Map.of())).hasMessageContaining("at least one");
    }

    /** The markup of the only cell, without the legend. */
    private static String cell(PortMap.Cell cell) {
        String svg = PortMap.svg("t", SHARES, List.of("leaf"), Map.of("leaf", Map.of("p1", cell)));
        int begin = svg.indexOf(">leaf</text>");
        return svg.substring(begin, svg.indexOf("rotate(-90"));
    }

    private static Stream<String> cells(String svg) {
        return svg.lines().filter(line -> line.contains("<title>port "));
    }

    private static PortMap.Cell value(long value) {
        return new PortMap.Cell(OptionalLong.of(value), false, "port " + value);
    }

    private static PortMap.Cell partly(long value) {
        return new PortMap.Cell(OptionalLong.of(value), true, "port; 1 of 3 windows without a value");
    }

    private static PortMap.Cell none(String title) {
        return new PortMap.Cell(OptionalLong.empty(), false, title);
    }
}
