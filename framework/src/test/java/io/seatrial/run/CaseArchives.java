package io.seatrial.run;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.SourceRecord;
import io.seatrial.archive.StimulusRecord;
import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.Switch;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Flows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the constructed archives of {@code inventory/case-1024/runs}: no run made them, and the same code gives the same bytes. Run main
 * with the cluster's folder after a change of the cluster, its criteria or the story; {@link CaseArchivesTest} says when that is due.
 */
public final class CaseArchives {
    static final String TRAFFIC = "rdma.write-bandwidth.together";
    static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    static final TimeWindow LOAD = new TimeWindow(START.plusSeconds(5), START.plusSeconds(65));

    private static final String PROVENANCE =
            "a published tuning story; inventory/case-1024/runs/README.md says what each figure is";
    private static final int MTU = 4096;
    private static final Metric WRITES =
            new Metric("rdma.write-bandwidth", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);

    private final Cluster cluster;
    private final CaseStory story;
    private final RunArchive archive;

    private CaseArchives(Cluster cluster, CaseStory story, RunArchive archive) {
        this.cluster = cluster;
        this.story = story;
        this.archive = archive;
    }

    /** Write all of them into {@code runs} of the cluster's folder, in place of those that are there. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected the folder of the cluster, for example inventory/case-1024");
        }
        Path folder = Path.of(arguments[0]);
        Path draft = Files.createTempDirectory("case");
        for (CaseStory story : CaseStory.ALL) {
            move(write(folder, story, draft), folder.resolve("runs").resolve(story.name()));
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Write one below a folder that holds none of them, and return where. */
    static Path write(Path folder, CaseStory story, Path into) {
        Cluster cluster = ClusterFile.read(folder);
        RunHeader header = new RunHeader(
                RunHeader.PLAIN, // people read them without a tool
                story.name(),
                cluster.name(),
                cluster.hash(),
                "bringup",
                0,
                START,
                cluster.hosts().stream().map(Host::name).toList(),
                Map.of(RunHeader.CONSTRUCTED, PROVENANCE),
                RunHeader.CONSTRUCTED);
        RunArchive archive = RunArchive.create(into, header, folder);
        new CaseArchives(cluster, story, archive).write();
        return archive.folder();
    }

    private void write() {
        List<Flow> flows = flows();
        archive.append(
                new AskRecord(TRAFFIC, WRITES, 1, flows.stream().map(Flow::id).toList()));
        counts("congestion.pause-ratio", Set.of());
        counts("congestion.ecn-ratio", Set.of());
        archive.append(new RoundRecord(
                TRAFFIC, 0, 0, flows.stream().map(this::written).toList(), List.of(), Optional.of(LOAD)));
        List<Setting> settings = settings();
        archive.appendSettings(settings);
        cluster.hosts().forEach(host -> source(host.name(), "ethtool", Duration.ofMillis(100)));
        for (Switch each : cluster.switches()) {
            source(each.name(), "sonic port", Duration.ofSeconds(1));
            source(each.name(), "sonic queue", Duration.ofSeconds(10)); // SONiC renews what queues count every 10 s
            archive.append(seenToMark(each.name(), settings));
        }
        new CaseCounters(cluster, story).readings().forEach(archive::append);
    }

    /** Every host sends to the host at the same port of the next leaf, so that all traffic crosses the spines, as the story has it. */
    private List<Flow> flows() {
        Flows known = new Flows(cluster);
        List<RdmaPort> ports = cluster.ports();
        int perLeaf = ports.size() / leaves();
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            String to = ports.get((i + perLeaf) % ports.size()).id();
            flows.add(known.named(ports.get(i).id() + ">" + to).orElseThrow());
        }
        return flows;
    }

    private int leaves() {
        return (int) cluster.linksOfTier(Link.HOST_LEAF).stream()
                .map(link -> link.b().node())
                .distinct()
                .count();
    }

    private void counts(String ask, Set<String> tiers) {
        List<String> links = new CounterQuestion(ask)
                .subjects(cluster, tiers).stream().map(SubjectId::name).toList();
        archive.append(new AskRecord(ask, CounterRule.of(ask).orElseThrow().metric(), 1, links));
    }

    private Measurement written(Flow flow) {
        Conditions conditions = new Conditions(Map.of(
                Conditions.FABRIC,
                "roce2",
                Conditions.PATH_CLASS,
                flow.pathClass().text(),
                Conditions.MESSAGE_BYTES,
                Integer.toString(1 << 20),
                Conditions.MTU,
                Integer.toString(MTU),
                Conditions.HEADERS,
                "ipv4",
                Conditions.RATE,
                Long.toString(flow.from().rate()),
                "qps",
                "4",
                "verb",
                "write"));
        return new Measurement(
                WRITES,
                flow.subject(),
                OptionalLong.of(story.bandwidth()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("bytes", story.bandwidth() / 8 * LOAD.length().toSeconds()),
                conditions,
                new Provenance(0, 0, LOAD.from(), LOAD.to(), RunHeader.CONSTRUCTED, ""));
    }

    private List<Setting> settings() {
        List<Setting> all = new ArrayList<>();
        for (Link link : cluster.links()) {
            if (!link.tier().equals(Link.HOST_LEAF)) {
                all.add(marksFrom(link.a().toString()));
            }
            all.add(marksFrom(link.b().toString()));
        }
        return all;
    }

    private Setting marksFrom(String port) {
        String text = "kmin=" + story.kmin() + " kmax=2097152 pmax=5";
        return Setting.of(new SubjectId(SubjectId.Kind.PORT, port), Setting.ECN + "3", text);
    }

    private void source(String node, String name, Duration refresh) {
        CounterSource source = new CounterSource(node, name, refresh, Duration.ofMillis(5));
        archive.append(new SourceRecord(START, source, Optional.empty()));
    }

    /** No story tells of an incast: without this record every zero beside the marked uplinks would be not proven. */
    private StimulusRecord seenToMark(String node, List<Setting> settings) {
        Link link = cluster.links().stream()
                .filter(one -> one.b().node().equals(node))
                .findFirst()
                .orElseThrow();
        return new StimulusRecord(
                link.id(),
                node,
                Stimuli.fingerprint(settings, node).orElseThrow(),
                1,
                "constructed-incast",
                START.minus(Duration.ofDays(1)));
    }
}
