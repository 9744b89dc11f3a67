package io.seatrial.run;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.StimulusRecord;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which switches were seen to mark under a deliberate incast. A run that saw it counts for {@value #DAYS} days, as long as nothing is
 * configured otherwise at the switch.
 */
public final class Stimuli {
    /** The ask whose traffic is the incast. */
    public static final String INCAST = "incast.goodput";

    private static final long DAYS = 30;

    private Stimuli() {}

    /** Return a fingerprint of what is configured at a node about classes of traffic, empty where nothing of it could be read. */
    static Optional<String> fingerprint(Collection<Setting> settings, String node) {
        SortedSet<String> lines = new TreeSet<>();
        for (Setting setting : settings) {
            if (setting.name().startsWith("qos.") && setting.subject().name().startsWith(node + "/")) {
                setting.text()
                        .ifPresent(text -> lines.add(setting.subject().name() + " " + setting.name() + "=" + text));
            }
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(hash(String.join("\n", lines)));
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Return what a run saw itself: host links whose switch port marked in a window of the incast. */
    static List<StimulusRecord> seen(
            CounterJoin.Facts facts, Cluster cluster, Qos qos, CountedPorts counted, List<LoadWindow> windows) {
        Map<String, StimulusRecord> seen = new TreeMap<>();
        for (Link link : cluster.linksOfTier(Link.HOST_LEAF)) {
            long marks = 0;
            for (LoadWindow window : windows) {
                marks += window.ask().equals(INCAST) ? marks(link, qos, counted, window) : 0;
            }
            if (marks > 0) {
                String node = link.b().node();
                String fingerprint = fingerprint(facts.settings(), node).orElse("");
                seen.put(
                        link.id(),
                        new StimulusRecord(
                                link.id(),
                                node,
                                fingerprint,
                                marks,
                                facts.header().run(),
                                facts.header().started()));
            }
        }
        return List.copyOf(seen.values());
    }

    private static long marks(Link link, Qos qos, CountedPorts counted, LoadWindow window) {
        long marks = 0;
        for (int queue : qos.losslessQueues()) {
            marks += counted.of(new SubjectId(SubjectId.Kind.PORT, link.b().toString()))
                    .change(Kind.QUEUE_MARKED.of(queue), window.window())
                    .known()
                    .map(Change.Known::amount)
                    .orElse(0L);
        }
        return marks;
    }

    /** Find what earlier runs of the cluster saw that still counts: the newest for each link. */
    public static List<StimulusRecord> onRecord(Path runs, RunArchive run) {
        Map<String, StimulusRecord> newest = new TreeMap<>();
        List<Setting> settings = run.settings();
        for (RunArchive earlier : RunArchive.readable(runs)) {
            Instant begun = earlier.header().started();
            boolean ofCluster = earlier.header().cluster().equals(run.header().cluster());
            if (ofCluster && counts(begun, run.header().started())) {
                own(earlier).stream()
                        .filter(record -> isStillSo(record, settings))
                        .forEach(record -> newest.put(record.link(), record));
            }
        }
        return new ArrayList<>(newest.values());
    }

    /** Tell whether what was seen at a moment counts for a run that began at another: not when it is too old, nor when it came later. */
    static boolean counts(Instant seen, Instant run) {
        return seen.isBefore(run) && seen.isAfter(run.minus(Duration.ofDays(DAYS)));
    }

    private static List<StimulusRecord> own(RunArchive archive) {
        return archive.stimuli().stream()
                .filter(record -> record.run().equals(archive.header().run()))
                .toList();
    }

    private static boolean isStillSo(StimulusRecord record, List<Setting> settings) {
        return fingerprint(settings, record.node())
                .filter(record.fingerprint()::equals)
                .isPresent();
    }
}
