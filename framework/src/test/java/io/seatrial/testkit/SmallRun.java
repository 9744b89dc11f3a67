package io.seatrial.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.criteria.Approval;
import io.seatrial.criteria.Ask;
import io.seatrial.criteria.Bound;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.EvidenceGrade;
import io.seatrial.criteria.Limit;
import io.seatrial.criteria.Profile;
import io.seatrial.criteria.Question;
import io.seatrial.criteria.Waivers;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Patterns;
import io.seatrial.report.allure.AllureSession;
import io.seatrial.run.ReplayTestbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** An archived run over every pair of a cluster, and the suites that judge it. */
final class SmallRun {
    static final Metric METRIC = new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    static final String WITHIN_RAIL = "latency.within-rail";
    static final String ACROSS_LEAVES = "latency.across-leaves";

    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 29);
    private static final long GOOD = 8_000_000;
    private static final long BAD = 28_000_000;

    private final Path folder;
    private final Cluster cluster;
    private final List<String> asked = new ArrayList<>(List.of(WITHIN_RAIL));
    private final Map<String, List<Flow>> measured = new TreeMap<>();
    private final Map<String, List<Flow>> leftOut = new TreeMap<>();
    private String bad = "nobody";
    private String lost = "nobody";
    private Waivers waivers = Waivers.NONE;

    SmallRun(Path folder, Cluster cluster) {
        this.folder = folder;
        this.cluster = cluster;
        measured.put(WITHIN_RAIL, flows());
    }

    List<Flow> flows() {
        List<Flow> flows = new ArrayList<>();
        Patterns.everyPairWithinRail().rounds(cluster).forEach(round -> flows.addAll(round.flows()));
        return flows;
    }

    /** Every flow of a host is slow. */
    SmallRun bad(String host) {
        bad = host;
        return this;
    }

    /** No flow of a host gave a value. */
    SmallRun lost(String host) {
        lost = host;
        return this;
    }

    SmallRun waived(Waivers by) {
        waivers = by;
        return this;
    }

    /** The criteria ask something more. */
    SmallRun asks(String ask) {
        asked.add(ask);
        return this;
    }

    /** The run measured something more. */
    SmallRun measured(String ask, List<Flow> flows) {
        measured.put(ask, flows);
        return this;
    }

    /** The run measured nothing of an ask. */
    SmallRun without(String ask) {
        measured.remove(ask);
        return this;
    }

    /** The run left the flows of a host to another night. */
    SmallRun leftOut(String ask, String host) {
        List<Flow> all = measured.get(ask);
        leftOut.put(ask, all.stream().filter(flow -> flow.id().contains(host)).toList());
        measured.put(ask, all.stream().filter(flow -> !flow.id().contains(host)).toList());
        return this;
    }

    Launch.Judged judge(Class<?>... suites) {
        return judge(List.of(), suites);
    }

    Launch.Judged judge(List<String> tags, Class<?>... suites) {
        RunArchive archive = archive();
        ReplayTestbed testbed = new ReplayTestbed(cluster, archive, question -> METRIC);
        Judging judging = new Judging(
                cluster,
                criteria(),
                Profile.BRINGUP,
                Optional.empty(),
                waivers,
                testbed.surveys(),
                testbed.asked(),
                ReplayTestbed.leftOut(archive),
                TODAY);
        try (AllureSession allure = AllureSession.open(folder.resolve("allure"))) {
            return new Launch(List.of(suites), tags)
                    .judge(testbed, judging, allure, m -> "[]", host -> List.of("> transcript of " + host));
        }
    }

    private RunArchive archive() {
        RunHeader header =
                new RunHeader(RunHeader.FORMAT, "run-1", "c", "cafe", "bringup", 7, NOON, List.of(), Map.of(), "test");
        RunArchive archive = RunArchive.create(folder, header, folder);
        measured.forEach((ask, flows) -> {
            List<String> names = flows.stream().map(Flow::id).toList();
            List<String> others =
                    leftOut.getOrDefault(ask, List.of()).stream().map(Flow::id).toList();
            archive.append(new AskRecord(ask, METRIC, 1, names, others));
            archive.append(new RoundRecord(
                    ask, 0, 0, flows.stream().map(this::measurement).toList()));
        });
        return archive;
    }

    private Measurement measurement(Flow flow) {
        Conditions conditions = new Conditions(Map.of(Conditions.PATH_CLASS, "within-leaf"));
        Provenance provenance = new Provenance(0, 0, NOON, NOON.plusSeconds(1), "build", "");
        if (flow.id().contains(lost)) {
            Message cause = Message.of("measurement.absent", "flow", flow.id(), "cause", "no route to host");
            return Measurement.absent(METRIC, flow.subject(), cause, conditions, provenance);
        }
        return new Measurement(
                METRIC,
                flow.subject(),
                OptionalLong.of(flow.id().contains(bad) ? BAD : GOOD),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("samples", 100L),
                conditions,
                provenance);
    }

    private Criteria criteria() {
        TreeMap<String, Ask> asks = new TreeMap<>();
        asked.forEach(id -> asks.put(id, ask(id)));
        return new Criteria(asks, Map.of());
    }

    private static Ask ask(String id) {
        Limit limit = new Limit(
                new Limit.Scope(Optional.empty(), OptionalLong.empty(), Optional.empty(), Set.of(Profile.values())),
                new Bound(new Quantity(14_000_000, Unit.NANOSECONDS), "14ms"),
                Optional.empty(),
                "test",
                EvidenceGrade.A,
                Optional.of(new Approval("Ada", LocalDate.of(2026, 1, 15))));
        return new Ask(
                id,
                METRIC,
                new Ask.ProbeSettings(
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        "p50"),
                new Ask.SampleRules(50, 1_000_000, 0),
                List.of(limit),
                Optional.empty(),
                Optional.empty(),
                Map.of(Question.LIMIT, Set.of(Profile.BRINGUP)),
                Map.of());
    }

    /** Return what JUnit told Allure, by the name of the result. */
    Map<String, JsonNode> results() throws IOException {
        Map<String, JsonNode> results = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder.resolve("allure"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith("-result.json")).toList()) {
                JsonNode result = new ObjectMapper().readTree(file.toFile());
                results.put(result.path("name").asText(), result);
            }
        }
        return results;
    }

    static SubjectId link(int host) {
        return new SubjectId(SubjectId.Kind.LINK, "gpu-0" + host + "/mlx5_0~leaf-1/Ethernet" + host);
    }
}
