package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.Profile;
import io.seatrial.inventory.Selection;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.probe.CollectiveProbe;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DeclaredRetestsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    /** What is asked here of a name that is no host ended a whole run: names of groups are not those of flows. */
    @Test
    void a_group_without_one_of_its_hosts_is_not_measured_again() {
        Prepared prepared =
                Prepared.read(Path.of("../inventory/virtual-collectives"), Profile.BRINGUP, Selection.ALL, 1);
        SubjectId group = new SubjectId(SubjectId.Kind.GROUP, "gpu-01/mlx5_0+gpu-03/mlx5_0");
        Measurement lost = Measurement.absent(
                CollectiveProbe.BUS_BANDWIDTH,
                group,
                Message.of("plain", "text", "host gpu-03: no contact"),
                new Conditions(Map.of()),
                new Provenance(0, 0, NOON, NOON.plusSeconds(1), "probe", ""));
        Survey survey = Survey.of(
                "collective.send-recv.halves",
                CollectiveProbe.BUS_BANDWIDTH,
                new TreeSet<>(Set.of(group)),
                List.of(lost));
        List<String> asked = new ArrayList<>();
        DeclaredRetests retests = new DeclaredRetests(prepared, asked::add, new ArrayList<>());
        assertThat(retests.doubtful(survey)).isEmpty();
        assertThat(asked).isEmpty();
    }
}
