package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Servers;
import io.seatrial.measurement.Message;
import io.seatrial.probe.NicSampler;
import io.seatrial.run.CounterJoin;
import io.seatrial.run.CounterRecorder;
import io.seatrial.run.OpenHosts;
import io.seatrial.run.PlannedAsk;
import io.seatrial.run.Stimuli;
import io.seatrial.run.StormWatch;
import io.seatrial.telemetry.CounterFeed;
import io.seatrial.telemetry.SwitchFeeds;
import io.seatrial.telemetry.TelemetrySampler;
import io.seatrial.telemetry.infiniband.InfinibandFeed;
import io.seatrial.telemetry.infiniband.UfmFeed;
import io.seatrial.telemetry.prometheus.PrometheusFeed;
import io.seatrial.transport.Consoles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What counts while a run measures: NICs and switches, read from before the first round until everything that happened in the last one has been told. A run that asks nothing of counters reads none.
 */
final class Sampling implements AutoCloseable {
    private static final Duration FIRST_SWEEP = Duration.ofSeconds(15);

    private final Schedule schedule;
    private final RunArchive archive;
    private final boolean intrusive;
    private final StormWatch storms = new StormWatch();
    private final CounterRecorder recorder;
    private final Optional<TelemetrySampler> switches;
    private final Optional<NicSampler> nics;

    private Sampling(Schedule schedule, RunArchive archive, boolean intrusive, Sources sources) {
        this.schedule = schedule;
        this.archive = archive;
        this.intrusive = intrusive;
        this.recorder = new CounterRecorder(archive, storms);
        boolean counts = schedule.asks().stream().anyMatch(PlannedAsk.Counters.class::isInstance);
        List<CounterFeed> feeds = counts || readsSettings(schedule) ? askSettings(sources) : List.of();
        this.switches = counts ? Optional.of(switches(feeds)) : Optional.empty();
        if (!counts) {
            feeds.forEach(CounterFeed::close);
        }
        this.nics = counts
                ? Optional.of(NicSampler.start(sources.reached(), sources.hosts()::contact, recorder))
                : Optional.empty();
    }

    /**
     * Where counters come from.
     *
     * @param reached the cluster as it is reached
     */
    record Sources(Cluster reached, OpenHosts hosts, Consoles consoles) {}

    /**
     * Begin to read.
     *
     * @param runs folder of all runs, in which earlier ones may have seen a switch mark
     */
    static Sampling start(Schedule schedule, RunArchive archive, Path runs, boolean intrusive, Sources sources) {
        Sampling sampling = new Sampling(schedule, archive, intrusive, sources);
        if (sampling.switches.isPresent()) {
            Stimuli.onRecord(runs.resolve(archive.header().cluster()), archive).forEach(archive::append);
            sampling.awaitBegun();
        }
        return sampling;
    }

    /** Wait until what was read so far surely lies before the first round. */
    private void awaitBegun() {
        try {
            recorder.awaitBegun();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean readsSettings(Schedule schedule) {
        return schedule.asks().stream()
                .anyMatch(ask ->
                        ask instanceof PlannedAsk.Settings of && of.question().isOfFabric());
    }

    /** Settings are read once, before anything else is asked; a switch that is not asked has none, for the same reason. */
    private List<CounterFeed> askSettings(Sources sources) {
        Cluster cluster = sources.reached();
        SwitchFeeds.notAsked(cluster).forEach((node, cause) -> {
            recorder.failure(node, "", cause);
            archive.appendSettings(SwitchFeeds.unread(cluster, node, cause));
        });
        List<CounterFeed> feeds = feeds(sources);
        feeds.parallelStream().forEach(feed -> archive.appendSettings(feed.settings()));
        return feeds;
    }

    private TelemetrySampler switches(List<CounterFeed> feeds) {
        TelemetrySampler sampler = new TelemetrySampler(feeds, recorder, TelemetrySampler.INTERVAL);
        sampler.sweepOnce(FIRST_SWEEP); // a window needs a reading before it
        sampler.start();
        return sampler;
    }

    private List<CounterFeed> feeds(Sources sources) {
        List<CounterFeed> feeds = new ArrayList<>(SwitchFeeds.of(sources.reached(), sources.consoles()));
        Servers servers = sources.reached().servers();
        servers.prometheus().ifPresent(server -> feeds.add(new PrometheusFeed(server, sources.reached())));
        servers.ufm().ifPresent(server -> feeds.add(new UfmFeed(server, sources.reached())));
        servers.infiniband()
                .ifPresent(fabric -> sources.hosts()
                        .remote(fabric.from())
                        .ifPresentOrElse(
                                remote -> feeds.add(new InfinibandFeed(fabric, sources.reached(), remote)),
                                () -> recorder.failure(
                                        fabric.from(), "", Message.of("telemetry.no-remote", "host", fabric.from()))));
        return feeds;
    }

    /** Return why the rest of an ask is left out: an incast that nobody allowed, or one that became a storm. */
    Optional<Message> stop(String ask) {
        if (!ask.equals(Stimuli.INCAST)) {
            return Optional.empty();
        }
        return intrusive ? storms.storm() : Optional.of(Message.of("incast.not-allowed"));
    }

    /** Wait until every source has told what happened up to now. */
    void awaitTold() {
        if (switches.isPresent()) {
            try {
                recorder.awaitToldUpTo(Instant.now());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** End, and keep which switches were seen to mark. */
    @Override
    public void close() {
        if (switches.isEmpty()) {
            return;
        }
        nics.ifPresent(NicSampler::close);
        switches.get().close();
        new CounterJoin(schedule.prepared().cluster(), schedule.prepared().criteria(), archive)
                .ownStimuli()
                .forEach(archive::append);
    }
}
