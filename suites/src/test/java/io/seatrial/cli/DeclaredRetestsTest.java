package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.Profile;
import io.seatrial.inventory.Selection;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What is measured again where nothing was measured. */
class DeclaredRetestsTest {
    private static final Set<String> HOSTS = Set.of("soft-1", "soft-2", "soft-3");
    private static final Prepared PREPARED =
            Prepared.read(Path.of("..", "inventory", "soft-rdma"), Profile.BRINGUP, Selection.ALL, 1);

    /** Nobody has a contact with what is no host. */
    private static Predicate<String> reachable(String... reached) {
        return host -> {
            assertThat(HOSTS).contains(host);
            return Arrays.asList(reached).contains(host);
        };
    }

    private static Set<SubjectId> doubtful(String ask, SubjectId.Kind kind, String name, String... reached) {
        Metric metric = new Metric("m", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
        Survey survey = Survey.of(ask, metric, new TreeSet<>(Set.of(new SubjectId(kind, name))), List.of());
        return new DeclaredRetests(PREPARED, reachable(reached), new ArrayList<>()).doubtful(survey);
    }

    @Test
    void a_group_that_gave_nothing_is_not_run_again_and_its_name_is_taken_for_no_host() {
        assertThat(doubtful("collective.all-reduce.all", SubjectId.Kind.GROUP, "all rail 0", "soft-1"))
                .isEmpty();
    }

    @Test
    void a_flow_that_gave_nothing_is_measured_again_where_one_of_its_ends_can_be() {
        String ask = "rdma.write-bandwidth.alone";
        String flow = "soft-1/rxe0>soft-2/rxe0";
        assertThat(doubtful(ask, SubjectId.Kind.FLOW, flow, "soft-1")).hasSize(1);
        assertThat(doubtful(ask, SubjectId.Kind.FLOW, flow, "soft-1", "soft-2")).isEmpty();
        assertThat(doubtful(ask, SubjectId.Kind.FLOW, flow)).isEmpty();
    }
}
