package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seatrial.formats.LldpctlJson;
import io.seatrial.formats.SonicCounterpoll;
import io.seatrial.formats.SonicCountersDb;
import io.seatrial.formats.SonicPortCounters;
import io.seatrial.formats.text.Source;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the lab's switches answer, read by the product's own readers. */
@Timeout(60)
class SwitchesTest {
    private static final String COUNTERS = "sonic-db-dump -n COUNTERS_DB -y";
    private static final String CONFIG = "sonic-db-dump -n CONFIG_DB -y";

    @TempDir
    private Path folder;

    private LabStand stand;

    private void start(String... faults) throws IOException {
        stand = new LabStand(VirtualCluster.congested(), folder, faults);
    }

    @AfterEach
    void close() throws Exception {
        if (stand != null) {
            stand.close();
        }
    }

    private String asked(String node, String command) throws IOException {
        LabClient.Result result = stand.onSwitch(node, command);
        assertThat(result.status()).as(result.err()).isZero();
        return result.out();
    }

    private SonicCountersDb.Report counters(String node) throws IOException {
        return new SonicCountersDb().read(Source.of(asked(node, COUNTERS)));
    }

    private SonicPortCounters port(String node, String name) throws IOException {
        return counters(node).ports().stream()
                .filter(port -> port.port().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private SonicCountersDb.Queue queue(String node, String name, int number) throws IOException {
        return counters(node).queues().stream()
                .filter(queue -> queue.port().equals(name) && queue.queue() == number)
                .findFirst()
                .orElseThrow();
    }

    /** Send bytes from ports of rail 0 to gpu-02, all at once. */
    private void send(int bytes, int... hosts) throws Exception {
        LabStand.Serving serving = stand.serve();
        Socket[] through = new Socket[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            through[i] = stand.through(serving, "127.77.1." + hosts[i]);
            drain(stand.keep(serving.behind().accept()));
        }
        Thread[] senders = new Thread[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            Socket socket = through[i];
            senders[i] = new Thread(() -> write(socket, bytes));
            senders[i].start();
        }
        for (Thread sender : senders) {
            sender.join(TimeUnit.SECONDS.toMillis(30));
        }
    }

    private static void write(Socket socket, int bytes) {
        try {
            socket.getOutputStream().write(new byte[bytes]);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void drain(Socket socket) {
        Thread thread = new Thread(() -> {
            try (InputStream in = socket.getInputStream()) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The test is over.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static BigInteger count(long value) {
        return BigInteger.valueOf(value);
    }

    @Test
    void counters_of_ports_and_queues_follow_the_traffic() throws Exception {
        start();
        assertThat(counters("leaf-1").ports()).hasSize(6);
        assertThat(counters("leaf-1").queues())
                .hasSize(48)
                .allMatch(queue -> queue.kind().equals("unicast"));
        assertThat(counters("leaf-1").unknownPorts()).isEmpty();
        send(4_000_000, 1);
        await().atMost(LabStand.SOON)
                .until(() -> queue("leaf-1", "Ethernet2", 3).watermarkBytes().signum() > 0);
        await().atMost(LabStand.SOON)
                .until(() -> port("leaf-1", "Ethernet2").txBytes().equals(count(4_000_000)));
        await().atMost(LabStand.SOON)
                .until(() -> queue("leaf-1", "Ethernet2", 3).txBytes().equals(count(4_000_000)));
        SonicPortCounters in = port("leaf-1", "Ethernet1");
        assertThat(in.rxBytes()).isEqualTo(count(4_000_000));
        assertThat(in.pfc()).hasSize(8);
        assertThat(in.pfc().get(3).rxPauseDurationUs()).isZero();
        assertThat(queue("leaf-1", "Ethernet2", 0).txBytes()).isZero();
        assertThat(queue("leaf-1", "Ethernet2", 3).ecnMarkedPackets()).isZero();
        assertThat(queue("leaf-1", "Ethernet2", 3).dropPackets()).isZero();
        assertThat(queue("leaf-1", "Ethernet2", 3).pfcwd().status()).isEqualTo("operational");
        assertThat(queue("leaf-1", "Ethernet2", 3).pfcwd().detectionTimeMs()).hasToString("500");
    }

    @Test
    void an_incast_is_marked_at_the_switch_and_told_by_the_nics() throws Exception {
        start();
        send(6_000_000, 1, 3, 4);
        await().atMost(LabStand.SOON)
                .until(() -> queue("leaf-1", "Ethernet2", 3).txBytes().equals(count(18_000_000)));
        await().atMost(LabStand.SOON)
                .until(() -> queue("leaf-1", "Ethernet2", 3).ecnMarkedPackets().signum() > 0);
        BigInteger marked = queue("leaf-1", "Ethernet2", 3).ecnMarkedPackets();
        await().atMost(LabStand.SOON)
                .until(() -> hardware("gpu-02", "np_ecn_marked_roce_packets").equals(marked.toString()));
        assertThat(Long.parseLong(hardware("gpu-02", "np_cnp_sent"))).isPositive();
        assertThat(hardware("gpu-02", "rp_cnp_handled")).isEqualTo("0");
        assertThat(Long.parseLong(hardware("gpu-01", "rp_cnp_handled"))).isPositive();
    }

    private String hardware(String host, String name) throws IOException {
        return stand.read(host, "sys/class/infiniband/mlx5_0/ports/1/hw_counters/" + name)
                .strip();
    }

    @Test
    void counterpoll_says_how_often_counters_are_read() throws IOException {
        start();
        assertThat(new SonicCounterpoll()
                        .read(Source.of(asked("spine-1", "counterpoll show")))
                        .polls())
                .extracting(SonicCounterpoll.Poll::type)
                .contains("PORT_STAT", "QUEUE_STAT", "WRED_ECN_QUEUE_STAT", "QUEUE_WATERMARK_STAT", "PG_DROP_STAT");
        assertThat(new SonicCounterpoll()
                        .read(Source.of(asked("spine-1", "counterpoll show")))
                        .polls())
                .allSatisfy(poll -> assertThat(poll.intervalMs()).isEqualTo(500))
                .allSatisfy(poll -> assertThat(poll.enabled()).isTrue())
                .allSatisfy(poll -> assertThat(poll.isDefault()).isFalse());
    }

    @Test
    void lldp_tells_netdevs_of_hosts_and_ports_of_switches() throws IOException {
        start("dead-port:gpu-04/mlx5_0");
        assertThat(new LldpctlJson()
                        .read(Source.of(asked("leaf-1", "lldpctl -f json0")))
                        .neighbors())
                .extracting(
                        one -> one.interfaceName() + " " + one.system() + " " + one.portIdType() + " " + one.portId())
                .containsExactly(
                        "Ethernet1 gpu-01 ifname eth0",
                        "Ethernet2 gpu-02 ifname eth0",
                        "Ethernet3 gpu-03 ifname eth0",
                        "Ethernet5 spine-1 ifname Ethernet1",
                        "Ethernet6 spine-2 ifname Ethernet1");
    }

    @Test
    void the_configuration_says_how_classes_are_treated() throws IOException {
        start("ecn-off:leaf-1", "lossy-class:spine-1", "ecn-high:leaf-2");
        assertThat(asked("spine-2", CONFIG))
                .contains(
                        "\"pfc_enable\" : \"3\"", "\"green_min_threshold\" : \"65536\"", "\"static_th\" : \"196608\"");
        assertThat(asked("leaf-1", CONFIG)).contains("\"green_min_threshold\" : \"65536\"");
        assertThat(asked("spine-1", CONFIG)).doesNotContain("pfc_enable", "pg_lossless_profile\" : {", "PFC_WD");
        assertThat(asked("leaf-2", CONFIG)).contains("\"green_min_threshold\" : \"1024\"");
    }

    @Test
    void anything_else_is_not_found() throws IOException {
        start();
        assertThat(stand.onSwitch("leaf-1", "reboot"))
                .isEqualTo(new LabClient.Result(127, "", "-bash: reboot: command not found\n"));
        assertThat(stand.onSwitch("leaf-1", COUNTERS + "; reboot").status()).isEqualTo(127);
        assertThat(stand.onSwitch("leaf-1", SwitchCommand.SHELL).err())
                .contains("leaf-1: a switch of the lab has no shell", COUNTERS, "counterpoll show; lldpctl -f json0");
    }

    @Test
    void an_unreachable_switch_refuses_connections_and_the_others_do_not() throws IOException {
        start("switch-unreachable:leaf-1");
        assertThatThrownBy(() -> stand.onSwitch("leaf-1", COUNTERS)).hasStackTraceContaining("refused");
        assertThat(counters("leaf-2").ports()).hasSize(6);
        assertThat(stand.out("gpu-01", "echo here")).isEqualTo("here\n");
    }

    @Test
    void frozen_counters_stand_still_while_the_other_end_counts() throws Exception {
        start("counter-frozen:leaf-1");
        String before = asked("leaf-1", COUNTERS);
        send(4_000_000, 1);
        await().atMost(LabStand.SOON)
                .until(() ->
                        stand.read("gpu-02", "sys/class/net/eth0/ethtool_stats").contains("rx_bytes_phy: 4000000\n"));
        await().atMost(LabStand.SOON)
                .until(() -> counters("leaf-2").ports().stream()
                        .anyMatch(port -> port.fecCorrectedCodewords().signum() > 0));
        assertThat(asked("leaf-1", COUNTERS)).isEqualTo(before);
    }

    @Test
    void counters_that_begin_anew_go_back() throws Exception {
        start("counter-reset:leaf-1");
        send(4_000_000, 1);
        await().atMost(LabStand.SOON)
                .until(() -> port("leaf-1", "Ethernet2").txBytes().equals(count(4_000_000)));
        await().atMost(LabStand.SOON)
                .until(() -> port("leaf-1", "Ethernet2").txBytes().signum() == 0);
        assertThat(port("leaf-2", "Ethernet2").txBytes()).isZero();
    }

    @Test
    void the_watchdog_of_a_port_counts_storms_and_their_ends() throws IOException {
        start("watchdog:leaf-1/Ethernet2");
        await().atMost(LabStand.SOON)
                .until(() -> queue("leaf-1", "Ethernet2", 3).pfcwd().detected().intValue() >= 2);
        assertThat(queue("leaf-1", "Ethernet2", 3).pfcwd().restored()).isPositive();
        assertThat(queue("leaf-1", "Ethernet1", 3).pfcwd().detected()).isZero();
    }

    @Test
    void a_storm_is_counted_at_both_ends_of_its_link() throws Exception {
        start("pfc-storm:gpu-02/mlx5_0");
        await().atMost(LabStand.SOON)
                .until(() -> port("leaf-1", "Ethernet2")
                                .pfc()
                                .get(3)
                                .rxPauseDurationUs()
                                .longValue()
                        > 1_000_000);
        assertThat(stand.read("gpu-02", "sys/class/net/eth0/ethtool_stats"))
                .containsPattern("tx_prio3_pause: [1-9]")
                .containsPattern("tx_prio3_pause_duration: [1-9][0-9]{5,}\n")
                .containsPattern("tx_pause_storm_warning_events: [1-9]")
                .contains("tx_pause_storm_error_events: 0\n", "rx_prio3_pause: 0\n");
        assertThat(port("leaf-1", "Ethernet1").pfc().get(3).rxPauseDurationUs()).isZero();
    }

    @Test
    void damage_is_counted_by_the_nic_and_by_the_switch() throws Exception {
        start("bit-errors:gpu-02/mlx5_0");
        send(4_000_000, 1);
        await().atMost(LabStand.SOON)
                .until(() ->
                        stand.read("gpu-02", "sys/class/net/eth0/ethtool_stats").contains("rx_crc_errors_phy: 9\n"));
        assertThat(stand.read("gpu-02", "sys/class/infiniband/mlx5_0/ports/1/counters/symbol_error"))
                .isEqualTo("9\n");
        assertThat(port("leaf-1", "Ethernet1").rxErrorPackets()).isZero();
    }
}
