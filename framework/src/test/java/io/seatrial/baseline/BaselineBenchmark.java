package io.seatrial.baseline;

import io.seatrial.baseline.statistics.ClassModel;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a baseline of 10,000 links, 10 metrics and 14 runs of 3 rounds takes: proposed, written, read, and learned from. To be run by hand,
 * with {@code -Xmx1g}; the lines are 10 s for learning, and 1 GiB for all of it.
 */
final class BaselineBenchmark {
    private static final int SUBJECTS = 10_000;
    private static final int METRICS = 10;
    private static final int RUNS = 14;
    private static final int ROUNDS = 3;
    private static final double LINE_SECONDS = 10;
    private static final Instant DAWN = Instant.parse("2026-02-01T06:00:00Z");

    private BaselineBenchmark() {}

    /** Print each step, its seconds and its share of the line. */
    public static void main(String[] arguments) throws IOException {
        List<SourceRun> runs = new ArrayList<>();
        Random random = new Random(7);
        for (int run = 0; run < RUNS; run++) {
            runs.add(new SourceRun(
                    "run-" + run, DAWN.plusSeconds(86_400L * run), true, "roce2", new RoundValues(values(random))));
        }
        Path folder = Files.createTempDirectory("seatrial-baseline-");
        long begin = System.nanoTime();
        Baseline baseline = Proposal.from(
                        new Proposal.Terms("benchmark", "0", ask -> Tolerance.UNLIMITED, Set.of()), runs)
                .accept(new Acceptance("benchmark", DAWN, ""));
        begin = say("propose and accept", begin);
        runs.clear();
        BaselineFile.write(folder, baseline);
        begin = say("write " + Files.size(folder.resolve(BaselineFile.NAME)) / 1_000_000 + " MB", begin);
        Baseline read = BaselineFile.read(folder).orElseThrow();
        begin = say("read", begin);
        List<ClassModel> models =
                read.references().values().stream().map(Reference::model).toList();
        say("learn " + models.size() + " classes", begin);
        Files.delete(folder.resolve(BaselineFile.NAME));
        Files.delete(folder);
    }

    private static TreeMap<SeriesKey, RoundValues.OfClass> values(Random random) {
        TreeMap<SeriesKey, RoundValues.OfClass> classes = new TreeMap<>();
        for (int m = 0; m < METRICS; m++) {
            Metric metric = new Metric("metric-" + m, Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
            TreeMap<SubjectId, List<Long>> rounds = new TreeMap<>();
            for (int subject = 0; subject < SUBJECTS; subject++) {
                List<Long> of = new ArrayList<>();
                for (int round = 0; round < ROUNDS; round++) {
                    of.add(Math.round(2_000 * (1 + 0.01 * random.nextGaussian())));
                }
                rounds.put(new SubjectId(SubjectId.Kind.LINK, "host-" + subject + "~leaf"), of);
            }
            classes.put(
                    new SeriesKey("ask-" + m, metric.id(), new Conditions(Map.of("fabric", "roce2"))),
                    new RoundValues.OfClass(metric, rounds));
        }
        return classes;
    }

    private static long say(String step, long begin) {
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                Locale.ROOT, "%-24s %6.1f s, %4.2f of %.0f s%n", step, seconds, seconds / LINE_SECONDS, LINE_SECONDS);
        return System.nanoTime();
    }
}
