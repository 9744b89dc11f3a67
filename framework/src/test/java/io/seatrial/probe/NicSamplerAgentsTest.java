package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Shell;
import io.seatrial.transport.Undo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real program on two hosts that share a tree of files in place of /sys and /proc. */
@Timeout(120)
class NicSamplerAgentsTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final String PORT = "gpu-01/mlx5_0";
    private static final Counter FRAMES = Counter.Kind.RX_PAUSE_FRAMES.of(3);
    private static final Counter TIME = Counter.Kind.RX_PAUSE_TIME.of(3);

    @TempDir
    private Path folder;

    private LocalHosts hosts;
    private Journal journal;
    private final Map<String, Remote> remotes = new HashMap<>();
    private final Map<String, Contact> contacts = new HashMap<>();
    private final HeardCounters heard = new HeardCounters();

    @BeforeEach
    void deploy() throws IOException {
        put("sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_data", "100");
        put("sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error", "65535");
        put("sys/class/infiniband/mlx5_0/ports/1/hw_counters/np_cnp_sent", "17");
        put("sys/class/infiniband/mlx5_0/ports/1/hw_counters/lifespan", "10");
        put("sys/class/net/eth0/statistics/rx_bytes", "1");
        put("sys/class/net/eth0/operstate", "up");
        pauses(5, 90);
        hosts = new LocalHosts(
                folder.resolve("homes"),
                lines -> lines,
                "export SEATRIAL_ROOT=" + Shell.quote(folder.resolve("root").toString()) + "; ");
        journal = Journal.open(folder.resolve("journal"), "run-1");
        Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "run-1", "run-1 of tests");
        CLUSTER.hosts().forEach(host -> {
            Remote remote = hosts.open(host).join();
            remotes.put(host.name(), remote);
            contacts.put(host.name(), Contact.with(deployment.deploy(remote).join(), List.of()));
        });
    }

    @AfterEach
    void close() throws IOException {
        contacts.values().forEach(Contact::close);
        remotes.values()
                .forEach(
                        remote -> new Undo(journal, Optional.empty()).on(remote).join());
        journal.close();
        hosts.close();
    }

    /** Nobody sends heartbeats here: the questions for the clock keep the agents alive. */
    private NicSampler start() {
        return NicSampler.start(CLUSTER, contacts::get, heard, InstantSource.system(), Duration.ofSeconds(2));
    }

    private void put(String file, String text) throws IOException {
        Path path = folder.resolve("root").resolve(file);
        Files.createDirectories(path.getParent());
        Path draft = Files.writeString(folder.resolve("draft"), text + "\n");
        Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    }

    private void pauses(long frames, long microseconds) throws IOException {
        put(
                "sys/class/net/eth0/ethtool_stats",
                "rx_bytes_phy: 1\nrx0_packets: 5\nrx_prio3_pause: " + frames + "\nrx_prio3_pause_duration: "
                        + microseconds);
    }

    private void await(String what, String source, Predicate<List<CounterReading>> wanted) {
        heard.await(what, h -> wanted.test(h.of(PORT, source)));
    }

    private CounterSeries series(String source) {
        CounterSource known = heard.sources().stream()
                .filter(s -> s.node().equals("gpu-01") && s.name().equals(source))
                .reduce((first, last) -> last)
                .orElseThrow();
        return CounterSeries.of(heard.of(PORT, source).get(0).port(), known, heard.of(PORT, source));
    }

    @Test
    void a_pause_between_two_readings_is_in_the_window_that_holds_it() throws IOException {
        try (NicSampler sampler = start()) {
            await("a first reading", "ethtool", readings -> !readings.isEmpty());
            Instant begin = Instant.now();
            pauses(9, 190);
            int before = heard.of(PORT, "ethtool").size();
            await("more readings", "ethtool", readings -> readings.size() >= before + 5);
            TimeWindow window = new TimeWindow(begin, Instant.now());
            int after = heard.of(PORT, "ethtool").size();
            await("readings after the window", "ethtool", readings -> readings.size() >= after + 3);

            assertThat(window.length()).isGreaterThan(Duration.ofMillis(300));
            assertThat(series("ethtool").change(FRAMES, window))
                    .isInstanceOf(Change.Known.class)
                    .extracting("amount")
                    .isEqualTo(4L);
            assertThat(series("ethtool").change(TIME, window))
                    .extracting("amount")
                    .isEqualTo(100_000L);
        }
    }

    @Test
    void every_source_is_read_and_stamped_in_our_time() {
        Instant before = Instant.now();
        try (NicSampler sampler = start()) {
            await("ethtool", "ethtool", readings -> !readings.isEmpty());
            await("hw_counters", "rdma-hw", readings -> !readings.isEmpty());
            await("counters", "rdma-port", readings -> !readings.isEmpty());
            Instant after = Instant.now();
            CounterReading port = heard.of(PORT, "rdma-port").get(0);
            assertThat(port.values()).isEqualTo(Map.of(Counter.Kind.RX_BYTES.one(), 400L));
            assertThat(heard.of(PORT, "rdma-hw").get(0).values()).isEqualTo(Map.of(Counter.Kind.CNP_SENT.one(), 17L));
            CounterSource source = series("rdma-port").source();
            assertThat(source.refresh()).isEqualTo(Duration.ofSeconds(1));
            // the host is this machine: what is left is the bound that we state ourselves
            assertThat(port.at()).isBetween(before.minus(source.uncertainty()), after.plus(source.uncertainty()));
            assertThat(source.uncertainty()).isLessThan(Duration.ofSeconds(1));
        }
        assertThat(heard.failures()).isEmpty();
    }

    @Test
    void counters_that_vanish_and_come_back_smaller_are_unknown_and_never_zero() throws IOException {
        try (NicSampler sampler = start()) {
            await("a first reading", "ethtool", readings -> !readings.isEmpty());
            put("sys/class/net/eth0/ethtool_stats", "rx_bytes_phy: 2");
            await(
                    "a reading without pauses",
                    "ethtool",
                    r -> !r.get(r.size() - 1).values().containsKey(FRAMES)
                            && r.get(r.size() - 1).full());
            pauses(1, 1);
            await(
                    "a reading with pauses",
                    "ethtool",
                    r -> r.get(r.size() - 1).full()
                            && r.get(r.size() - 1).values().containsKey(FRAMES));
            CounterSeries series = series("ethtool");
            assertThat(series.change(FRAMES, 0, series.size() - 1)).isEqualTo(new Change.Unknown(Change.Why.RESET));
        }
    }

    @Test
    void an_agent_that_is_killed_is_a_failure_and_the_other_host_goes_on() {
        try (NicSampler sampler = start()) {
            await("a first reading", "ethtool", readings -> !readings.isEmpty());
            ProcessHandle.of(contacts.get("gpu-01").agent().hello().pid())
                    .orElseThrow()
                    .destroyForcibly();
            heard.await("its end", h -> !h.failures().isEmpty());
            assertThat(heard.failures().get(0).node()).isEqualTo("gpu-01");
            int before = heard.of("gpu-02/mlx5_0", "ethtool").size();
            heard.await(
                    "readings of the other host",
                    h -> h.of("gpu-02/mlx5_0", "ethtool").size() >= before + 3);
            assertThat(heard.failures()).hasSize(1);
        }
    }
}
