package io.seatrial.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.criteria.Waiver;
import io.seatrial.criteria.Waivers;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import io.seatrial.probe.LocalHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From an archived run through suites to judgements and to what JUnit sees. */
class JudgingSuitesTest {
    private static final Cluster FOUR = LocalHosts.cluster(4);

    @TempDir
    Path folder;

    private SmallRun run() {
        return new SmallRun(folder, FOUR);
    }

    private static Map<SubjectId, Class<? extends Verdict>> verdicts(Launch.Judged judged) {
        Map<SubjectId, Class<? extends Verdict>> verdicts = new TreeMap<>();
        judged.concluded()
                .forEach(c -> verdicts.put(
                        c.judgement().subject(), c.judgement().verdict().getClass()));
        return verdicts;
    }

    private static Map<SubjectId, Class<? extends Verdict>> links(List<Class<? extends Verdict>> verdicts) {
        Map<SubjectId, Class<? extends Verdict>> links = new TreeMap<>();
        for (int i = 0; i < verdicts.size(); i++) {
            links.put(SmallRun.link(i + 1), verdicts.get(i));
        }
        return links;
    }

    private static List<String> statuses(SmallRun run) throws IOException {
        return run.results().values().stream()
                .map(result -> result.path("status").asText())
                .toList();
    }

    @Test
    void a_link_that_a_night_leaves_out_has_no_result_neither_passed_nor_failed_nor_unproven() {
        Launch.Judged judged = run().leftOut(SmallRun.WITHIN_RAIL, "gpu-04").judge(SmallSuites.PerLink.class);

        assertThat(judged.broken()).isEmpty();
        assertThat(verdicts(judged)).isEqualTo(links(Collections.nCopies(3, Verdict.Pass.class)));
    }

    @Test
    void an_ask_that_a_night_leaves_out_as_a_whole_has_no_result() {
        Launch.Judged judged = run().leftOut(SmallRun.WITHIN_RAIL, "gpu-").judge(SmallSuites.PerLink.class);

        assertThat(judged.broken()).isEmpty();
        assertThat(judged.concluded()).isEmpty();
    }

    @Test
    void what_passes_passes() throws IOException {
        SmallRun run = run();
        Launch.Judged judged = run.judge(SmallSuites.PerLink.class);
        assertThat(judged.broken()).isEmpty();
        assertThat(verdicts(judged)).isEqualTo(links(Collections.nCopies(4, Verdict.Pass.class)));
        assertThat(statuses(run)).containsExactly("passed", "passed", "passed", "passed");
    }

    @Test
    void a_bad_link_fails_and_the_others_pass() throws IOException {
        SmallRun run = run().bad("gpu-03");
        Launch.Judged judged = run.judge(SmallSuites.PerLink.class);
        assertThat(judged.broken()).isEmpty();
        assertThat(verdicts(judged))
                .isEqualTo(
                        links(List.of(Verdict.Pass.class, Verdict.Pass.class, Verdict.Fail.class, Verdict.Pass.class)));
        assertThat(statuses(run)).containsExactly("passed", "passed", "failed", "passed");
    }

    @Test
    void a_link_without_evidence_is_not_proven_and_broken() throws IOException {
        SmallRun run = run().lost("gpu-02");
        Launch.Judged judged = run.judge(SmallSuites.PerLink.class);
        assertThat(judged.broken()).isEmpty();
        assertThat(verdicts(judged))
                .isEqualTo(links(
                        List.of(Verdict.Pass.class, Verdict.NotProven.class, Verdict.Pass.class, Verdict.Pass.class)));
        assertThat(statuses(run)).containsExactly("passed", "broken", "passed", "passed");
    }

    private static Waivers waiver(String subject, LocalDate expires) {
        return new Waivers(
                List.of(new Waiver("latency.*", subject, "Grace", "the cable is ordered", "NET-7", expires, false)));
    }

    @Test
    void a_waived_failure_is_skipped_with_ticket_and_last_day() throws IOException {
        SmallRun run = run().bad("gpu-03").waived(waiver("gpu-03/*", LocalDate.of(2026, 12, 24)));
        Launch.Judged judged = run.judge(SmallSuites.PerLink.class);
        assertThat(judged.broken()).isEmpty();
        Verdict.Waived waived =
                (Verdict.Waived) judged.concluded().get(2).judgement().verdict();
        assertThat(waived.ticket()).isEqualTo("NET-7");
        assertThat(waived.instead()).isInstanceOf(Verdict.Fail.class);
        assertThat(statuses(run)).containsExactly("passed", "passed", "skipped", "passed");
    }

    @Test
    void an_expired_waiver_saves_nobody() {
        Launch.Judged judged = run().bad("gpu-03")
                .waived(waiver("gpu-03/*", LocalDate.of(2026, 11, 28)))
                .judge(SmallSuites.PerLink.class);
        assertThat(verdicts(judged)).containsEntry(SmallRun.link(3), Verdict.Fail.class);
    }

    @Test
    void flows_are_judged_one_by_one() {
        SmallRun run = run().asks(SmallRun.ACROSS_LEAVES).bad("gpu-04");
        Launch.Judged judged =
                run.measured(SmallRun.ACROSS_LEAVES, run.flows()).judge(List.of("flows"), SmallSuites.PerFlow.class);
        assertThat(judged.broken()).isEmpty();
        List<String> failed = judged.concluded().stream()
                .map(Concluded::judgement)
                .filter(j -> j.criterion().equals("latency.across-leaves.limit"))
                .filter(j -> j.verdict() instanceof Verdict.Fail)
                .map(j -> j.subject().name())
                .toList();
        assertThat(failed).hasSize(3).allMatch(name -> name.contains("gpu-04"));
    }

    @Test
    void a_failure_says_what_was_expected_what_was_seen_where_and_what_to_do() throws IOException {
        SmallRun run = run().bad("gpu-03");
        run.judge(SmallSuites.PerLink.class);
        JsonNode failed = run.results()
                .get("latency.within-rail.limit " + SmallRun.link(3).name());
        assertThat(failed.path("statusDetails").path("message").asText().lines())
                .anyMatch(line -> line.matches("expected at most\\s*: 14.* ms"))
                .anyMatch(line -> line.matches("but was\\s*: 28.* ms"))
                .anyMatch(line -> line.matches("where\\s*: link gpu-03/mlx5_0~leaf-1/Ethernet3"))
                .anyMatch(line -> line.matches("next\\s*: .+"));
        List<String> attached = new ArrayList<>();
        failed.path("attachments").forEach(a -> attached.add(a.path("name").asText()));
        assertThat(attached).contains("measurements", "transcript gpu-03");
        List<String> steps = new ArrayList<>();
        failed.path("steps").forEach(s -> steps.add(s.path("status").asText()));
        assertThat(steps).containsExactly("failed", "failed", "failed");
    }

    @Test
    void what_is_not_proven_says_where_why_and_what_to_do() throws IOException {
        SmallRun run = run().lost("gpu-02");
        run.judge(SmallSuites.PerLink.class);
        JsonNode broken = run.results()
                .get("latency.within-rail.limit " + SmallRun.link(2).name());
        assertThat(broken.path("statusDetails").path("message").asText())
                .contains("no route to host")
                .contains("link gpu-02/mlx5_0~leaf-1/Ethernet2")
                .contains("remove the cause, then run the same profile again");
    }

    @Test
    void a_survey_that_the_run_did_not_make_is_not_proven_for_every_link() {
        Launch.Judged judged = run().without(SmallRun.WITHIN_RAIL).judge(SmallSuites.PerLink.class);
        assertThat(judged.broken()).isEmpty();
        assertThat(verdicts(judged)).isEqualTo(links(Collections.nCopies(4, Verdict.NotProven.class)));
    }

    private static void assertNothingToJudge(Launch.Judged judged, String criterion) {
        assertThat(judged.concluded().stream()
                        .filter(c -> c.judgement().criterion().equals(criterion)))
                .singleElement()
                .satisfies(c -> {
                    assertThat(c.judgement().subject()).isEqualTo(new SubjectId(SubjectId.Kind.CLUSTER, "local"));
                    assertThat(c.judgement().verdict()).isInstanceOf(Verdict.NotProven.class);
                    assertThat(c.judgement().verdict().message().key()).isEqualTo("nothing-to-judge");
                });
    }

    @Test
    void asked_and_nothing_to_judge_is_not_proven_and_never_silence() {
        Launch.Judged judged = run().asks(SmallRun.ACROSS_LEAVES)
                .measured(SmallRun.ACROSS_LEAVES, List.of())
                .judge(SmallSuites.PerLink.class, SmallSuites.PerFlow.class);
        assertThat(judged.broken()).isEmpty();
        assertThat(judged.concluded()).hasSize(5);
        assertNothingToJudge(judged, "latency.across-leaves.limit");
    }

    @Test
    void a_tier_without_links_is_not_proven() {
        Launch.Judged judged = run().judge(SmallSuites.OfNoTier.class);
        assertThat(judged.concluded()).hasSize(1);
        assertNothingToJudge(judged, "latency.within-rail.limit");
    }

    @Test
    void asked_and_answered_by_no_suite_is_not_proven() {
        Launch.Judged judged = run().asks(SmallRun.ACROSS_LEAVES).judge(SmallSuites.PerLink.class);
        assertThat(judged.concluded()).hasSize(5);
        assertNothingToJudge(judged, "latency.across-leaves.limit");
    }

    @Test
    void with_tags_only_what_the_run_measured_has_to_be_answered() {
        SmallRun narrow = run().asks(SmallRun.ACROSS_LEAVES);
        assertThat(narrow.judge(List.of("links"), SmallSuites.PerLink.class, SmallSuites.PerFlow.class)
                        .concluded())
                .extracting(c -> c.judgement().criterion())
                .containsOnly("latency.within-rail.limit");
    }

    @Test
    void a_suite_that_is_switched_off_leaves_its_criterion_not_proven() {
        Launch.Judged judged = run().judge(SmallSuites.SwitchedOff.class);
        assertThat(judged.concluded()).hasSize(1);
        assertNothingToJudge(judged, "latency.within-rail.limit");
    }

    @Test
    void a_criterion_that_the_profile_does_not_ask_has_no_results() {
        Launch.Judged judged = run().judge(SmallSuites.PerLink.class, SmallSuites.PerFlow.class);
        assertThat(judged.broken()).isEmpty();
        assertThat(judged.concluded())
                .extracting(c -> c.judgement().criterion())
                .hasSize(4)
                .containsOnly("latency.within-rail.limit");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                SmallSuites.AssertsNothing.class,
                SmallSuites.FailsBeforeItsVerdict.class,
                SmallSuites.FailsAfterItsVerdict.class,
                SmallSuites.JudgesTwice.class,
                SmallSuites.Skips.class,
                SmallSuites.FailsBeforeEach.class,
            })
    void a_suite_that_is_broken_in_every_test_is_reported_for_each(Class<?> suite) {
        assertThat(run().judge(suite).broken())
                .hasSize(4)
                .allMatch(text -> text.startsWith("latency.within-rail.limit gpu-0"));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                SmallSuites.AssertsNothing.class,
                SmallSuites.FailsBeforeItsVerdict.class,
                SmallSuites.Skips.class,
                SmallSuites.FailsBeforeEach.class,
                SmallSuites.FailsBeforeAll.class,
                SmallSuites.ThrowsBeforeAll.class,
            })
    void what_a_broken_suite_did_not_judge_is_not_proven(Class<?> suite) {
        Launch.Judged judged = run().judge(suite);
        assertThat(judged.concluded()).hasSize(1);
        assertNothingToJudge(judged, "latency.within-rail.limit");
    }

    @Test
    void a_test_that_judges_nothing_is_told_with_what_was_expected() {
        assertThat(run().judge(SmallSuites.AssertsNothing.class).broken())
                .allMatch(text ->
                        text.contains("keeps_silent") && text.contains("judged nothing; expected one isWithin"));
    }

    @Test
    void a_test_that_judges_another_subject_is_broken_and_leaves_no_second_verdict_on_it() {
        Launch.Judged judged = run().judge(SmallSuites.JudgesAnother.class);
        assertThat(judged.concluded()).extracting(c -> c.judgement().subject()).containsExactly(SmallRun.link(1));
        assertThat(judged.broken())
                .hasSize(3)
                .allMatch(text -> text.contains("judged " + SmallRun.link(1) + " in the test of link gpu-0"));
    }

    @ParameterizedTest
    @ValueSource(classes = {SmallSuites.FailsBeforeAll.class, SmallSuites.ThrowsBeforeAll.class})
    void what_fails_before_all_tests_is_reported_whatever_it_throws(Class<?> suite) {
        assertThat(run().judge(suite).broken()).singleElement().asString().contains("cannot ask");
    }

    @Test
    void a_criterion_that_nobody_can_ask_for_is_a_broken_suite() {
        assertThat(run().judge(SmallSuites.Misspelt.class).broken())
                .singleElement()
                .asString()
                .contains("no criterion is called latency.within-rail.limits; expected one of ")
                .contains("latency.within-rail.limit,");
    }

    @Test
    void an_assertion_outside_of_its_methods_is_a_broken_suite() {
        assertThat(run().judge(SmallSuites.JudgesOutside.class).broken())
                .singleElement()
                .asString()
                .contains("outside an @EachLink or @EachFlow method");
    }

    private static Map<SubjectId, String> histories(Path folder, Cluster cluster) throws IOException {
        Files.createDirectories(folder);
        return new SmallRun(folder, cluster)
                .judge(SmallSuites.PerLink.class).concluded().stream()
                        .collect(Collectors.toMap(c -> c.judgement().subject(), Concluded::historyId));
    }

    private static Cluster reversed(Cluster cluster) {
        List<Host> hosts = new ArrayList<>(cluster.hosts());
        List<Link> links = new ArrayList<>(cluster.links());
        Collections.reverse(hosts);
        Collections.reverse(links);
        return new Cluster(
                cluster.name(),
                cluster.folder(),
                cluster.hash(),
                cluster.platform(),
                hosts,
                cluster.switches(),
                cluster.tiers(),
                links,
                cluster.cables(),
                cluster.nvlinkDomains(),
                cluster.lab());
    }

    @Test
    void a_link_keeps_its_history_when_links_are_reordered_or_one_is_added() throws IOException {
        Map<SubjectId, String> before = histories(folder.resolve("before"), FOUR);
        assertThat(before.values()).hasSize(4).doesNotHaveDuplicates();
        assertThat(histories(folder.resolve("reversed"), reversed(FOUR))).isEqualTo(before);
        assertThat(histories(folder.resolve("more"), LocalHosts.cluster(5)))
                .hasSize(5)
                .containsAllEntriesOf(before);
    }

    @Test
    void the_history_that_is_concluded_is_the_one_in_the_report() throws IOException {
        SmallRun run = run();
        List<String> concluded = run.judge(SmallSuites.PerLink.class).concluded().stream()
                .map(Concluded::historyId)
                .toList();
        assertThat(run.results().values().stream().map(r -> r.path("historyId").asText()))
                .containsExactlyInAnyOrderElementsOf(concluded);
    }

    @Test
    void results_are_placed_by_tier_host_switch_and_rail() {
        assertThat(run().judge(SmallSuites.PerLink.class).concluded().get(0).labels())
                .isEqualTo(Map.of("tier", "host-leaf", "host", "gpu-01", "switch", "leaf-1", "rail", "0"));
    }
}
