package io.seatrial.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.SmallFabric;
import io.seatrial.criteria.Told;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.plan.PathClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Suspects from what groups of ranks get together, on hosts gpu-01 to gpu-04 with a rail on each of two leaves. */
class GroupDiagnosisTest {
    private static final Verdict GOOD =
            new Verdict.Pass(Message.of("limit.pass.at-least"), Optional.empty(), Optional.empty());
    private static final Verdict BAD = new Verdict.Fail(Message.of("limit.fail.at-least"), Optional.empty());
    private static final String PAIRS = "collective.all-reduce.pairs";
    private static final String RAIL = "collective.all-reduce.rail";

    private final List<GroupFinding> groups = new ArrayList<>();

    private List<Suspect> suspects() {
        List<Suspect> suspects =
                Diagnosis.suspects(new Symptoms(List.of(), groups, SmallFabric.links(), List.of(), Map.of(), Map.of()));
        for (Suspect suspect : suspects) {
            Told.assertTold(suspect.message());
            assertThat(suspect.decide()).isNotEmpty().allSatisfy(Told::assertTold);
        }
        return suspects;
    }

    private static Verdict verdict(boolean bad) {
        return bad ? BAD : GOOD;
    }

    /** Two NICs of one rail. */
    private void pair(String ask, int one, int other, int rail, boolean bad) {
        Flow flow = SmallFabric.within(one, other, rail);
        String name = flow.from().id() + "+" + flow.to().id();
        Group group = new Group(name, GroupShape.PAIRS, List.of(flow.from(), flow.to()));
        groups.add(new GroupFinding(group, ask, verdict(bad), List.of(flow)));
    }

    private void everyPair(int rail, Predicate<List<Integer>> bad) {
        for (int one = 1; one <= 4; one++) {
            for (int other = one + 1; other <= 4; other++) {
                pair(PAIRS, one, other, rail, bad.test(List.of(one, other)));
            }
        }
    }

    /** All NICs of a rail in a ring, and its steps two by two where it failed. */
    private void ring(int rail, boolean bad, Predicate<List<Integer>> badSteps) {
        List<Flow> steps = IntStream.rangeClosed(1, 4)
                .mapToObj(host -> SmallFabric.within(host, host % 4 + 1, rail))
                .toList();
        List<RdmaPort> ranks = steps.stream().map(Flow::from).toList();
        groups.add(new GroupFinding(new Group("rail " + rail, GroupShape.RAIL, ranks), RAIL, verdict(bad), steps));
        if (bad) {
            IntStream.rangeClosed(1, 4)
                    .forEach(host -> pair(RAIL, host, host % 4 + 1, rail, badSteps.test(List.of(host, host % 4 + 1))));
        }
    }

    /** Hosts whose GPUs play the ranks. */
    private void ofGpus(String ask, boolean bad, int... hosts) {
        List<RdmaPort> ranks = IntStream.of(hosts)
                .boxed()
                .flatMap(host -> Stream.of(SmallFabric.port(host, 0), SmallFabric.port(host, 1)))
                .toList();
        String name =
                String.join("+", ranks.stream().map(RdmaPort::host).distinct().toList());
        GroupShape shape = hosts.length == 1 ? GroupShape.HOST : GroupShape.PAIRS;
        groups.add(new GroupFinding(new Group(name, shape, ranks), ask, verdict(bad), List.of()));
    }

    private static SubjectId host(int number) {
        return new SubjectId(Kind.HOST, SmallFabric.hostName(number));
    }

    @Test
    void where_every_group_does_well_nothing_is_suspected() {
        everyPair(0, pair -> false);
        ring(0, false, pair -> false);
        assertThat(suspects()).isEmpty();
    }

    @Test
    void a_nic_that_is_slow_with_every_partner_is_the_only_suspect_and_explains_the_ring() {
        everyPair(0, pair -> pair.contains(2));
        everyPair(1, pair -> false);
        ring(0, true, pair -> pair.contains(2));
        assertThat(suspects()).extracting(Suspect::subject).containsExactly(new SubjectId(Kind.PORT, "gpu-02/mlx5_0"));
    }

    @Test
    void the_steps_of_a_ring_that_failed_name_the_port_that_two_of_them_share() {
        ring(0, true, pair -> pair.contains(3));
        ring(1, false, pair -> false);
        List<Suspect> suspects = suspects();
        assertThat(suspects.get(0).subject()).isEqualTo(new SubjectId(Kind.PORT, "gpu-03/mlx5_0"));
        assertThat(suspects).noneMatch(suspect -> suspect.subject().kind() == Kind.GROUP);
    }

    @Test
    void a_single_slow_step_accuses_one_of_its_two_ends() {
        ring(0, true, pair -> pair.equals(List.of(1, 2)));
        assertThat(suspects().get(0).subject().name()).isIn("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        assertThat(suspects().get(0).alsoPossible())
                .extracting(SubjectId::name)
                .containsAnyOf("gpu-01/mlx5_0", "gpu-02/mlx5_0");
    }

    @Test
    void a_ring_that_fails_while_all_its_steps_are_good_is_suspected_as_a_whole() {
        ring(0, true, pair -> false);
        Suspect suspect = suspects().get(0);
        assertThat(suspect.subject()).isEqualTo(new SubjectId(Kind.GROUP, "rail 0"));
        assertThat(suspect.message().key()).isEqualTo("suspect.whole-ring");
    }

    @Test
    void steps_that_are_good_alone_and_share_uplinks_accuse_the_uplinks() {
        List<Flow> steps = List.of(SmallFabric.across(1, 2), SmallFabric.across(3, 4));
        List<RdmaPort> ranks = steps.stream()
                .flatMap(step -> Stream.of(step.from(), step.to()))
                .toList();
        groups.add(new GroupFinding(new Group("all", GroupShape.ALL, ranks), "collective.all-reduce.all", BAD, steps));
        steps.forEach(step -> groups.add(new GroupFinding(
                new Group(step.id(), GroupShape.ALL, List.of(step.from(), step.to())),
                "collective.all-reduce.all",
                GOOD,
                List.of(step))));
        List<Suspect> suspects = suspects();
        assertThat(suspects).hasSize(1);
        assertThat(suspects.get(0).message().key()).isEqualTo("suspect.common-part");
        assertThat(suspects.get(0).alsoPossible())
                .containsExactlyElementsOf(SmallFabric.uplinks().stream()
                        .map(link -> link.subject())
                        .toList());
    }

    /** A port of leaf {@code from} with one of leaf {@code to}, over the uplinks of both. */
    private void meeting(int from, int to, int host, boolean bad) {
        List<Link> uplinks = Stream.of(from, to)
                .flatMap(leaf -> Stream.of(SmallFabric.uplink(leaf, 1), SmallFabric.uplink(leaf, 2)))
                .toList();
        Flow flow = new Flow(
                at(from, host),
                at(to, host),
                PathClass.ACROSS_LEAVES,
                List.of(down(from, host), down(to, host)),
                uplinks);
        String name = flow.from().id() + "+" + flow.to().id();
        groups.add(new GroupFinding(
                new Group(name, GroupShape.HALVES, List.of(flow.from(), flow.to())),
                RAIL,
                verdict(bad),
                List.of(flow)));
    }

    private static RdmaPort at(int leaf, int host) {
        return SmallFabric.port(host, leaf - 1);
    }

    private static Link down(int leaf, int host) {
        return SmallFabric.hostLink(host, leaf - 1);
    }

    @Test
    void steps_that_fail_now_and_then_with_every_other_leaf_accuse_the_uplinks_of_theirs() {
        for (int leaf = 2; leaf <= 4; leaf++) {
            meeting(1, leaf, 1, true);
            meeting(1, leaf, 2, leaf > 2);
            meeting(1, leaf, 1, leaf > 3);
            meeting(1, leaf, 2, false);
        }
        for (int leaf = 3; leaf <= 4; leaf++) {
            meeting(2, leaf, 1, false);
            meeting(2, leaf, 2, false);
        }
        meeting(1, 2, 1, false);
        meeting(3, 4, 1, false);
        List<Suspect> suspects = suspects();
        assertThat(suspects).hasSize(1);
        assertThat(suspects.get(0).subject()).isEqualTo(new SubjectId(Kind.SWITCH, "leaf-1"));
        assertThat(suspects.get(0).message().key()).isEqualTo("suspect.uplinks");
        assertThat(suspects.get(0).alsoPossible())
                .containsExactly(
                        SmallFabric.uplink(1, 1).subject(),
                        SmallFabric.uplink(1, 2).subject());
    }

    @Test
    void a_port_that_fails_across_leaves_and_never_does_well_is_suspected_and_no_uplink_is() {
        for (int leaf = 2; leaf <= 4; leaf++) {
            meeting(1, leaf, 1, true);
            meeting(1, leaf, 2, false);
        }
        assertThat(suspects().get(0).subject()).isEqualTo(new SubjectId(Kind.PORT, "gpu-01/mlx5_0"));
    }

    @Test
    void a_group_whose_steps_nobody_measured_is_suspected_with_all_its_hosts() {
        groups.add(new GroupFinding(
                new Group(
                        "all",
                        GroupShape.ALL,
                        List.of(SmallFabric.port(1, 0), SmallFabric.port(2, 0), SmallFabric.port(3, 0))),
                "collective.all-reduce.all",
                BAD,
                List.of()));
        Suspect suspect = suspects().get(0);
        assertThat(suspect.message().key()).isEqualTo("suspect.group");
        assertThat(suspect.alsoPossible()).containsExactly(host(1), host(2), host(3));
    }

    @Test
    void a_host_whose_gpus_fail_alone_is_suspected_before_the_fabric_and_explains_its_pairs() {
        for (int one = 1; one <= 4; one++) {
            ofGpus("collective.all-reduce.host", one == 2, one);
            for (int other = one + 1; other <= 4; other++) {
                ofGpus(PAIRS, one == 2 || other == 2, one, other);
            }
        }
        List<Suspect> suspects = suspects();
        assertThat(suspects).extracting(Suspect::subject).containsExactly(host(2));
        assertThat(suspects.get(0).message().key()).isEqualTo("suspect.host-alone");
        assertThat(suspects.get(0).message().values()).containsEntry("failing", 4L);
    }

    @Test
    void a_host_that_fails_in_its_pairs_only_is_named_by_the_third_host() {
        for (int one = 1; one <= 4; one++) {
            ofGpus("collective.all-reduce.host", false, one);
            for (int other = one + 1; other <= 4; other++) {
                ofGpus(PAIRS, one == 3 || other == 3, one, other);
            }
        }
        List<Suspect> suspects = suspects();
        assertThat(suspects).extracting(Suspect::subject).containsExactly(host(3));
        assertThat(suspects.get(0).message().key()).isEqualTo("suspect.host-in-pairs");
    }

    @Test
    void one_pair_of_hosts_that_fails_leaves_open_which_end_it_is() {
        ofGpus(PAIRS, true, 1, 2);
        ofGpus(PAIRS, false, 1, 3);
        ofGpus(PAIRS, false, 2, 4);
        List<Suspect> suspects = suspects();
        assertThat(suspects).hasSize(1);
        assertThat(suspects.get(0).subject()).isEqualTo(new SubjectId(Kind.GROUP, "gpu-01+gpu-02"));
        assertThat(suspects.get(0).alsoPossible()).containsExactly(host(1), host(2));
    }
}
