package io.seatrial.report.openmetrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.history.OfRounds;
import io.seatrial.archive.history.SeriesClass;
import io.seatrial.archive.history.StoredRun;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpositionTest {
    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    /** A run with one value of every unit, on a cluster of this name. */
    static LatestRun run(String cluster) {
        SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values = new TreeMap<>();
        for (Unit unit : Unit.values()) {
            Metric metric = new Metric("metric." + unit.ordinal(), unit, Direction.LOWER_IS_BETTER);
            values.put(
                    new SeriesClass(cluster, "some.ask", metric, "fabric=roce2"),
                    new TreeMap<>(Map.of(
                            new SubjectId(SubjectId.Kind.FLOW, "a/x>b/\"y\""), new OfRounds(3, 4_000, 3_000, 5_000))));
        }
        SortedMap<String, SortedMap<String, Long>> verdicts = new TreeMap<>();
        verdicts.put("some.ask.limit", new TreeMap<>(Map.of("passed", 7L, "not-proven", 1L)));
        StoredRun run = new StoredRun(
                cluster,
                "20261130-020000-000",
                "nightly",
                Instant.parse("2026-11-30T02:00:00.250Z"),
                Instant.parse("2026-11-30T02:10:00Z"),
                "NOT PROVEN",
                3,
                false,
                "roce2",
                "0.1.0",
                "h");
        return new LatestRun(run, values, verdicts);
    }

    private static List<String> lines(Exposition format) {
        return format.text(List.of(run("alpha"), run("beta"))).lines().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE", "ar-EG"})
    void values_stand_in_base_units_in_every_locale(String tag) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        String series =
                "ask=\"some.ask\",cluster=\"alpha\",conditions=\"fabric=roce2\",kind=\"flow\",metric=\"metric.%s\","
                        + "profile=\"nightly\",subject=\"a/x>b/\\\"y\\\"\"} %s";
        assertThat(lines(Exposition.OPENMETRICS))
                .contains("seatrial_time_seconds{" + series.formatted(Unit.NANOSECONDS.ordinal(), "4.0E-6"))
                .contains("seatrial_bandwidth_bytes_per_second{"
                        + series.formatted(Unit.BITS_PER_SECOND.ordinal(), "500.0"))
                .contains("seatrial_bandwidth_bytes_per_second{"
                        + series.formatted(Unit.BYTES_PER_SECOND.ordinal(), "4000.0"))
                .contains("seatrial_size_bytes{" + series.formatted(Unit.BYTES.ordinal(), "4000.0"))
                .contains("seatrial_events{" + series.formatted(Unit.COUNT.ordinal(), "4000.0"))
                .contains("seatrial_share_ratio{" + series.formatted(Unit.PARTS_PER_MILLION.ordinal(), "0.004"))
                .contains("seatrial_share_ratio{" + series.formatted(Unit.ATTO.ordinal(), "4.0E-15"));
    }

    @Test
    void a_run_tells_when_it_was_and_what_it_came_to() {
        assertThat(lines(Exposition.OPENMETRICS))
                .contains("seatrial_run_info{cluster=\"beta\",fabric=\"roce2\",profile=\"nightly\","
                        + "run=\"20261130-020000-000\",verdict=\"NOT PROVEN\",version=\"0.1.0\"} 1")
                .contains("seatrial_run_exit_status{cluster=\"beta\",profile=\"nightly\"} 3.0")
                .contains("seatrial_run_countable{cluster=\"beta\",profile=\"nightly\"} 0.0")
                .contains("seatrial_run_start_timestamp_seconds{cluster=\"beta\",profile=\"nightly\"} 1.79600400025E9")
                .contains("seatrial_results{cluster=\"beta\",criterion=\"some.ask.limit\",profile=\"nightly\","
                        + "verdict=\"not-proven\"} 1.0");
    }

    @Test
    void openmetrics_ends_with_its_mark_and_the_older_format_knows_no_type_info() {
        assertThat(Exposition.OPENMETRICS.text(List.of(run("alpha")))).endsWith("\n# EOF\n");
        assertThat(Exposition.OPENMETRICS.contentType()).startsWith("application/openmetrics-text");
        assertThat(lines(Exposition.PROMETHEUS)).contains("# TYPE seatrial_run_info gauge");
        assertThat(Exposition.PROMETHEUS.contentType()).startsWith("text/plain");
    }

    @Test
    void without_a_run_there_is_nothing_but_the_end() {
        assertThat(Exposition.OPENMETRICS.text(List.of())).isEqualTo("# EOF\n");
    }
}
