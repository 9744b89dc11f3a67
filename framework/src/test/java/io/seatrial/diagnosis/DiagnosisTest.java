package io.seatrial.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.SmallFabric;
import io.seatrial.criteria.Told;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DiagnosisTest {
    private static final Verdict GOOD =
            new Verdict.Pass(Message.of("limit.pass.at-most"), Optional.empty(), Optional.empty());
    private static final Verdict BAD = new Verdict.Fail(Message.of("limit.fail.at-most"), Optional.empty());
    private static final Verdict UNPROVEN = new Verdict.NotProven(Message.of("probe.timed-out"), Optional.empty());
    private static final Message REFUSED = Message.of("ssh.refused", "host", "gpu-03");

    /** What one run measures: latency within rails and across leaves, bandwidth within rails. */
    private static List<Finding> run(Function<Finding, Verdict> verdict) {
        List<Finding> findings = new ArrayList<>();
        for (String ask : List.of("latency.within-rail", "bandwidth.alone", "bandwidth.together")) {
            SmallFabric.withinRail().forEach(flow -> findings.add(new Finding(flow, ask, GOOD)));
        }
        SmallFabric.acrossLeaves().forEach(flow -> findings.add(new Finding(flow, "latency.across-leaves", GOOD)));
        return findings.stream()
                .map(finding -> new Finding(finding.flow(), finding.ask(), verdict.apply(finding)))
                .toList();
    }

    private static List<Suspect> suspects(List<Finding> findings) {
        return suspects(findings, List.of(), Map.of());
    }

    private static List<Suspect> suspects(
            List<Finding> findings, List<Judgement> readings, Map<String, Message> withoutContact) {
        List<Suspect> suspects = Diagnosis.suspects(new Symptoms(
                findings,
                SmallFabric.links(),
                readings.stream().map(one -> new Reading(one, List.of())).toList(),
                withoutContact,
                Map.of()));
        for (Suspect suspect : suspects) {
            Told.assertTold(suspect.message());
            suspect.decide().forEach(Told::assertTold);
            assertThat(suspect.decide()).isNotEmpty();
        }
        assertThat(suspects)
                .extracting(Suspect::rank)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, suspects.size()).boxed().toList());
        return suspects;
    }

    private static Predicate<Finding> over(Link link) {
        return finding -> finding.flow().certain().contains(link);
    }

    private static Function<Finding, Verdict> badWhere(Predicate<Finding> bad) {
        return finding -> bad.test(finding) ? BAD : GOOD;
    }

    private static SubjectId port(Link link) {
        return new SubjectId(SubjectId.Kind.PORT, link.a().toString());
    }

    static Stream<Link> hostLinks() {
        return SmallFabric.hostLinks().stream();
    }

    @Test
    void where_everything_is_good_nothing_is_suspected() {
        assertThat(suspects(run(finding -> GOOD))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("hostLinks")
    void a_slow_link_of_a_host_is_the_only_suspect_named_by_host_and_device(Link link) {
        List<Suspect> suspects = suspects(run(badWhere(over(link))));
        assertThat(suspects).hasSize(1);
        assertThat(suspects.get(0).subject()).isEqualTo(port(link));
        assertThat(suspects.get(0).message().key()).isEqualTo("suspect.link");
        assertThat(suspects.get(0).alsoPossible())
                .contains(
                        link.subject(),
                        new SubjectId(SubjectId.Kind.PORT, link.b().toString()));
    }

    @ParameterizedTest
    @MethodSource("hostLinks")
    void a_link_that_is_slow_in_bandwidth_only_is_found_although_its_latency_is_good(Link link) {
        Predicate<Finding> bad = over(link).and(finding -> finding.ask().startsWith("bandwidth"));
        assertStrongSuspect(suspects(run(badWhere(bad))).get(0), link);
    }

    @ParameterizedTest
    @MethodSource("hostLinks")
    void a_link_that_is_slow_in_latency_only_is_found_although_its_bandwidth_is_good(Link link) {
        Predicate<Finding> bad = over(link).and(finding -> finding.ask().startsWith("latency"));
        assertStrongSuspect(suspects(run(badWhere(bad))).get(0), link);
    }

    @ParameterizedTest
    @MethodSource("hostLinks")
    void a_link_that_is_slow_in_one_ask_of_its_family_only_is_found(Link link) {
        Predicate<Finding> bad = over(link).and(finding -> finding.ask().equals("bandwidth.together"));
        assertThat(suspects(run(badWhere(bad))).get(0).subject()).isEqualTo(port(link));
    }

    @ParameterizedTest
    @MethodSource("hostLinks")
    void a_link_that_is_slow_in_one_direction_only_is_found(Link link) {
        Predicate<Finding> bad = over(link)
                .and(finding -> finding.flow().from().id().equals(link.a().toString()));
        assertStrongSuspect(suspects(run(badWhere(bad))).get(0), link);
    }

    private static void assertStrongSuspect(Suspect suspect, Link link) {
        assertThat(suspect.subject()).isEqualTo(port(link));
        assertThat(suspect.message().key()).isEqualTo("suspect.link");
    }

    static Stream<Long> seeds() {
        return IntStream.range(0, 200).mapToObj(i -> 104_729L * i);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_slow_link_stays_first_where_a_third_is_not_proven_and_one_more_flow_fails(long seed) {
        Random random = new Random(seed);
        Link link = SmallFabric.hostLinks().get(random.nextInt(8));
        List<Finding> all = run(badWhere(over(link)));
        Finding noise = all.get(random.nextInt(all.size()));
        List<Finding> seen = new ArrayList<>();
        for (Finding finding : all) {
            Verdict verdict = random.nextInt(3) == 0 ? UNPROVEN : finding.verdict();
            seen.add(new Finding(finding.flow(), finding.ask(), finding.equals(noise) ? BAD : verdict));
        }
        Collections.shuffle(seen, random);
        assertThat(suspects(seen).get(0).subject()).as("seed %d", seed).isEqualTo(port(link));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_order_in_which_findings_come_changes_nothing(long seed) {
        Random random = new Random(seed);
        List<Finding> findings = new ArrayList<>(run(finding -> random.nextInt(4) == 0 ? BAD : GOOD));
        List<Suspect> suspects = suspects(findings);
        Collections.shuffle(findings, random);
        assertThat(suspects(findings)).isEqualTo(suspects);
    }

    @Test
    void two_slow_links_are_both_found() {
        Link one = SmallFabric.hostLink(1, 0);
        Link other = SmallFabric.hostLink(3, 1);
        assertThat(suspects(run(badWhere(over(one).or(over(other))))))
                .extracting(Suspect::subject)
                .containsExactlyInAnyOrder(port(one), port(other));
    }

    @Test
    void one_failing_flow_between_good_links_names_both_of_its_links_weakly() {
        Flow flow = SmallFabric.within(1, 2, 0);
        List<Suspect> suspects =
                suspects(run(badWhere(f -> f.flow().equals(flow) && f.ask().equals("bandwidth.alone"))));
        assertThat(suspects).hasSize(1);
        assertThat(suspects.get(0).message().key()).isEqualTo("suspect.link-weakly");
        assertThat(suspects.get(0).subject()).isEqualTo(port(SmallFabric.hostLink(1, 0)));
        assertThat(suspects.get(0).alsoPossible()).contains(port(SmallFabric.hostLink(2, 0)));
    }

    @Test
    void of_three_hosts_the_one_in_both_bad_pairs_is_the_suspect() {
        List<Finding> findings = List.of(
                new Finding(SmallFabric.within(1, 2, 0), "latency.within-rail", BAD),
                new Finding(SmallFabric.within(1, 3, 0), "latency.within-rail", BAD),
                new Finding(SmallFabric.within(2, 3, 0), "latency.within-rail", GOOD));
        List<Suspect> suspects = suspects(findings);
        assertThat(suspects).hasSize(1);
        assertThat(suspects.get(0).subject()).isEqualTo(port(SmallFabric.hostLink(1, 0)));
    }

    @Test
    void a_single_bad_pair_names_both_ends_because_nothing_tells_them_apart() {
        List<Finding> one = List.of(new Finding(SmallFabric.within(1, 2, 0), "latency.within-rail", BAD));
        Suspect suspect = suspects(one).get(0);
        assertThat(suspect.subject()).isEqualTo(port(SmallFabric.hostLink(1, 0)));
        assertThat(suspect.alsoPossible()).contains(port(SmallFabric.hostLink(2, 0)));
    }

    @Test
    void a_host_that_is_slow_with_three_partners_on_all_its_ports_is_the_suspect_itself() {
        List<Suspect> suspects = suspects(run(badWhere(finding -> finding.touches("gpu-02"))));
        assertThat(suspects).hasSize(1);
        assertThat(suspects.get(0).subject()).isEqualTo(new SubjectId(SubjectId.Kind.HOST, "gpu-02"));
        assertThat(suspects.get(0).message().values())
                .containsEntry("partners", 3L)
                .containsEntry("ports", 2L);
    }

    @Test
    void a_slow_uplink_comes_before_every_host_with_the_uplinks_that_cannot_be_told_from_it() {
        // ECMP takes spine 1 where the sum of the host numbers is odd.
        Predicate<Finding> spine1 = finding -> finding.ask().equals("latency.across-leaves")
                && (number(finding.flow().from().host())
                                        + number(finding.flow().to().host()))
                                % 2
                        == 1;
        List<Suspect> suspects = suspects(run(badWhere(spine1)));
        Suspect first = suspects.get(0);
        assertThat(first.subject().kind()).isEqualTo(SubjectId.Kind.LINK);
        List<SubjectId> named = new ArrayList<>(first.alsoPossible());
        named.add(first.subject());
        assertThat(named).contains(SmallFabric.uplink(1, 1).subject());
        assertThat(first.decide().get(0).key()).isEqualTo("decide.other-source-ports");
        assertThat(suspects).hasSize(1);
    }

    private static int number(String host) {
        return Integer.parseInt(host.substring(host.length() - 1));
    }

    @Test
    void a_link_that_is_down_by_its_own_reading_comes_first_and_explains_its_flows() {
        Link down = SmallFabric.hostLink(4, 1);
        Link slow = SmallFabric.hostLink(1, 0);
        Message seen = Message.of("limit.fail.at-least");
        Judgement reading =
                new Judgement("links.state.limit", down.subject(), new Verdict.Fail(seen, Optional.empty()));
        List<Finding> findings =
                run(finding -> over(down).test(finding) ? UNPROVEN : over(slow).test(finding) ? BAD : GOOD);
        List<Suspect> suspects = suspects(findings, List.of(reading), Map.of());
        assertThat(suspects).extracting(Suspect::subject).containsExactly(port(down), port(slow));
        assertThat(suspects.get(0).cause()).contains(seen);
    }

    @Test
    void a_host_without_contact_is_the_suspect_of_what_is_not_proven_with_its_cause() {
        List<Finding> findings = run(finding -> finding.touches("gpu-03") ? UNPROVEN : GOOD);
        List<Suspect> suspects = suspects(findings, List.of(), Map.of("gpu-03", REFUSED));
        assertThat(suspects).hasSize(1);
        assertThat(suspects.get(0).subject()).isEqualTo(new SubjectId(SubjectId.Kind.HOST, "gpu-03"));
        assertThat(suspects.get(0).cause()).contains(REFUSED);
        // 3 asks x 2 rails x 6 directed pairs, and 6 across leaves.
        assertThat(suspects.get(0).message().values()).containsEntry("not-proven", 42L);
    }

    @Test
    void readings_that_a_host_without_contact_did_not_give_are_counted() {
        List<Judgement> readings = List.of(
                new Judgement("links.state.limit", SmallFabric.hostLink(3, 0).subject(), UNPROVEN),
                new Judgement("links.state.limit", SmallFabric.hostLink(2, 0).subject(), UNPROVEN));
        List<Suspect> suspects = suspects(List.of(), readings, Map.of("gpu-03", REFUSED));
        assertThat(suspects.get(0).message().values()).containsEntry("not-proven", 1L);
    }

    @Test
    void a_slow_link_comes_before_a_host_without_contact() {
        Link slow = SmallFabric.hostLink(1, 0);
        List<Finding> findings =
                run(finding -> finding.touches("gpu-03") ? UNPROVEN : over(slow).test(finding) ? BAD : GOOD);
        assertThat(suspects(findings, List.of(), Map.of("gpu-03", REFUSED)))
                .extracting(Suspect::subject)
                .containsExactly(port(slow), new SubjectId(SubjectId.Kind.HOST, "gpu-03"));
    }

    @Test
    void a_waived_failure_is_still_a_bad_flow() {
        Link slow = SmallFabric.hostLink(1, 0);
        Verdict waived = new Verdict.Waived(
                Message.of("waiver.waived"), Optional.empty(), "OPS-7", java.time.LocalDate.of(2026, 1, 31), BAD);
        assertThat(suspects(run(finding -> over(slow).test(finding) ? waived : GOOD))
                        .get(0)
                        .subject())
                .isEqualTo(port(slow));
    }

    @Test
    void the_first_step_that_would_decide_names_partners_that_are_known_good() {
        Suspect suspect =
                suspects(run(badWhere(over(SmallFabric.hostLink(2, 0))))).get(0);
        assertThat(suspect.decide().get(0).values().get("partners").toString())
                .contains("gpu-01/mlx5_0")
                .doesNotContain("gpu-02");
    }
}
