package io.seatrial.report.openmetrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.seatrial.archive.history.OfRounds;
import io.seatrial.archive.history.SeriesClass;
import io.seatrial.archive.history.StoredRun;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Makes the gauges of runs. OpenMetrics asks for seconds, bytes and ratios; what the archive holds in other units is divided here. */
final class Gauges {
    private static final double NANOS = 1e9;
    private static final double BITS = 8;
    private static final double PPM = 1e6;
    private static final double ATTO = 1e18;
    private static final double MILLIS = 1e3;

    private final Collection<LatestRun> runs;
    private final List<MetricSnapshot> all = new ArrayList<>();

    private Gauges(Collection<LatestRun> runs) {
        this.runs = runs;
    }

    static MetricSnapshots of(Collection<LatestRun> runs) {
        Gauges gauges = new Gauges(runs);
        gauges.info();
        gauges.ofRun("seatrial_run_start_timestamp_seconds", "When the newest run began.", run -> at(run.started()));
        gauges.ofRun("seatrial_run_end_timestamp_seconds", "When the newest run was judged.", run -> at(run.ended()));
        gauges.ofRun(
                "seatrial_run_exit_status",
                "Exit status of the newest run: 0 accepted, 1 rejected, 3 not proven, 4 the run itself failed.",
                StoredRun::status);
        gauges.ofRun(
                "seatrial_run_countable",
                "Whether the newest run may count toward a baseline.",
                run -> run.countable() ? 1 : 0);
        gauges.results();
        gauges.values();
        return new MetricSnapshots(gauges.all);
    }

    private static double at(Instant moment) {
        return moment.toEpochMilli() / MILLIS;
    }

    private void info() {
        InfoSnapshot.Builder info = InfoSnapshot.builder().name("seatrial_run").help("The newest run of a cluster.");
        for (LatestRun latest : runs) {
            StoredRun run = latest.run();
            Labels labels = Labels.of(
                    "cluster",
                    run.cluster(),
                    "run",
                    run.run(),
                    "profile",
                    run.profile(),
                    "verdict",
                    run.verdict(),
                    "fabric",
                    run.fabric(),
                    "version",
                    run.version());
            info.dataPoint(InfoDataPointSnapshot.builder().labels(labels).build());
        }
        all.add(info.build());
    }

    private void ofRun(String name, String help, ToDoubleFunction<StoredRun> value) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        runs.forEach(latest -> gauge.dataPoint(point(labels(latest.run()), value.applyAsDouble(latest.run()))));
        all.add(gauge.build());
    }

    private static Labels labels(StoredRun run) {
        return Labels.of("cluster", run.cluster(), "profile", run.profile());
    }

    private static GaugeDataPointSnapshot point(Labels labels, double value) {
        return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
    }

    private void results() {
        GaugeSnapshot.Builder gauge =
                GaugeSnapshot.builder().name("seatrial_results").help("Results of the newest run by verdict.");
        for (LatestRun latest : runs) {
            latest.verdicts()
                    .forEach((criterion, counts) -> counts.forEach((verdict, count) -> gauge.dataPoint(point(
                            labels(latest.run()).merge(Labels.of("criterion", criterion, "verdict", verdict)),
                            count))));
        }
        all.add(gauge.build());
    }

    /** All values of one unit are one gauge; it is there without any value too, so that its name is known. */
    private void values() {
        SortedMap<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();
        for (Unit unit : Unit.values()) {
            gauges.computeIfAbsent(
                    name(unit), name -> GaugeSnapshot.builder().name(name).help(help(unit)));
        }
        for (LatestRun latest : runs) {
            latest.values()
                    .forEach((of, values) -> add(
                            latest.run(),
                            of,
                            values,
                            gauges.get(name(of.metric().unit()))));
        }
        gauges.values().forEach(gauge -> all.add(gauge.build()));
    }

    private static void add(
            StoredRun run, SeriesClass of, Map<SubjectId, OfRounds> values, GaugeSnapshot.Builder gauge) {
        Labels ofClass = labels(run)
                .merge(Labels.of("ask", of.ask(), "metric", of.metric().id(), "conditions", of.conditions()));
        values.forEach((subject, rounds) -> gauge.dataPoint(point(
                ofClass.merge(
                        Labels.of("kind", subject.kind().name().toLowerCase(Locale.ROOT), "subject", subject.name())),
                rounds.median() / divisor(of.metric().unit()))));
    }

    private static String name(Unit unit) {
        return switch (unit) {
            case NANOSECONDS -> "seatrial_time_seconds";
            case BITS_PER_SECOND, BYTES_PER_SECOND -> "seatrial_bandwidth_bytes_per_second";
            case BYTES -> "seatrial_size_bytes";
            case COUNT -> "seatrial_events";
            case PARTS_PER_MILLION, ATTO -> "seatrial_share_ratio";
        };
    }

    private static String help(Unit unit) {
        String what = switch (unit) {
            case NANOSECONDS -> "times, s";
            case BITS_PER_SECOND, BYTES_PER_SECOND -> "rates, B/s";
            case BYTES -> "sizes, B";
            case COUNT -> "counts";
            case PARTS_PER_MILLION, ATTO -> "shares, 1 is all";
        };
        return "Median over the rounds of the newest run: " + what + ".";
    }

    private static double divisor(Unit unit) {
        return switch (unit) {
            case NANOSECONDS -> NANOS;
            case BITS_PER_SECOND -> BITS;
            case PARTS_PER_MILLION -> PPM;
            case ATTO -> ATTO;
            case BYTES_PER_SECOND, BYTES, COUNT -> 1;
        };
    }
}
