package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Setting;
import io.seatrial.telemetry.CounterFeed;
import io.seatrial.telemetry.SwitchFeeds;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.transport.ssh.SshTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The product's feeds, asking the lab's switches as they ask real ones. */
@Timeout(60)
class FeedsTest {
    @TempDir
    private Path folder;

    private LabStand stand;
    private List<CounterFeed> feeds;

    private void start(String... faults) throws IOException {
        stand = new LabStand(VirtualCluster.congested(), folder, faults);
        SshTransport transport = stand.keep(SshTransport.open(SshTransport.Options.standard()));
        feeds = SwitchFeeds.of(stand.cluster, transport);
        feeds.forEach(stand::keep);
    }

    @AfterEach
    void close() throws Exception {
        if (stand != null) {
            stand.close();
        }
    }

    private CounterFeed feed(String name) {
        return feeds.stream()
                .filter(feed -> feed.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Map<String, String> settings(String node, String name) {
        return feed(node).settings().stream()
                .filter(setting -> setting.name().equals(name))
                .collect(Collectors.toMap(
                        setting -> setting.subject().name(),
                        setting -> setting.text().orElseThrow()));
    }

    @Test
    void a_sweep_gives_every_counter_of_every_port_and_nothing_fails() throws IOException {
        start();
        assertThat(feeds).extracting(CounterFeed::name).containsExactly("leaf-1", "leaf-2", "spine-1", "spine-2");
        CounterFeed.Sweep sweep = feed("leaf-1").sweep();
        assertThat(sweep.failures()).isEmpty();
        assertThat(sweep.sources())
                .allSatisfy(source -> assertThat(source.refresh()).isEqualTo(Duration.ofMillis(500)));
        assertThat(sweep.sources().stream().map(CounterSource::name))
                .contains("sonic port", "sonic queue", "sonic wred", "sonic watermark", "sonic pfcwd");
        List<Counter> counted = sweep.readings().stream()
                .filter(reading -> reading.port().name().equals("leaf-1/Ethernet6"))
                .map(CounterReading::values)
                .flatMap(values -> values.keySet().stream())
                .toList();
        assertThat(counted)
                .contains(
                        Counter.Kind.RX_BYTES.one(),
                        Counter.Kind.RX_PAUSE_TIME.of(3),
                        Counter.Kind.TX_PAUSE_FRAMES.of(3),
                        Counter.Kind.QUEUE_MARKED.of(3),
                        Counter.Kind.QUEUE_DROPS.of(3),
                        Counter.Kind.QUEUE_WATERMARK.of(3),
                        Counter.Kind.WATCHDOG_STORMS.of(3),
                        Counter.Kind.PRIORITY_GROUP_DROPS.of(3),
                        Counter.Kind.FEC_UNCORRECTABLE.one());
    }

    @Test
    void every_setting_is_readable_and_says_what_the_lab_does() throws IOException {
        start("ecn-high:leaf-2", "lossy-class:spine-1");
        assertThat(feed("leaf-1").settings())
                .isNotEmpty()
                .allSatisfy(setting ->
                        assertThat(setting.text()).as(setting.toString()).isPresent());
        assertThat(settings("leaf-1", Setting.PFC).values()).hasSize(6).containsOnly("3");
        assertThat(settings("leaf-1", Setting.TRUST).values()).containsOnly("dscp");
        assertThat(settings("leaf-1", Setting.ECN + "3").values()).containsOnly("kmin=65536 kmax=131072 pmax=10");
        assertThat(settings("leaf-2", Setting.ECN + "3").values()).containsOnly("kmin=1024 kmax=8192 pmax=10");
        assertThat(settings("spine-1", Setting.PFC).values()).containsOnly(Setting.NONE);
    }

    @Test
    void neighbours_are_the_other_ends_of_the_links() throws IOException {
        start();
        assertThat(settings("leaf-1", Setting.NEIGHBOUR))
                .containsEntry("leaf-1/Ethernet1", "gpu-01/eth0")
                .containsEntry("leaf-1/Ethernet6", "spine-2/Ethernet1");
        assertThat(settings("spine-2", Setting.NEIGHBOUR)).containsEntry("spine-2/Ethernet2", "leaf-2/Ethernet6");
    }

    @Test
    void neighbours_of_swapped_rails_are_told_where_they_are_plugged() throws IOException {
        start("swapped-rails:gpu-01");
        assertThat(settings("leaf-1", Setting.NEIGHBOUR))
                .containsEntry("leaf-1/Ethernet1", "gpu-01/eth1")
                .containsEntry("leaf-1/Ethernet2", "gpu-02/eth0");
        assertThat(settings("leaf-2", Setting.NEIGHBOUR)).containsEntry("leaf-2/Ethernet1", "gpu-01/eth0");
    }

    @Test
    void a_switch_that_cannot_be_reached_says_so_and_the_others_answer() throws IOException {
        start("switch-unreachable:leaf-1");
        CounterFeed lost = feed("leaf-1");
        assertThatThrownBy(lost::sweep).isInstanceOf(TelemetryException.class).hasMessageContaining("leaf-1");
        assertThat(feed("leaf-2").sweep().failures()).isEmpty();
    }
}
