package io.seatrial.telemetry.prometheus;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.PrometheusSettings;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.telemetry.CounterFeed;
import io.seatrial.telemetry.PortNames;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.telemetry.http.JsonServer;
import io.seatrial.telemetry.prometheus.PrometheusApi.Series;
import io.seatrial.telemetry.prometheus.PrometheusApi.Told;
import io.seatrial.telemetry.prometheus.Targets.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counters that a Prometheus server has scraped. Each sweep asks for the raw samples since the one before: with the times at which they were
 * scraped, without rates and interpolation, so that resets, vanished series and missed scrapes stay visible. One question asks for all
 * metrics, because the server gives a scrape to a question as a whole or not at all.
 *
 * <p>Values are 64-bit floating point numbers there: beyond 2^53 they are rounded, to 1 in 10^16.
 */
public final class PrometheusFeed implements CounterFeed {
    private static final String NAME = "prometheus";
    private static final String UP = "up";
    private static final String TOOK = "scrape_duration_seconds";
    private static final Duration FIRST_RANGE = Duration.ofMinutes(1);
    /** After a longer gap the samples within it are given up: they stay unknown. */
    private static final Duration LONGEST_RANGE = Duration.ofMinutes(5);
    /** How much later than it began a scrape may become visible, beside its interval. */
    private static final Duration LATE = Duration.ofSeconds(5);

    private static final Duration TARGETS_AGE = Duration.ofMinutes(1);

    private final PrometheusSettings settings;
    private final PrometheusApi api;
    private final Mapping mapping;
    private final ServerClock clock = new ServerClock();
    private final Readings readings;
    private Targets targets = Targets.NONE;
    private Instant targetsAsked = Instant.MIN;
    private final Set<Id> askedFor = new HashSet<>();
    private final Set<Id> down = new HashSet<>();
    private long lastAsked;

    /**
     * Make a feed; nothing is asked yet.
     *
     * @throws TelemetryException if the file of certificates cannot be read
     */
    public PrometheusFeed(PrometheusSettings settings, Cluster cluster) {
        this(settings, cluster, new JsonServer(NAME, settings.http()));
    }

    PrometheusFeed(PrometheusSettings settings, Cluster cluster, JsonServer server) {
        this.settings = settings;
        this.api = new PrometheusApi(server);
        this.mapping = new Mapping(settings, new PortNames(cluster));
        this.readings = new Readings(clock, settings.refresh());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Sweep sweep() {
        Told<Long> time = api.time();
        clock.take(time.sent(), time.value(), time.received());
        if (targetsAsked.equals(Instant.MIN) || targetsAsked.plus(TARGETS_AGE).isBefore(Instant.now())) {
            askedFor.clear();
            askTargets();
        }
        Told<List<Series>> told = api.samples(selector(range(time.value())), time.value());
        Map<Id, TargetScrapes> scrapes = byTarget(told.value());
        if (hasNewDoubts(scrapes)) {
            askTargets();
        }
        readings.take(scrapes, targets);
        lastAsked = time.value();
        Map<String, Message> failures = new HashMap<>(readings.failures());
        remarks(told, scrapes, failures);
        return new Sweep(readings.sources(), readings.readings(), failures);
    }

    /** Tell whether a target is new or has begun to fail; one that stays so is asked for again with all others. */
    private boolean hasNewDoubts(Map<Id, TargetScrapes> scrapes) {
        boolean any = false;
        for (Map.Entry<Id, TargetScrapes> each : scrapes.entrySet()) {
            boolean isNew = !each.getValue().ports().isEmpty()
                    && settings.refresh().isEmpty()
                    && targets.interval(each.getKey()).isEmpty();
            any |= isNew && askedFor.add(each.getKey());
            if (each.getValue().isDown()) {
                any |= down.add(each.getKey());
            } else {
                down.remove(each.getKey()); // when it fails again its reason is another one
            }
        }
        return any;
    }

    /** Not every server that speaks this language knows targets; it need not where cluster.yaml says how often it scrapes. */
    private void askTargets() {
        try {
            targetsAsked = Instant.now();
            targets = api.targets().value();
        } catch (TelemetryException e) {
            if (settings.refresh().isEmpty() && targets.all().isEmpty()) {
                targetsAsked = Instant.MIN;
                throw new TelemetryException(
                        NAME,
                        "it does not say how often it scrapes (" + e.getMessage()
                                + "); write 'refresh: 15s' or whatever it is under prometheus in cluster.yaml",
                        e);
            }
        }
    }

    /** Return how far back to ask: to the question before, and so much further that a late scrape is not missed. */
    private Duration range(long now) {
        Duration slowest = readings.slowestRefresh();
        Duration range = lastAsked == 0
                ? FIRST_RANGE
                : Duration.ofMillis(Math.max(0, now - lastAsked)).plus(slowest).plus(LATE);
        return range.compareTo(LONGEST_RANGE) > 0 ? LONGEST_RANGE : range;
    }

    private String selector(Duration range) {
        List<String> names = new ArrayList<>(mapping.metrics());
        names.add(UP);
        names.add(TOOK);
        String where = settings.where().isEmpty() ? "" : "," + settings.where();
        return "{__name__=~\"" + String.join("|", names) + "\"" + where + "}[" + range.toMillis() + "ms]";
    }

    private Map<Id, TargetScrapes> byTarget(List<Series> all) {
        Map<Id, TargetScrapes> targetsSeen = new HashMap<>();
        for (Series series : all) {
            TargetScrapes scrapes = targetsSeen.computeIfAbsent(
                    new Id(series.label("job"), series.label("instance")), id -> new TargetScrapes());
            switch (series.label("__name__")) {
                case UP -> scrapes.up(series, mapping.node(series));
                case TOOK -> scrapes.durations(series);
                default -> mapping.counted(series).forEach(counted -> scrapes.counted(series, counted));
            }
        }
        return targetsSeen;
    }

    private void remarks(Told<List<Series>> told, Map<Id, TargetScrapes> scrapes, Map<String, Message> failures) {
        if (!told.warnings().isEmpty()) {
            failures.put(NAME, Message.of("telemetry.prometheus.warning", "text", String.join("; ", told.warnings())));
        } else if (readings.hasNothing()) {
            failures.put(NAME, nothing(told.value()));
        }
    }

    private Message nothing(List<Series> all) {
        return all.stream()
                .filter(series -> mapping.isMapped(series.label("__name__")))
                .findFirst()
                .map(series -> Message.of(
                        "telemetry.prometheus.no-port",
                        "metric",
                        series.label("__name__"),
                        "port",
                        mapping.example(series)))
                .orElseGet(() -> Message.of("telemetry.prometheus.no-series", "metrics", (long)
                        mapping.metrics().size()));
    }

    /** A Prometheus server knows counters, no settings. */
    @Override
    public List<Setting> settings() {
        return List.of();
    }

    @Override
    public void close() {
        // the client keeps no session, and its threads end with it
    }
}
