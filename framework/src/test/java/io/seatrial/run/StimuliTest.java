package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.StimulusRecord;
import io.seatrial.criteria.SmallFabric;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a switch marked in an earlier run counts for 30 days, as long as it is configured as it was. */
class StimuliTest {
    private static final Instant TODAY = Instant.parse("2026-11-30T10:00:00Z");
    private static final String KMIN = "kmin=1048576 kmax=2097152 pmax=5";
    private static final Cluster CLUSTER = SmallFabric.cluster();

    @TempDir
    private Path folder;

    private RunArchive run(String id, Instant started, String thresholds) {
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                id,
                CLUSTER.name(),
                CLUSTER.hash(),
                "bringup",
                7,
                started,
                List.of(),
                Map.of(),
                "test");
        RunArchive archive = RunArchive.create(folder, header, folder);
        archive.appendSettings(List.of(
                Setting.of(new SubjectId(SubjectId.Kind.PORT, "leaf-1/Ethernet1"), Setting.ECN + "3", thresholds)));
        return archive;
    }

    private RunArchive proven(String id, Instant started) {
        RunArchive archive = run(id, started, KMIN);
        String fingerprint = Stimuli.fingerprint(archive.settings(), "leaf-1").orElseThrow();
        archive.append(new StimulusRecord("gpu-01/mlx5_0~leaf-1/Ethernet1", "leaf-1", fingerprint, 42, id, started));
        return archive;
    }

    private List<StimulusRecord> onRecord(RunArchive now) {
        return Stimuli.onRecord(folder.resolve(CLUSTER.name()), now);
    }

    @Test
    void a_run_of_last_week_counts_and_is_named() {
        proven("old", TODAY.minus(Duration.ofDays(7)));
        assertThat(onRecord(run("now", TODAY, KMIN)))
                .singleElement()
                .satisfies(record -> assertThat(record.run()).isEqualTo("old"));
    }

    @Test
    void a_run_of_31_days_ago_does_not_count() {
        proven("old", TODAY.minus(Duration.ofDays(31)));
        assertThat(onRecord(run("now", TODAY, KMIN))).isEmpty();
    }

    @Test
    void what_was_seen_after_the_run_does_not_count() {
        assertThat(Stimuli.counts(TODAY.plusSeconds(1), TODAY)).isFalse();
        assertThat(Stimuli.counts(TODAY.minusSeconds(1), TODAY)).isTrue();
    }

    @Test
    void another_threshold_makes_it_void() {
        proven("old", TODAY.minus(Duration.ofDays(1)));
        assertThat(onRecord(run("now", TODAY, "kmin=2097152 kmax=4194304 pmax=5")))
                .isEmpty();
    }

    @Test
    void what_a_run_only_cites_is_not_cited_again() {
        RunArchive cites = run("cites", TODAY.minus(Duration.ofDays(1)), KMIN);
        String fingerprint = Stimuli.fingerprint(cites.settings(), "leaf-1").orElseThrow();
        cites.append(new StimulusRecord(
                "gpu-01/mlx5_0~leaf-1/Ethernet1",
                "leaf-1",
                fingerprint,
                42,
                "long-ago",
                TODAY.minus(Duration.ofDays(29))));
        assertThat(onRecord(run("now", TODAY.plus(Duration.ofDays(20)), KMIN))).isEmpty();
    }

    @Test
    void a_switch_of_which_nothing_could_be_read_has_no_fingerprint() {
        assertThat(Stimuli.fingerprint(List.of(), "leaf-1")).isEmpty();
    }
}
