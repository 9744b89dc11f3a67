package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ThroughLinksTest {
    private static final List<Flow> WITHIN = SmallFabric.withinRail();
    private static final List<Flow> ACROSS = SmallFabric.acrossLeaves();
    private static final Link BAD = SmallFabric.hostLink(2, 0);

    private static Verdict good(long nanos) {
        return new Verdict.Pass(Message.of("limit.pass.at-most"), evidence(nanos), Optional.empty());
    }

    private static Verdict bad(long nanos) {
        return new Verdict.Fail(Message.of("limit.fail.at-most"), evidence(nanos));
    }

    private static Verdict unproven() {
        return new Verdict.NotProven(Message.of("probe.timed-out", "after", 30L), Optional.empty());
    }

    private static Optional<Evidence> evidence(long nanos) {
        return Optional.of(new Evidence(
                new Quantity(nanos, Unit.NANOSECONDS), Optional.empty(), Optional.empty(), Direction.LOWER_IS_BETTER));
    }

    private static Map<SubjectId, Verdict> verdicts(Collection<Flow> flows, Predicate<Flow> isBad) {
        Map<SubjectId, Verdict> verdicts = new HashMap<>();
        flows.forEach(flow -> verdicts.put(flow.subject(), isBad.test(flow) ? bad(30) : good(8)));
        return verdicts;
    }

    private static List<SubjectId> failing(SortedMap<SubjectId, Verdict> links) {
        return links.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Verdict.Fail)
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void where_every_flow_is_good_every_link_passes_with_its_best_flow() {
        Map<SubjectId, Verdict> verdicts = verdicts(WITHIN, flow -> false);
        verdicts.put(SmallFabric.within(2, 3, 0).subject(), good(7));
        SortedMap<SubjectId, Verdict> links = ThroughLinks.judge(WITHIN, SmallFabric.hostLinks(), verdicts);
        assertThat(links).hasSize(8);
        links.values()
                .forEach(verdict -> assertThat(Told.passes(verdict).watch()).isEmpty());
        assertThat(links.get(BAD.subject()).evidence().orElseThrow().seen().value())
                .isEqualTo(7);
        assertThat(links.get(SmallFabric.hostLink(1, 0).subject())
                        .evidence()
                        .orElseThrow()
                        .seen()
                        .value())
                .isEqualTo(8);
    }

    @Test
    void one_slow_link_fails_alone_and_its_partners_pass_with_a_remark_that_names_it() {
        Map<SubjectId, Verdict> verdicts =
                verdicts(WITHIN, flow -> flow.certain().contains(BAD));
        SortedMap<SubjectId, Verdict> links = ThroughLinks.judge(WITHIN, SmallFabric.hostLinks(), verdicts);
        assertThat(failing(links)).containsExactly(BAD.subject());
        Verdict.Fail fail = Told.fails(links.get(BAD.subject()));
        assertThat(fail.message().values()).containsEntry("failing", 6L).containsEntry("proven", 6L);
        Verdict.Pass partner = Told.passes(links.get(SmallFabric.hostLink(1, 0).subject()));
        assertThat(partner.watch().orElseThrow().values()).containsEntry("where", BAD.id());
        assertThat(Told.passes(links.get(SmallFabric.hostLink(1, 1).subject())).watch())
                .isEmpty();
    }

    @Test
    void a_single_failing_flow_between_two_good_links_fails_both_because_nothing_else_explains_it() {
        Map<SubjectId, Verdict> verdicts = verdicts(WITHIN, flow -> flow.equals(SmallFabric.within(1, 2, 0)));
        SortedMap<SubjectId, Verdict> links = ThroughLinks.judge(WITHIN, SmallFabric.hostLinks(), verdicts);
        assertThat(failing(links)).containsExactly(SmallFabric.hostLink(1, 0).subject(), BAD.subject());
        assertThat(Told.fails(links.get(BAD.subject())).message().key()).isEqualTo("link.fails-or");
    }

    @Test
    void a_link_whose_flows_are_all_not_proven_is_not_proven_with_their_cause() {
        Map<SubjectId, Verdict> verdicts = verdicts(WITHIN, flow -> false);
        WITHIN.stream()
                .filter(flow -> flow.certain().contains(BAD))
                .forEach(flow -> verdicts.put(flow.subject(), unproven()));
        SortedMap<SubjectId, Verdict> links = ThroughLinks.judge(WITHIN, SmallFabric.hostLinks(), verdicts);
        Told.notProven(links.get(BAD.subject()), "probe.timed-out");
        Told.passes(links.get(SmallFabric.hostLink(1, 0).subject()));
    }

    @Test
    void a_link_that_no_flow_crosses_is_not_proven() {
        SortedMap<SubjectId, Verdict> links = ThroughLinks.judge(List.of(), SmallFabric.hostLinks(), Map.of());
        assertThat(links).hasSize(8);
        links.values().forEach(verdict -> Told.notProven(verdict, "link.no-proven-flow"));
    }

    @Test
    void a_flow_without_a_verdict_proves_nothing() {
        SortedMap<SubjectId, Verdict> links = ThroughLinks.judge(WITHIN, SmallFabric.hostLinks(), Map.of());
        links.values().forEach(verdict -> Told.notProven(verdict, "link.no-proven-flow"));
    }

    @Test
    void the_proven_flows_alone_decide_where_some_are_not_proven() {
        Map<SubjectId, Verdict> verdicts =
                verdicts(WITHIN, flow -> flow.certain().contains(BAD));
        verdicts.put(SmallFabric.within(2, 3, 0).subject(), unproven());
        assertThat(failing(ThroughLinks.judge(WITHIN, SmallFabric.hostLinks(), verdicts)))
                .containsExactly(BAD.subject());
    }

    @Test
    void uplinks_that_good_flows_can_hardly_all_have_missed_pass_and_state_the_chance() {
        SortedMap<SubjectId, Verdict> links =
                ThroughLinks.judge(ACROSS, SmallFabric.links(), verdicts(ACROSS, flow -> false));
        // 12 flows over one of 2 uplinks each: (1/2)^12 = 244 ppm.
        Verdict.Pass pass = Told.passes(links.get(SmallFabric.uplink(1, 2).subject()));
        assertThat(pass.message().key()).isEqualTo("link.passes-by-chance");
        assertThat(pass.message().values()).containsEntry("missed-ppm", 245L);
    }

    @Test
    void uplinks_that_too_few_good_flows_may_have_crossed_are_not_proven() {
        List<Flow> nine = ACROSS.subList(0, 9);
        SortedMap<SubjectId, Verdict> links =
                ThroughLinks.judge(nine, SmallFabric.links(), verdicts(nine, flow -> false));
        Told.notProven(links.get(SmallFabric.uplink(1, 2).subject()), "link.perhaps-not-crossed");
    }

    @Test
    void flows_that_fail_although_their_own_links_are_good_are_laid_on_the_uplinks() {
        Map<SubjectId, Verdict> verdicts = verdicts(
                ACROSS, flow -> flow.equals(SmallFabric.across(1, 2)) || flow.equals(SmallFabric.across(3, 4)));
        SortedMap<SubjectId, Verdict> links = ThroughLinks.judge(ACROSS, SmallFabric.links(), verdicts);
        assertThat(failing(links))
                .containsExactlyElementsOf(SmallFabric.uplinks().stream()
                        .map(Link::subject)
                        .sorted()
                        .toList());
        assertThat(Told.passes(links.get(SmallFabric.hostLink(1, 0).subject())).watch())
                .isPresent();
    }

    @Test
    void where_uplinks_are_not_judged_the_links_of_the_hosts_answer_for_the_flow() {
        Map<SubjectId, Verdict> verdicts = verdicts(ACROSS, flow -> flow.equals(SmallFabric.across(1, 2)));
        assertThat(failing(ThroughLinks.judge(ACROSS, SmallFabric.hostLinks(), verdicts)))
                .containsExactly(
                        SmallFabric.hostLink(1, 0).subject(),
                        SmallFabric.hostLink(2, 1).subject());
    }

    @Test
    void a_failing_flow_over_links_that_nobody_judges_is_refused_and_not_lost() {
        Map<SubjectId, Verdict> verdicts = verdicts(WITHIN, flow -> true);
        assertThatThrownBy(() -> ThroughLinks.judge(WITHIN, SmallFabric.uplinks(), verdicts))
                .hasMessageContaining("crosses none of the links");
    }

    static Stream<Long> seeds() {
        return IntStream.range(0, 200).mapToObj(i -> 7_919L * i);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void every_failing_flow_leads_to_a_failing_link_and_nothing_fails_without_one(long seed) {
        Random random = new Random(seed);
        List<Flow> flows = new ArrayList<>(WITHIN);
        flows.addAll(ACROSS);
        Map<SubjectId, Verdict> verdicts = new HashMap<>();
        double badShare = random.nextDouble();
        for (Flow flow : flows) {
            double draw = random.nextDouble();
            verdicts.put(flow.subject(), draw < 0.2 ? unproven() : draw < 0.2 + 0.8 * badShare ? bad(30) : good(8));
        }
        Collection<Link> judged = random.nextBoolean() ? SmallFabric.links() : SmallFabric.hostLinks();
        List<SubjectId> failing = failing(ThroughLinks.judge(flows, judged, verdicts));
        for (Flow flow : flows) {
            if (verdicts.get(flow.subject()) instanceof Verdict.Fail) {
                assertThat(crossed(flow)).as("seed %d, %s", seed, flow.id()).anyMatch(failing::contains);
            }
        }
        for (SubjectId link : failing) {
            assertThat(flows)
                    .as("seed %d, %s", seed, link)
                    .anyMatch(flow -> verdicts.get(flow.subject()) instanceof Verdict.Fail
                            && crossed(flow).contains(link));
        }
    }

    private static List<SubjectId> crossed(Flow flow) {
        return Stream.concat(flow.certain().stream(), flow.possible().stream())
                .map(Link::subject)
                .toList();
    }
}
