package io.seatrial.plan;

import static io.seatrial.plan.Fabrics.port;
import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetestTest {
    private static final Cluster CLUSTER = Fabrics.railOptimised(6, 6, 2, 2, 1, 0);

    @Test
    void measures_the_pair_again_and_each_end_with_another_partner_of_its_rail_and_class() {
        Flow failing = flow("gpu-0001/mlx5_0", "gpu-0002/mlx5_0");

        Retest retest = Retest.withKnownGood(CLUSTER, failing, Set.of(failing.subject()), 1);

        assertThat(retest.flows()).hasSize(3).allMatch(flow -> flow.pathClass() == PathClass.WITHIN_LEAF);
        assertThat(retest.flows().get(0)).isEqualTo(failing);
        assertThat(retest.flows().get(1).from()).isEqualTo(failing.from());
        assertThat(retest.flows().get(1).to().device()).isEqualTo("mlx5_0");
        assertThat(retest.flows().get(2).to()).isEqualTo(failing.to());
        assertThat(retest.flows().get(2).from().device()).isEqualTo("mlx5_0");
        assertThat(retest.flows().subList(1, 3))
                .noneMatch(flow -> flow.from().host().equals("gpu-0001")
                        && flow.to().host().equals("gpu-0002"));
        assertThat(retest.notes()).isEmpty();
    }

    @Test
    void a_flow_across_leaves_keeps_the_rail_of_each_end() {
        Flow failing = flow("gpu-0001/mlx5_0", "gpu-0002/mlx5_1");

        Retest retest = Retest.withKnownGood(CLUSTER, failing, Set.of(), 1);

        assertThat(retest.flows()).hasSize(3).allMatch(flow -> flow.pathClass() == PathClass.ACROSS_LEAVES);
        assertThat(retest.flows().get(1).to().device()).isEqualTo("mlx5_1");
        assertThat(retest.flows().get(2).from().device()).isEqualTo("mlx5_0");
    }

    @Test
    void the_same_seed_takes_the_same_partners_and_another_may_take_others() {
        Flow failing = flow("gpu-0001/mlx5_0", "gpu-0002/mlx5_0");
        Set<String> partners = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            Retest retest = Retest.withKnownGood(CLUSTER, failing, Set.of(), seed);
            assertThat(Retest.withKnownGood(Fabrics.shuffled(CLUSTER, seed), failing, Set.of(), seed)
                            .flows()
                            .get(1)
                            .id())
                    .isEqualTo(retest.flows().get(1).id());
            partners.add(retest.flows().get(1).to().host());
        }
        assertThat(partners).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "HOST, gpu-0003",
        "PORT, gpu-0003/mlx5_0",
        "LINK, gpu-0003/mlx5_0~leaf-1-0/d2.0",
        "FLOW, gpu-0003/mlx5_0>gpu-0004/mlx5_0",
        "FLOW, gpu-0004/mlx5_0>gpu-0003/mlx5_0",
    })
    void what_is_bad_vouches_for_nothing(Kind kind, String name) {
        Flow failing = flow("gpu-0001/mlx5_0", "gpu-0002/mlx5_0");
        for (long seed = 0; seed < 20; seed++) {
            Retest retest = Retest.withKnownGood(CLUSTER, failing, Set.of(new SubjectId(kind, name)), seed);
            assertThat(retest.flows())
                    .hasSize(3)
                    .noneMatch(flow -> flow.from().host().equals("gpu-0003")
                            || flow.to().host().equals("gpu-0003"));
        }
    }

    @Test
    void a_port_that_fails_with_everybody_does_not_make_everybody_bad() {
        Cluster four = Fabrics.railOptimised(4, 4, 1, 1, 1, 0);
        Paths paths = Paths.of(four);
        Set<SubjectId> bad = new HashSet<>();
        for (int i = 2; i <= 4; i++) {
            bad.add(paths.flow(port(four, "gpu-0001/mlx5_0"), port(four, "gpu-000" + i + "/mlx5_0"))
                    .subject());
        }
        Flow failing = paths.flow(port(four, "gpu-0001/mlx5_0"), port(four, "gpu-0002/mlx5_0"));

        assertThat(Retest.withKnownGood(four, failing, bad, 1).flows()).hasSize(3);
    }

    @Test
    void an_end_without_a_good_partner_is_named() {
        Cluster two = Fabrics.railOptimised(2, 2, 1, 1, 1, 0);
        Flow failing = Paths.of(two).flow(port(two, "gpu-0001/mlx5_0"), port(two, "gpu-0002/mlx5_0"));

        Retest retest = Retest.withKnownGood(two, failing, Set.of(), 1);

        assertThat(retest.flows()).containsExactly(failing);
        assertThat(retest.notes())
                .containsExactly(
                        "gpu-0001/mlx5_0: no known-good partner in place of gpu-0002/mlx5_0 with a path within-leaf, so that the two ends cannot be told apart by it",
                        "gpu-0002/mlx5_0: no known-good partner in place of gpu-0001/mlx5_0 with a path within-leaf, so that the two ends cannot be told apart by it");
    }

    @Test
    void flows_that_share_an_end_run_one_after_the_other() {
        Flow failing = flow("gpu-0001/mlx5_0", "gpu-0002/mlx5_0");

        Retest retest = Retest.withKnownGood(CLUSTER, failing, Set.of(), 1);

        assertThat(retest.rounds(CLUSTER).get(0).flows()).containsExactly(failing);
        new RoundRules(CLUSTER).check(retest.rounds(CLUSTER));
    }

    private static Flow flow(String from, String to) {
        return Paths.of(CLUSTER).flow(port(CLUSTER, from), port(CLUSTER, to));
    }
}
