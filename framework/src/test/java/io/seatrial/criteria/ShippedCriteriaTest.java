package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.baseline.BaselineFile;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Patterns;
import io.seatrial.plan.TrafficPattern;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every numeric limit of the shipped virtual cluster, held on its worse side: the edge passes, one beyond it fails, nothing is not proven. */
class ShippedCriteriaTest {
    private static final Path FOLDER = Path.of("..", "inventory", "virtual");
    private static final Cluster CLUSTER = ClusterFile.read(FOLDER);
    private static final Criteria CRITERIA = CriteriaFile.read(FOLDER, CLUSTER);
    private static final Instant NOW = Instant.now();
    private static final Map<String, TrafficPattern> PATTERNS = Map.of(
            "latency.within-rail", Patterns.everyPairWithinRail(),
            "latency.across-leaves", Patterns.acrossLeaves(),
            "bandwidth.alone", Patterns.eachLinkAlone(),
            "bandwidth.together", Patterns.allTogether());

    static List<Criteria.Asked> asked() {
        return CRITERIA.asked(Profile.NIGHTLY);
    }

    @Test
    void every_question_of_every_ask_is_held() {
        assertThat(asked()).hasSize(14);
    }

    @ParameterizedTest
    @MethodSource("asked")
    void the_edge_passes_and_one_beyond_it_on_the_worse_side_fails(Criteria.Asked asked) {
        Subjects subjects = subjects(asked.ask());
        SubjectId one = subjects.conditions().firstKey();
        Survey good = subjects.survey(Map.of());
        SortedMap<SubjectId, Verdict> verdicts = judge(asked, good);
        assertThat(verdicts)
                .hasSameSizeAs(subjects.conditions())
                .allSatisfy((s, verdict) -> assertThat(verdict).isInstanceOf(Verdict.Pass.class));

        long edge =
                verdicts.get(one).evidence().orElseThrow().limit().orElseThrow().value();
        // of a baseline the room of a subject begins where its class is now: that moves when the subject itself moves
        long step = asked.question() == Question.BASELINE ? edge / 50 : 1;
        long inside = asked.question() == Question.BASELINE ? -step : 0;
        int worse = subjects.metric().better() == Direction.LOWER_IS_BETTER ? 1 : -1;
        assertThat(judge(asked, subjects.survey(Map.of(one, OptionalLong.of(edge + worse * inside))))
                        .get(one))
                .isInstanceOf(Verdict.Pass.class);
        assertThat(judge(asked, subjects.survey(Map.of(one, OptionalLong.of(edge + worse * step))))
                        .get(one))
                .isInstanceOf(Verdict.Fail.class);
        assertThat(judge(asked, subjects.survey(Map.of(one, OptionalLong.empty())))
                        .get(one))
                .isInstanceOf(Verdict.NotProven.class);
    }

    @ParameterizedTest
    @MethodSource("asked")
    void a_baseline_that_is_asked_for_and_missing_is_not_proven(Criteria.Asked asked) {
        Class<? extends Verdict> expected =
                asked.question() == Question.BASELINE ? Verdict.NotProven.class : Verdict.Pass.class;
        Survey good = subjects(asked.ask()).survey(Map.of());
        assertThat(judge(asked, good, BaselineFamily.none()).values())
                .isNotEmpty()
                .allSatisfy(verdict -> assertThat(verdict).isInstanceOf(expected));
    }

    private static SortedMap<SubjectId, Verdict> judge(Criteria.Asked asked, Survey survey) {
        BaselineFamily family =
                BaselineFamily.of(BaselineFile.read(FOLDER), CRITERIA, Profile.NIGHTLY, CLUSTER, List.of(survey));
        return judge(asked, survey, family);
    }

    private static SortedMap<SubjectId, Verdict> judge(Criteria.Asked asked, Survey survey, BaselineFamily family) {
        return CRITERIA.criteria(asked.ask(), Profile.NIGHTLY, CLUSTER, family).stream()
                .filter(criterion -> criterion.id().equals(asked.id()))
                .findFirst()
                .orElseThrow()
                .judge(survey);
    }

    /** The subjects of an ask with the conditions under which they are measured. */
    private record Subjects(String ask, Metric metric, TreeMap<SubjectId, Conditions> conditions) {
        Survey survey(Map<SubjectId, OptionalLong> others) {
            List<Measurement> all = new ArrayList<>();
            conditions.forEach((subject, under) -> others.getOrDefault(subject, OptionalLong.of(good()))
                    .ifPresent(value -> all.add(measured(subject, value, under))));
            return Survey.of(ask, metric, new TreeSet<>(conditions.keySet()), all);
        }

        /** What a healthy lab gives: the delay of its links, the rate of its links. */
        private long good() {
            return switch (ask) {
                case "links.state" -> 1;
                case "latency.within-rail" -> 8_200_000;
                case "latency.across-leaves" -> 16_400_000;
                default -> 200_000_000;
            };
        }

        private Measurement measured(SubjectId subject, long value, Conditions under) {
            return new Measurement(
                    metric,
                    subject,
                    OptionalLong.of(value),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of("samples", 1000L),
                    under,
                    new Provenance(0, 0, NOW, NOW, "test", ""));
        }
    }

    private static Subjects subjects(String ask) {
        Metric metric = CRITERIA.ask(ask).orElseThrow().metric();
        TreeMap<SubjectId, Conditions> all = new TreeMap<>();
        if (PATTERNS.containsKey(ask)) {
            PATTERNS.get(ask)
                    .rounds(CLUSTER)
                    .forEach(round -> round.flows().forEach(flow -> all.put(flow.subject(), conditions(ask, flow))));
        } else {
            CLUSTER.linksOfTier(Link.HOST_LEAF).forEach(link -> all.put(link.subject(), new Conditions(Map.of())));
        }
        return new Subjects(ask, metric, all);
    }

    private static Conditions conditions(String ask, Flow flow) {
        Conditions common = new Conditions(
                Map.of("fabric", "virtual-tcp", "path-class", flow.pathClass().text()));
        return ask.startsWith("latency")
                ? common.with("message-bytes", "64")
                : common.with("message-bytes", "131072").with("streams", "2");
    }
}
