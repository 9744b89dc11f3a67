package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EntranceTest {
    @TempDir
    private Path folder;

    private LabStand stand;

    private void start(String... faults) throws IOException {
        stand = new LabStand(folder, faults);
    }

    @AfterEach
    void close() throws Exception {
        if (stand != null) {
            stand.close();
        }
    }

    @Test
    void traffic_to_a_served_port_crosses_the_fabric_and_is_counted_at_both_ends() throws IOException {
        start();
        LabStand.Serving agent = stand.serve();
        Socket sender = stand.through(agent, "127.77.1.1");
        byte[] data = new byte[1_000_000];
        sender.getOutputStream().write(data);
        sender.shutdownOutput();
        try (Socket receiver = agent.behind().accept()) {
            assertThat(receiver.getInputStream().readAllBytes()).hasSize(data.length);
            receiver.getOutputStream().write(new byte[4]);
        }
        assertThat(sender.getInputStream().readAllBytes()).hasSize(4);
        awaitCounter("gpu-01", "mlx5_0", "port_xmit_data", 250_000);
        awaitCounter("gpu-02", "mlx5_0", "port_rcv_data", 250_000);
        awaitCounter("gpu-02", "mlx5_0", "port_xmit_data", 1);
        awaitCounter("gpu-01", "mlx5_0", "port_rcv_data", 1);
        assertThat(counter("gpu-01", "mlx5_0", "port_xmit_packets"))
                .isEqualTo(counter("gpu-02", "mlx5_0", "port_rcv_packets"));
        assertThat(counter("gpu-01", "mlx5_0", "port_xmit_packets")).isGreaterThanOrEqualTo(1_000_000 / 4096);
        assertThat(counter("gpu-03", "mlx5_0", "port_rcv_data")).isZero();
        assertThat(counter("gpu-01", "mlx5_1", "port_xmit_data")).isZero();
        assertThat(stand.read("gpu-01", "sys/class/net/eth0/ethtool_stats"))
                .contains("tx_bytes_phy: 1000000\n", "rx_bytes_phy: 4\n");
    }

    private void awaitCounter(String host, String device, String name, long value) {
        await().atMost(LabStand.SOON).until(() -> counter(host, device, name) == value);
    }

    private long counter(String host, String device, String name) throws IOException {
        return Long.parseLong(stand.read(host, "sys/class/infiniband/" + device + "/ports/1/counters/" + name)
                .trim());
    }

    @Test
    void an_entrance_ends_with_its_request() throws IOException {
        start();
        LabStand.Serving agent = stand.serve();
        agent.agent().say("stop");
        assertThat(agent.agent().line()).isEqualTo("{\"ev\":\"done\",\"id\":1,\"rc\":0}");
        awaitRefusal(agent);
    }

    @Test
    void an_entrance_ends_with_its_process() throws IOException {
        start();
        LabStand.Serving agent = stand.serve();
        agent.agent().close();
        awaitRefusal(agent);
    }

    private void awaitRefusal(LabStand.Serving agent) {
        await().atMost(LabStand.SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> stand.through(agent, "127.77.1.1"))
                        .isInstanceOf(IOException.class));
    }

    @Test
    void the_nic_tree_tells_what_the_inventory_declares() throws IOException {
        start();
        String port = "sys/class/infiniband/mlx5_1/ports/1/";
        assertThat(stand.read("gpu-03", port + "state")).isEqualTo("4: ACTIVE\n");
        assertThat(stand.read("gpu-03", port + "phys_state")).isEqualTo("5: LinkUp\n");
        assertThat(stand.read("gpu-03", port + "rate")).isEqualTo("0.5 Gb/sec (1X virtual)\n");
        assertThat(stand.read("gpu-03", port + "link_layer")).isEqualTo("Ethernet\n");
        assertThat(stand.read("gpu-03", port + "gid_attrs/ndevs/0")).isEqualTo("eth1\n");
        assertThat(stand.read("gpu-03", "sys/class/net/eth1/operstate")).isEqualTo("up\n");
        assertThat(stand.read("gpu-03", "sys/class/net/eth1/speed")).isEqualTo("500\n");
        assertThat(stand.read("gpu-03", "sys/class/net/eth1/device/numa_node")).isEqualTo("0\n");
        assertThat(stand.read("gpu-03", "sys/class/net/eth1/address")).matches("02:5e(:[0-9a-f]{2}){4}\n");
        assertThat(stand.read("gpu-03", "proc/sys/kernel/hostname")).isEqualTo("gpu-03\n");
        try (Stream<Path> counters =
                Files.list(folder.resolve("hosts/gpu-03/root").resolve(port + "counters"))) {
            assertThat(counters.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "port_xmit_data",
                            "port_rcv_data",
                            "port_xmit_packets",
                            "port_rcv_packets",
                            "link_downed",
                            "symbol_error",
                            "port_rcv_errors",
                            "port_xmit_discards");
        }
    }

    @Test
    void a_dead_port_is_down_in_the_tree_of_its_host_alone() throws IOException {
        start("dead-port:leaf-1/Ethernet2");
        assertThat(stand.read("gpu-02", "sys/class/infiniband/mlx5_0/ports/1/state"))
                .isEqualTo("1: DOWN\n");
        assertThat(stand.read("gpu-02", "sys/class/infiniband/mlx5_0/ports/1/phys_state"))
                .isEqualTo("3: Disabled\n");
        assertThat(stand.read("gpu-02", "sys/class/net/eth0/operstate")).isEqualTo("down\n");
        assertThat(stand.read("gpu-02", "sys/class/infiniband/mlx5_1/ports/1/state"))
                .isEqualTo("4: ACTIVE\n");
        assertThat(stand.read("gpu-01", "sys/class/infiniband/mlx5_0/ports/1/state"))
                .isEqualTo("4: ACTIVE\n");
    }

    @Test
    void a_slow_cable_does_not_show_in_the_tree() throws IOException {
        start("slow-cable:gpu-02/mlx5_0");
        assertThat(stand.read("gpu-02", "sys/class/infiniband/mlx5_0/ports/1/rate"))
                .isEqualTo("0.5 Gb/sec (1X virtual)\n");
    }
}
