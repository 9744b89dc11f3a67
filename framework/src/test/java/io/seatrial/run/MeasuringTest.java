package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Round;
import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.LinkReader;
import io.seatrial.probe.LocalHosts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MeasuringTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(4);
    private static final long GOOD = 1_000;
    private static final long BAD = 9_000;
    private static final BooleanSupplier NEVER = () -> false;

    @TempDir
    Path runs;

    private RunArchive archive;
    private FakeAgents agents;

    @BeforeEach
    void open() {
        archive = Runs.archive(runs, CLUSTER);
        agents = new FakeAgents(CLUSTER, (flow, earlier) -> GOOD);
    }

    private static Flow flow(int from, int to) {
        return LocalHosts.flow(CLUSTER, from, to);
    }

    /** Three rounds: 1>2 and 3>4, 1>3 and 2>4, 1>4. */
    private static PlannedAsk.Flows ask() {
        return new PlannedAsk.Flows(
                Runs.PROBE,
                List.of(
                        new Round(0, List.of(flow(1, 2), flow(3, 4))),
                        new Round(1, List.of(flow(1, 3), flow(2, 4))),
                        new Round(2, List.of(flow(1, 4)))));
    }

    private Measuring measuring(Retests retests, BooleanSupplier interrupted) {
        return new Measuring(
                archive, new FlowRunner(agents::of, "tcp"), agents::of, retests, Progress.SILENT, interrupted);
    }

    /** Doubts every value that is BAD, and measures what is doubted again, each alone. */
    private static final Retests DOUBT_BAD = new Retests() {
        @Override
        public Set<SubjectId> doubtful(Survey survey) {
            return survey.subjects().entrySet().stream()
                    .filter(e -> e.getValue().stream()
                            .allMatch(m -> m.value().isPresent() && m.value().getAsLong() == BAD))
                    .map(java.util.Map.Entry::getKey)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        @Override
        public List<Round> rounds(List<Round> measured, Set<SubjectId> doubtful) {
            List<Round> rounds = new ArrayList<>();
            measured.stream()
                    .flatMap(round -> round.flows().stream())
                    .filter(flow -> doubtful.contains(flow.subject()))
                    .forEach(flow -> rounds.add(new Round(rounds.size(), List.of(flow))));
            return rounds;
        }
    };

    @Test
    void every_round_is_in_the_archive_before_the_next_begins() {
        List<Integer> finished = new ArrayList<>();
        agents.before(() -> finished.add(archive.rounds().size()));

        Survey survey = measuring(Retests.NONE, NEVER).execute(ask());

        assertThat(finished).containsExactly(0, 0, 1, 1, 2);
        assertThat(archive.rounds()).extracting(RoundRecord::round).containsExactly(0, 1, 2);
        assertThat(archive.rounds()).extracting(RoundRecord::attempt).containsOnly(0);
        assertThat(survey.subjects()).hasSize(5);
        assertThat(survey.of(flow(1, 3).subject()))
                .extracting(m -> m.value().getAsLong())
                .containsExactly(GOOD);
    }

    private static PlannedAsk.Flows twice() {
        return new PlannedAsk.Flows(Runs.PROBE, ask().once(), 2, new java.util.TreeSet<>());
    }

    @Test
    void repeated_rounds_run_pass_by_pass_and_their_numbers_go_on() {
        Survey survey = measuring(Retests.NONE, NEVER).execute(twice());

        assertThat(archive.asks()).extracting(record -> record.rounds()).containsExactly(6);
        assertThat(archive.rounds()).extracting(RoundRecord::round).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(archive.rounds()).extracting(RoundRecord::attempt).containsOnly(0);
        assertThat(survey.of(flow(1, 4).subject()))
                .extracting(m -> m.provenance().round())
                .containsExactly(2, 5);
    }

    @Test
    void a_run_that_is_resumed_amid_its_passes_goes_on_there() {
        int[] asked = {0};
        measuring(Retests.NONE, () -> asked[0]++ >= 4).execute(twice());
        assertThat(archive.rounds()).extracting(RoundRecord::round).containsExactly(0, 1, 2, 3);

        archive = RunArchive.open(archive.folder());
        measuring(Retests.NONE, NEVER).execute(twice());

        assertThat(archive.rounds()).extracting(RoundRecord::round).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void a_round_is_retested_once_however_often_it_was_repeated() {
        agents = new FakeAgents(CLUSTER, (flow, earlier) -> flow.endsWith("gpu-04") ? BAD : GOOD);

        measuring(DOUBT_BAD, NEVER).execute(twice());

        long retests =
                archive.rounds().stream().filter(round -> round.attempt() == 1).count();
        assertThat(retests)
                .isEqualTo(archive.rounds().stream()
                        .filter(round -> round.attempt() == 0 && round.round() < 3)
                        .flatMap(round -> round.measurements().stream())
                        .filter(m -> m.value().orElseThrow() == BAD)
                        .count());
    }

    @Test
    void what_is_asked_is_in_the_archive_before_the_first_round() {
        agents.before(() -> assertThat(archive.asks()).containsExactly(ask().record()));
        measuring(Retests.NONE, NEVER).execute(ask());
        assertThat(agents.measured()).hasSize(5);
    }

    @Test
    void a_resumed_run_measures_no_finished_round_again() {
        Survey first = measuring(Retests.NONE, NEVER).execute(ask());
        archive = RunArchive.open(archive.folder());
        FakeAgents later = new FakeAgents(CLUSTER, (flow, earlier) -> BAD);
        agents = later;

        Survey resumed = measuring(Retests.NONE, NEVER).execute(ask());

        assertThat(later.measured()).isEmpty();
        assertThat(resumed).isEqualTo(first);
    }

    @Test
    void an_interruption_keeps_what_was_measured_and_resuming_measures_the_rest() {
        int[] asked = {0};
        Survey cut = measuring(DOUBT_BAD, () -> asked[0]++ >= 1).execute(ask());
        assertThat(agents.measured()).containsExactly("gpu-01>gpu-02", "gpu-03>gpu-04");
        assertThat(cut.subjects()).hasSize(5);
        assertThat(cut.of(flow(1, 4).subject())).isEmpty();

        archive = RunArchive.open(archive.folder());
        Survey whole = measuring(DOUBT_BAD, NEVER).execute(ask());

        assertThat(agents.measured())
                .containsExactly("gpu-01>gpu-02", "gpu-03>gpu-04", "gpu-01>gpu-03", "gpu-02>gpu-04", "gpu-01>gpu-04");
        assertThat(whole.subjects().values()).allSatisfy(m -> assertThat(m).hasSize(1));
    }

    @Test
    void nothing_is_retested_nor_announced_after_an_interruption() {
        agents = new FakeAgents(CLUSTER, (flow, earlier) -> BAD);
        List<String> heard = new ArrayList<>();
        BooleanSupplier afterAll = () -> agents.measured().size() >= 5;
        new Measuring(archive, new FlowRunner(agents::of, "tcp"), agents::of, DOUBT_BAD, into(heard), afterAll)
                .execute(ask());
        assertThat(archive.rounds()).extracting(RoundRecord::attempt).containsExactly(0, 0, 0);
        assertThat(heard).filteredOn(text -> text.startsWith(Runs.ASK)).containsExactly(Runs.ASK + " 5");
    }

    private static Progress into(List<String> heard) {
        return new Progress() {
            @Override
            public void phase(String name, int total) {
                heard.add(name + " " + total);
            }

            @Override
            public void done(boolean good) {
                heard.add(Boolean.toString(good));
            }

            @Override
            public void remark(String text) {
                heard.add(text);
            }
        };
    }

    @Test
    void only_doubtful_flows_are_retested_and_kept_as_a_second_attempt() {
        agents = new FakeAgents(CLUSTER, (flow, earlier) -> flow.equals("gpu-01>gpu-03") && earlier == 0 ? BAD : GOOD);

        Survey survey = measuring(DOUBT_BAD, NEVER).execute(ask());

        assertThat(agents.measured()).hasSize(6).endsWith("gpu-01>gpu-03");
        RoundRecord retest = archive.rounds().get(3);
        assertThat(List.of(retest.round(), retest.attempt())).containsExactly(0, 1);
        List<Measurement> both = survey.of(flow(1, 3).subject());
        assertThat(both).extracting(m -> m.value().getAsLong()).containsExactly(BAD, GOOD);
        assertThat(both).extracting(m -> m.provenance().attempt()).containsExactly(0, 1);
        assertThat(survey.of(flow(1, 2).subject())).hasSize(1);
    }

    @Test
    void a_run_that_is_resumed_amid_its_retests_does_exactly_the_missing_ones() {
        agents = new FakeAgents(CLUSTER, (flow, earlier) -> earlier == 0 ? BAD : GOOD);
        // 5 flows, then the first two retests
        measuring(DOUBT_BAD, () -> agents.measured().size() >= 7).execute(ask());
        assertThat(agents.measured()).hasSize(7).endsWith("gpu-01>gpu-02", "gpu-03>gpu-04");

        archive = RunArchive.open(archive.folder());
        Survey survey = measuring(DOUBT_BAD, NEVER).execute(ask());

        assertThat(agents.measured().subList(7, agents.measured().size()))
                .containsExactly("gpu-01>gpu-03", "gpu-02>gpu-04", "gpu-01>gpu-04");
        assertThat(survey.subjects().values()).allSatisfy(m -> assertThat(m).hasSize(2));
    }

    @Test
    void a_host_without_contact_leaves_its_flows_without_value_and_ends_nothing() {
        agents.without("gpu-03", "no route to host");

        Survey survey = measuring(DOUBT_BAD, NEVER).execute(ask());

        assertThat(agents.measured()).containsExactly("gpu-01>gpu-02", "gpu-02>gpu-04", "gpu-01>gpu-04");
        Measurement absent = survey.of(flow(1, 3).subject()).get(0);
        assertThat(absent.cause().orElseThrow().values().get("cause"))
                .isEqualTo("host gpu-03: no contact: no route to host");
    }

    @Test
    void links_are_read_once_and_not_again_when_resumed() {
        agents.without("gpu-03", "no route to host");
        PlannedAsk links = new PlannedAsk.Links(new LinkQuestion("links.state", LinkReader.UP), CLUSTER);

        Survey survey = measuring(Retests.NONE, NEVER).execute(links);
        archive = RunArchive.open(archive.folder());
        agents.without("gpu-01", "gone");
        Survey again = measuring(Retests.NONE, NEVER).execute(links);

        assertThat(again).isEqualTo(survey);
        assertThat(archive.rounds()).hasSize(1);
        assertThat(survey.subjects()).hasSize(4);
        List<Boolean> present = survey.subjects().values().stream()
                .map(m -> m.get(0).value().isPresent())
                .toList();
        assertThat(present).containsExactly(true, true, false, true);
    }

    @Test
    void links_are_not_read_after_an_interruption() {
        PlannedAsk links = new PlannedAsk.Links(new LinkQuestion("links.state", LinkReader.UP), CLUSTER);
        Survey survey = measuring(Retests.NONE, () -> true).execute(links);
        assertThat(archive.rounds()).isEmpty();
        assertThat(survey.subjects())
                .hasSize(4)
                .allSatisfy((subject, m) -> assertThat(m).isEmpty());
    }

    @Test
    void progress_hears_of_every_flow_and_of_retests_as_a_phase_of_their_own() {
        List<String> heard = new ArrayList<>();
        agents = new FakeAgents(CLUSTER, (flow, earlier) -> flow.equals("gpu-01>gpu-04") ? BAD : GOOD);
        agents.without("gpu-03", "gone");
        new Measuring(archive, new FlowRunner(agents::of, "tcp"), agents::of, DOUBT_BAD, into(heard), NEVER)
                .execute(ask());
        assertThat(heard)
                .containsExactly(
                        Runs.ASK + " 5", "true", "false", "false", "true", "true", Runs.ASK + " retest 1", "true");
    }
}
