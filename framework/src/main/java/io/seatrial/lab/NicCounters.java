package io.seatrial.lab;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the counters in the NIC trees up to date with the traffic: every 100 ms, and only where they changed. */
final class NicCounters implements AutoCloseable {
    /** How old a counter may be, ms: the refresh interval of these sources. */
    static final long REFRESH = 100;

    private static final Logger LOG = LoggerFactory.getLogger(NicCounters.class);

    /** A port's tree with the link directions that it sends on and receives from. */
    static final class Counted {
        private final NicTree tree;
        private final List<LinkSide> out;
        private final List<LinkSide> in;
        private final Optional<NicStatistics> statistics;
        private long written;

        /** @param statistics of a NIC that takes part in congestion control */
        Counted(NicTree tree, List<LinkSide> out, List<LinkSide> in, Optional<NicStatistics> statistics) {
            this.tree = tree;
            this.out = out;
            this.in = in;
            this.statistics = statistics;
        }

        private void refresh() throws IOException {
            if (statistics.isPresent()) {
                tree.count(statistics.get(), System.nanoTime());
            } else {
                refreshTraffic();
            }
        }

        private void refreshTraffic() throws IOException {
            // Packets first, then bytes: the engine counts bytes first, so what is missed now is seen as a change the
            // next time.
            long sentPackets = sum(out, LinkSide::packets);
            long receivedPackets = sum(in, LinkSide::packets);
            if (sentPackets + receivedPackets != written) {
                tree.count(sum(out, LinkSide::bytes), sentPackets, sum(in, LinkSide::bytes), receivedPackets);
                written = sentPackets + receivedPackets;
            }
        }

        private static long sum(List<LinkSide> sides, ToLongFunction<LinkSide> value) {
            return sides.stream().mapToLong(value).sum();
        }
    }

    private final List<Counted> ports;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(NicCounters::clockThread);

    NicCounters(List<Counted> ports) {
        this.ports = List.copyOf(ports);
        clock.scheduleWithFixedDelay(this::refresh, REFRESH, REFRESH, TimeUnit.MILLISECONDS);
    }

    private static Thread clockThread(Runnable work) {
        Thread thread = new Thread(work, "lab-counters");
        thread.setDaemon(true);
        return thread;
    }

    private void refresh() {
        for (Counted port : ports) {
            try {
                port.refresh();
            } catch (IOException e) {
                LOG.warn("a counter of the virtual cluster cannot be written", e);
            }
        }
    }

    /** End the clock, after a last refresh. */
    @Override
    public void close() {
        clock.shutdown();
        try {
            clock.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        refresh();
    }
}
