package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.criteria.OverallVerdict;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Texts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that asked traffic and measured none is accepted by nothing else that it read. */
class TrafficTest {
    private static final Path VIRTUAL = Path.of("..", "inventory", "virtual");
    private static final Metric METRIC =
            new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    private static final Instant AT = Instant.parse("2026-02-01T06:00:00Z");
    private static final String ASK = "bandwidth.alone";
    private static final String FLOW = "gpu-01/mlx5_0>gpu-02/mlx5_0";

    @TempDir
    Path runs;

    private RunArchive archive;

    @BeforeEach
    void begin() {
        Cluster cluster = ClusterFile.read(VIRTUAL);
        archive = RunArchive.create(
                runs,
                new RunHeader(
                        RunHeader.FORMAT,
                        "r1",
                        cluster.name(),
                        cluster.hash(),
                        "nightly",
                        1,
                        AT,
                        List.of(),
                        Map.of(),
                        "0"),
                VIRTUAL);
    }

    private void measured(String ask, OptionalLong value) {
        SubjectId subject = new SubjectId(SubjectId.Kind.FLOW, FLOW);
        Optional<Message> absent =
                value.isPresent() ? Optional.empty() : Optional.of(Message.of("plain", "text", "no answer"));
        archive.append(new RoundRecord(
                ask,
                0,
                0,
                List.of(new Measurement(
                        METRIC,
                        subject,
                        value,
                        absent,
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        new Conditions(Map.of()),
                        new Provenance(0, 0, AT, AT, "probe", "")))));
    }

    private OverallVerdict accepted() {
        return Traffic.of(archive).over(OverallVerdict.ACCEPTED);
    }

    @Test
    void a_night_that_left_out_everything_is_not_proven_and_says_why() {
        archive.append(new AskRecord(ASK, METRIC, 0, List.of(), List.of(FLOW)));
        archive.append(new AskRecord("links.state", METRIC, 1, List.of("gpu-01/mlx5_0~leaf-01/1")));
        measured("links.state", OptionalLong.of(1));

        assertThat(accepted()).isEqualTo(OverallVerdict.NOT_PROVEN);
        assertThat(Texts.sentence(Traffic.of(archive).missing().orElseThrow()))
                .contains("at least one of bandwidth.alone, saw none (1 flows and groups are left to other nights)");
        assertThat(Traffic.of(archive).isWhole()).isFalse();
    }

    @Test
    void what_was_asked_in_vain_is_not_proven() {
        archive.append(new AskRecord(ASK, METRIC, 1, List.of(FLOW)));
        measured(ASK, OptionalLong.empty());

        assertThat(accepted()).isEqualTo(OverallVerdict.NOT_PROVEN);
    }

    @Test
    void one_value_of_traffic_is_enough_and_readings_alone_need_none() {
        archive.append(new AskRecord("links.state", METRIC, 1, List.of("gpu-01/mlx5_0~leaf-01/1")));
        assertThat(accepted()).isEqualTo(OverallVerdict.ACCEPTED);

        archive.append(new AskRecord(ASK, METRIC, 1, List.of(FLOW), List.of("gpu-02/mlx5_0>gpu-01/mlx5_0")));
        measured(ASK, OptionalLong.of(1));
        assertThat(accepted()).isEqualTo(OverallVerdict.ACCEPTED);
        assertThat(Traffic.of(archive).missing()).isEmpty();
        assertThat(Traffic.of(archive).isWhole()).isFalse();
    }

    @Test
    void what_is_worse_than_not_proven_stays_so() {
        archive.append(new AskRecord(ASK, METRIC, 0, List.of(), List.of(FLOW)));

        assertThat(Traffic.of(archive).over(OverallVerdict.REJECTED)).isEqualTo(OverallVerdict.REJECTED);
        assertThat(Traffic.of(archive).over(OverallVerdict.RUN_FAILED)).isEqualTo(OverallVerdict.RUN_FAILED);
    }
}
