package io.seatrial.baseline;

import static io.seatrial.baseline.Runs.ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KnownConditionsTest {
    private static Setting nic(String port, String name, String text) {
        return Setting.of(new SubjectId(SubjectId.Kind.PORT, port), name, text);
    }

    private static KnownConditions read(Setting... settings) {
        return KnownConditions.of(List.of(Survey.ofSettings("configuration.nic", new TreeSet<>(), List.of(settings))));
    }

    private static KnownConditions firmware(String from, String to) {
        return read(
                nic("gpu-01/mlx5_0", Setting.FIRMWARE, from),
                nic("gpu-02/mlx5_0", Setting.FIRMWARE, to),
                nic("gpu-01/mlx5_0", Setting.NIC_MODEL, "MT_0838"),
                nic("gpu-02/mlx5_0", Setting.NIC_MODEL, "MT_0838"));
    }

    private static Measurement measured() {
        return Runs.measured(ONE, 1000, 0, "");
    }

    @Test
    void board_and_firmware_of_both_ends_are_conditions_of_a_flow() {
        assertThat(firmware("28.39", "28.39").of(measured()).values())
                .containsEntry("firmware", "28.39")
                .containsEntry("nic-model", "MT_0838")
                .containsEntry("path-class", "within-leaf");
        assertThat(firmware("28.40", "28.39").of(measured()).get("firmware")).isEqualTo("28.39 and 28.40");
    }

    @Test
    void one_end_that_was_not_read_leaves_the_condition_out_instead_of_looking_equal() {
        KnownConditions half = read(nic("gpu-01/mlx5_0", Setting.FIRMWARE, "28.39"));
        assertThat(half.of(measured()).get("firmware")).isEmpty();
        KnownConditions unreadable = read(
                nic("gpu-01/mlx5_0", Setting.FIRMWARE, "28.39"),
                Setting.unreadable(
                        new SubjectId(SubjectId.Kind.PORT, "gpu-02/mlx5_0"),
                        Setting.FIRMWARE,
                        Message.of("reading.absent", "port", "gpu-02/mlx5_0", "cause", "gone")));
        assertThat(unreadable.of(measured()).get("firmware")).isEmpty();
    }

    @Test
    void a_group_takes_in_what_all_ports_of_the_run_have() {
        Measurement group = Runs.measured(new SubjectId(SubjectId.Kind.GROUP, "all"), 1, 0, "");
        assertThat(firmware("28.40", "28.39").of(group).get("firmware")).isEqualTo("28.39 and 28.40");
    }

    @ParameterizedTest
    @EnumSource(SubjectId.Kind.class)
    void every_kind_of_subject_has_conditions(SubjectId.Kind kind) {
        Measurement measurement = Runs.measured(new SubjectId(kind, "gpu-01/mlx5_0"), 1, 0, "");
        assertThat(read().of(measurement)).isEqualTo(measurement.conditions());
    }

    @Test
    void the_version_of_a_tool_counts_and_the_build_of_the_probe_does_not() {
        Measurement own = measured();
        Measurement tool = new Measurement(
                new Metric("m", own.metric().unit(), own.metric().better()),
                ONE,
                OptionalLong.of(1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                own.conditions().with("tool", "perftest"),
                new Provenance(0, 0, Runs.DAWN, Runs.DAWN, "perftest 6.23", ""));
        assertThat(read().of(tool).get("tool-version")).isEqualTo("perftest 6.23");
        assertThat(read().of(own).get("tool-version")).isEmpty();
    }

    @Test
    void a_step_of_the_firmware_is_other_conditions_and_said_so() {
        List<SourceRun> runs = new ArrayList<>();
        Survey survey =
                Survey.of("latency.within-rail", Runs.LATENCY, new TreeSet<>(List.of(ONE)), List.of(measured()));
        TreeMap<SeriesKey, RoundValues.OfClass> classes = new TreeMap<>();
        classes.put(
                new SeriesKey(
                        survey.ask(),
                        survey.metric().id(),
                        firmware("28.39", "28.39").of(measured())),
                new RoundValues.OfClass(Runs.LATENCY, new TreeMap<>(Map.of(ONE, List.of(1000L)))));
        runs.add(new SourceRun("run-1", Runs.DAWN, true, "tcp", new RoundValues(classes)));
        Baseline baseline = Runs.propose(runs).acceptSingle(Runs.by("Ada", "a test"));
        assertThat(baseline.find(
                        survey.ask(), Runs.LATENCY, firmware("28.39", "28.39").of(measured())))
                .isInstanceOf(Baseline.Lookup.Found.class);
        assertThat(difference(baseline, firmware("28.40", "28.40"))).isEqualTo("firmware 28.40 instead of 28.39");
        assertThat(difference(baseline, read()))
                .isEqualTo("firmware (none) instead of 28.39, nic-model (none) instead of MT_0838");
        assertThat(baseline.withoutNics()
                        .find(survey.ask(), Runs.LATENCY, measured().conditions()))
                .isInstanceOf(Baseline.Lookup.Found.class);
    }

    private static Object difference(Baseline baseline, KnownConditions seen) {
        Baseline.Lookup lookup = baseline.find("latency.within-rail", Runs.LATENCY, seen.of(measured()));
        return ((Baseline.Lookup.Missing) lookup).cause().values().get("difference");
    }

    @Test
    void a_baseline_of_another_cluster_or_of_other_hosts_is_foreign() {
        Baseline baseline = Runs.accepted();
        assertThat(baseline.foreign("virtual", Set.of("gpu-01", "gpu-02"))).isEmpty();
        assertThat(baseline.foreign("virtual", Set.of("gpu-01", "gpu-77"))).isEmpty();
        assertThat(baseline.foreign("virtual", Set.of("gpu-77")).orElseThrow().key())
                .isEqualTo("baseline.of-other-hosts");
        assertThat(baseline.foreign("other", Set.of("gpu-01", "gpu-02"))
                        .orElseThrow()
                        .key())
                .isEqualTo("baseline.of-other-cluster");
    }
}
