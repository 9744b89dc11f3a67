package io.seatrial.probe;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.Message;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Samples the counters of all declared ports for as long as a run lasts: one request per host, ethtool statistics every 100 ms and RDMA
 * counters every second (less often where that costs the host more than 1 % of a core), stamped in the controller's time. A host that cannot
 * be sampled, or not any more, is a failure in the sink; the others go on.
 */
public final class NicSampler implements AutoCloseable {
    private static final Duration CLOCKS = Duration.ofMinutes(1);
    private static final Duration BEGIN = Duration.ofSeconds(10);
    private static final Duration END = Duration.ofSeconds(5);
    private static final int EXCHANGES = 8;

    private final CounterSink sink;
    private final InstantSource time;
    private final Duration period;
    private final List<HostSampling> hosts = new ArrayList<>();
    private final ScheduledExecutorService clocks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "nic-clocks");
        thread.setDaemon(true);
        return thread;
    });

    private NicSampler(CounterSink sink, InstantSource time, Duration period) {
        this.sink = sink;
        this.time = time;
        this.period = period;
    }

    /**
     * Begin with all hosts at once. Returns when each of them has given a reading or a failure, at latest after {@code 10 s}: a round that
     * starts then has a reading before it.
     *
     * @param contacts by host name
     * @param sink hears sources, readings and failures, from several threads
     */
    public static NicSampler start(Cluster cluster, Function<String, Contact> contacts, CounterSink sink) {
        return start(cluster, contacts, sink, InstantSource.system(), CLOCKS);
    }

    /** @param period from one look at a host's clock to the next */
    static NicSampler start(
            Cluster cluster,
            Function<String, Contact> contacts,
            CounterSink sink,
            InstantSource time,
            Duration period) {
        NicSampler sampler = new NicSampler(sink, time, period);
        List<CompletableFuture<Void>> begun = new ArrayList<>();
        cluster.hosts().forEach(host -> begun.add(sampler.begin(host, contacts.apply(host.name()))));
        together(begun, BEGIN);
        sampler.clocks.scheduleWithFixedDelay(
                sampler::askClocks, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
        return sampler;
    }

    private CompletableFuture<Void> begin(Host host, Contact contact) {
        NicPorts ports = new NicPorts(host, contact.info());
        if (contact.whyNot().isPresent()) {
            fail(host, contact.whyNot().get());
            return CompletableFuture.completedFuture(null);
        }
        ports.absent().forEach(cause -> sink.failure(host.name(), NicPorts.PORT, cause));
        if (ports.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        HostSampling sampling = new HostSampling(contact.agent(), ports, sink, time, period);
        hosts.add(sampling);
        return sampling.start(EXCHANGES);
    }

    private void fail(Host host, String cause) {
        sink.failure(host.name(), "", Message.of("nic.sampling.ended", "host", host.name(), "cause", cause));
    }

    private void askClocks() {
        hosts.forEach(host -> host.askClock(EXCHANGES / 2));
    }

    private static void together(List<CompletableFuture<Void>> all, Duration deadline) {
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, deadline.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Stop sampling everywhere, at latest after {@code 5 s}: the agents end it with themselves otherwise. */
    @Override
    public void close() {
        clocks.shutdownNow();
        together(hosts.stream().map(HostSampling::stop).toList(), END);
    }
}
