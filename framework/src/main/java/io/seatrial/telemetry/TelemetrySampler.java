package io.seatrial.telemetry;

import io.seatrial.measurement.CounterSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sweeps many feeds side by side while a run goes on, each again one interval after its last begin, or at once where it took longer; never two
 * sweeps of one feed at the same time. A feed that fails is told to the sink and tried again at its next turn. Connections are the feeds' own.
 */
public final class TelemetrySampler implements AutoCloseable {
    /** How often a feed is swept unless said otherwise. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final List<SampledFeed> feeds = new ArrayList<>();
    private final Duration interval;
    private final ScheduledExecutorService threads;
    /** What the sink threw: readings that are lost there are no failure of a switch. */
    private final AtomicReference<RuntimeException> sinkFailure = new AtomicReference<>();

    private volatile boolean closed;

    /**
     * Make a sampler that asks nobody yet.
     *
     * @param feeds closed with this
     * @param sink takes what comes, on several threads
     * @param interval from the begin of a sweep to that of the next one
     */
    public TelemetrySampler(Collection<CounterFeed> feeds, CounterSink sink, Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("telemetry interval: expected more than 0, got " + interval);
        }
        feeds.forEach(feed -> this.feeds.add(new SampledFeed(feed, sink)));
        this.interval = interval;
        // two for each feed: one that hangs in its turn and in a single sweep must not keep the others waiting
        this.threads = Executors.newScheduledThreadPool(Math.max(1, 2 * feeds.size()), TelemetrySampler::daemon);
    }

    /** Begin to sweep again and again. */
    public void start() {
        feeds.forEach(feed -> threads.execute(() -> again(feed)));
    }

    /**
     * Sweep every feed once, for example before the first round and after the last.
     *
     * @param deadline longest time to wait
     * @return the names of those that did not come to an end within it
     */
    public Set<String> sweepOnce(Duration deadline) {
        Map<String, CompletableFuture<Void>> sweeps = new ConcurrentHashMap<>();
        feeds.forEach(feed -> sweeps.put(feed.name(), CompletableFuture.runAsync(() -> sweep(feed), threads)));
        CompletableFuture.allOf(sweeps.values().toArray(CompletableFuture<?>[]::new))
                .completeOnTimeout(null, deadline.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        throwSinkFailure();
        Set<String> late = new TreeSet<>();
        sweeps.forEach((name, sweep) -> {
            if (!sweep.isDone()) {
                late.add(name);
            }
        });
        return late;
    }

    /**
     * Stop, end the connections, and wait 5 s at most for sweeps that are under way; what such a sweep still brings is lost.
     *
     * @throws RuntimeException what the sink threw, if it did
     */
    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
        feeds.forEach(SampledFeed::close);
        try {
            threads.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throwSinkFailure();
    }

    private void again(SampledFeed feed) {
        long begin = System.nanoTime();
        sweep(feed);
        long left = interval.toNanos() - (System.nanoTime() - begin);
        if (!closed) {
            threads.schedule(() -> again(feed), Math.max(0, left), TimeUnit.NANOSECONDS);
        }
    }

    private void sweep(SampledFeed feed) {
        try {
            feed.sweep(() -> closed);
        } catch (RuntimeException e) {
            sinkFailure.compareAndSet(null, e);
        }
    }

    private void throwSinkFailure() {
        RuntimeException failure = sinkFailure.getAndSet(null);
        if (failure != null) {
            throw failure;
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "seatrial-telemetry");
        thread.setDaemon(true);
        return thread;
    }
}
