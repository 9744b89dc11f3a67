package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.SshSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LabTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private final Cluster declared = VirtualCluster.four();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Lab lab;
    private Cluster cluster;
    private LabClient client;

    private void start(String... faults) throws IOException {
        lab = keep(Lab.start(
                declared,
                Arrays.stream(faults).map(text -> Fault.parse(text, declared)).toList(),
                folder));
        cluster = lab.access().on(declared);
        client = keep(new LabClient());
    }

    private <T extends AutoCloseable> T keep(T closeable) {
        opened.add(0, closeable);
        return closeable;
    }

    @AfterEach
    void close_all() throws Exception {
        for (AutoCloseable closeable : opened) {
            closeable.close();
        }
    }

    private LabClient.Standing stand(String host, String command) throws IOException {
        return keep(LabClient.stand(keep(client.open(cluster, host)), command));
    }

    private static void awaitEnd(String pid) {
        await().atMost(SOON)
                .until(() -> ProcessHandle.of(Long.parseLong(pid))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
    }

    @Test
    void commands_run_in_the_place_of_their_own_host() throws IOException {
        start();
        LabClient.Result first =
                client.run(cluster, "gpu-01", "echo $HOME $TMPDIR $XDG_RUNTIME_DIR $SEATRIAL_ROOT; pwd; exit 3");
        Path host = folder.toRealPath().resolve("hosts/gpu-01");
        assertThat(first.out())
                .isEqualTo(host + "/home " + host + "/tmp " + host + "/run " + host + "/root\n" + host + "/home\n");
        assertThat(first.status()).isEqualTo(3);
        assertThat(client.run(cluster, "gpu-02", "pwd").out()).contains("hosts/gpu-02/home");
    }

    @Test
    void a_command_inherits_nothing_from_the_environment_of_the_lab() throws IOException {
        start();
        assertThat(client.run(cluster, "gpu-01", "env").out().lines().map(line -> line.replaceAll("=.*", "")))
                .containsOnly(
                        "HOME",
                        "TMPDIR",
                        "XDG_RUNTIME_DIR",
                        "USER",
                        "LOGNAME",
                        "SHELL",
                        "LC_ALL",
                        "PATH",
                        "SEATRIAL_ROOT",
                        "PWD");
    }

    @Test
    void output_error_output_and_input_are_kept_apart_and_flushed() throws IOException {
        start();
        LabClient.Standing echo = stand("gpu-01", "while read line; do echo \"got $line\"; done");
        echo.say("one");
        assertThat(echo.line()).isEqualTo("got one");
        echo.say("two");
        assertThat(echo.line()).isEqualTo("got two");
        assertThat(client.run(cluster, "gpu-01", "echo out; echo err >&2"))
                .isEqualTo(new LabClient.Result(0, "out\n", "err\n"));
    }

    @Test
    void a_large_output_arrives_whole() throws IOException {
        start();
        assertThat(client.run(cluster, "gpu-01", "seq 1 200000").out())
                .hasSize(1288895)
                .endsWith("\n200000\n");
    }

    @Test
    void a_killed_command_tells_its_signal() throws IOException {
        start();
        assertThat(client.run(cluster, "gpu-01", "kill -9 $$").status()).isEqualTo(128 + 9);
    }

    @Test
    void keys_and_state_are_readable_by_their_owner_alone() throws IOException {
        start();
        for (Path secret : List.of(lab.access().key(), lab.access().knownHosts())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("hosts/gpu-01/run"))))
                .isEqualTo("rwx------");
    }

    @Test
    void each_host_shows_a_key_of_its_own() throws IOException {
        start();
        client.run(cluster, "gpu-01", "true");
        Object first = client.shown();
        client.run(cluster, "gpu-02", "true");
        assertThat(client.shown()).isNotEqualTo(first);
    }

    @Test
    void another_key_or_user_may_not_log_in() throws IOException {
        start();
        Path stranger = Files.createDirectory(folder.resolve("stranger")).resolve("key");
        Keys.make(List.of()).writeClientKey(stranger);
        assertThatThrownBy(() -> client.open(reached(HostServer.USER, stranger), "gpu-01"))
                .isInstanceOf(SshException.class)
                .hasMessageContaining("auth");
        assertThatThrownBy(() -> client.open(reached("root", lab.access().key()), "gpu-01"))
                .isInstanceOf(SshException.class)
                .hasMessageContaining("auth");
    }

    private Cluster reached(String user, Path key) {
        return cluster.reachedBy(host -> new SshSettings(
                user,
                lab.access().port(),
                List.of(key),
                false,
                Optional.empty(),
                host.ssh().knownHosts(),
                Optional.empty()));
    }

    @Test
    void closing_a_channel_ends_the_input_of_its_process_at_once() throws IOException {
        start();
        LabClient.Standing process =
                stand("gpu-01", "echo $$; cat; echo input ended > ended; sleep 0.1; touch survived");
        String pid = process.line();
        process.close();
        awaitEnd(pid);
        assertThat(folder.resolve("hosts/gpu-01/home/ended")).exists();
        assertThat(folder.resolve("hosts/gpu-01/home/survived")).exists();
    }

    @Test
    void losing_the_connection_ends_a_process_that_does_not_care_and_its_children() throws IOException {
        start();
        ClientSession session = client.open(cluster, "gpu-01");
        LabClient.Standing process =
                LabClient.stand(session, "trap '' HUP TERM; sleep 600 & echo $!; echo $$; while :; do sleep 600; done");
        String child = process.line();
        String parent = process.line();
        session.close(true);
        awaitEnd(parent);
        awaitEnd(child);
    }

    @Test
    void everything_ends_with_the_lab() throws Exception {
        List<String> before = labThreads();
        start();
        LabClient.Standing process =
                stand("gpu-01", "trap '' HUP TERM; setsid sleep 600 & echo $!; echo $$; while :; do sleep 600; done");
        String daemon = process.line();
        String shell = process.line();
        Socket through = through(process(), "127.77.1.1");
        client.close();
        lab.close();
        awaitEnd(shell);
        awaitEnd(daemon);
        assertThat(through.getInputStream().read()).isEqualTo(-1);
        assertThatThrownBy(() -> new Socket("127.77.0.1", lab.access().port())).isInstanceOf(IOException.class);
        await().atMost(SOON).until(() -> labThreads().equals(before));
        assertThat(folder.resolve(LabState.FILE)).doesNotExist();
        lab.awaitStop();
    }

    private static List<String> labThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("lab-") || name.contains("SshServer"))
                .sorted()
                .toList();
    }

    /** Start something on gpu-02 that says what an agent says when it listens, with a socket of this test behind it. */
    private ServingAgent process() throws IOException {
        ServerSocket behind = keep(new ServerSocket());
        behind.bind(new InetSocketAddress("127.77.1.2", 0));
        LabClient.Standing agent = stand(
                "gpu-02",
                "echo '{\"ev\":\"ready\",\"id\":1,\"address\":\"127.77.1.2\",\"port\":" + behind.getLocalPort() + "}';"
                        + " read line; echo '{\"ev\":\"done\",\"id\":1,\"rc\":0}'; cat");
        String ready = agent.line();
        int port = Integer.parseInt(ready.replaceAll(".*\"port\":(\\d+)}", "$1"));
        assertThat(port).isNotEqualTo(behind.getLocalPort());
        return new ServingAgent(agent, behind, port);
    }

    private record ServingAgent(LabClient.Standing agent, ServerSocket behind, int port) {}

    private Socket through(ServingAgent agent, String from) throws IOException {
        Socket socket = keep(new Socket());
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress("127.77.1.2", agent.port()));
        socket.setSoTimeout(10_000);
        return socket;
    }

    @Test
    void traffic_to_a_served_port_crosses_the_fabric_and_is_counted_at_both_ends() throws IOException {
        start();
        ServingAgent agent = process();
        Socket sender = through(agent, "127.77.1.1");
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
        assertThat(read("gpu-01", "sys/class/net/eth0/ethtool_stats"))
                .contains("tx_bytes_phy: 1000000\n", "rx_bytes_phy: 4\n");
    }

    private void awaitCounter(String host, String device, String name, long value) {
        await().atMost(SOON).until(() -> counter(host, device, name) == value);
    }

    private long counter(String host, String device, String name) throws IOException {
        return Long.parseLong(read(host, "sys/class/infiniband/" + device + "/ports/1/counters/" + name)
                .trim());
    }

    private String read(String host, String file) throws IOException {
        return Files.readString(
                folder.resolve("hosts").resolve(host).resolve("root").resolve(file));
    }

    @Test
    void an_entrance_ends_with_its_request() throws IOException {
        start();
        ServingAgent agent = process();
        agent.agent().say("stop");
        assertThat(agent.agent().line()).isEqualTo("{\"ev\":\"done\",\"id\":1,\"rc\":0}");
        assertThatThrownBy(() -> through(agent, "127.77.1.1")).isInstanceOf(IOException.class);
    }

    @Test
    void an_entrance_ends_with_its_process() throws IOException {
        start();
        ServingAgent agent = process();
        agent.agent().close();
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThatThrownBy(() -> through(agent, "127.77.1.1")).isInstanceOf(IOException.class));
    }

    @Test
    void the_nic_tree_tells_what_the_inventory_declares() throws IOException {
        start();
        String port = "sys/class/infiniband/mlx5_1/ports/1/";
        assertThat(read("gpu-03", port + "state")).isEqualTo("4: ACTIVE\n");
        assertThat(read("gpu-03", port + "phys_state")).isEqualTo("5: LinkUp\n");
        assertThat(read("gpu-03", port + "rate")).isEqualTo("0.5 Gb/sec (1X virtual)\n");
        assertThat(read("gpu-03", port + "link_layer")).isEqualTo("Ethernet\n");
        assertThat(read("gpu-03", port + "gid_attrs/ndevs/0")).isEqualTo("eth1\n");
        assertThat(read("gpu-03", "sys/class/net/eth1/operstate")).isEqualTo("up\n");
        assertThat(read("gpu-03", "sys/class/net/eth1/speed")).isEqualTo("500\n");
        assertThat(read("gpu-03", "sys/class/net/eth1/device/numa_node")).isEqualTo("0\n");
        assertThat(read("gpu-03", "sys/class/net/eth1/address")).matches("02:5e(:[0-9a-f]{2}){4}\n");
        assertThat(read("gpu-03", "proc/sys/kernel/hostname")).isEqualTo("gpu-03\n");
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
        assertThat(read("gpu-02", "sys/class/infiniband/mlx5_0/ports/1/state")).isEqualTo("1: DOWN\n");
        assertThat(read("gpu-02", "sys/class/infiniband/mlx5_0/ports/1/phys_state"))
                .isEqualTo("3: Disabled\n");
        assertThat(read("gpu-02", "sys/class/net/eth0/operstate")).isEqualTo("down\n");
        assertThat(read("gpu-02", "sys/class/infiniband/mlx5_1/ports/1/state")).isEqualTo("4: ACTIVE\n");
        assertThat(read("gpu-01", "sys/class/infiniband/mlx5_0/ports/1/state")).isEqualTo("4: ACTIVE\n");
    }

    @Test
    void a_slow_cable_does_not_show_in_the_tree() throws IOException {
        start("slow-cable:gpu-02/mlx5_0");
        assertThat(read("gpu-02", "sys/class/infiniband/mlx5_0/ports/1/rate")).isEqualTo("0.5 Gb/sec (1X virtual)\n");
    }

    @Test
    void a_dead_host_refuses_connections_and_the_others_do_not() throws IOException {
        start("dead-host:gpu-02");
        assertThatThrownBy(() -> client.open(cluster, "gpu-02")).hasStackTraceContaining("refused");
        assertThat(client.run(cluster, "gpu-01", "echo here").out()).isEqualTo("here\n");
    }

    @Test
    void a_cluster_of_dead_hosts_listens_nowhere() throws IOException {
        start("dead-host:gpu-01", "dead-host:gpu-02", "dead-host:gpu-03", "dead-host:gpu-04");
        for (Host host : cluster.hosts()) {
            assertThatThrownBy(() -> client.open(cluster, host.name())).hasStackTraceContaining("refused");
        }
    }

    @Test
    void an_unknown_host_key_is_in_no_line_of_known_hosts() throws IOException {
        start("unknown-host-key:gpu-02");
        assertThat(Files.readAllLines(lab.access().knownHosts()))
                .hasSize(3)
                .noneMatch(line -> line.startsWith("[127.77.0.2]"));
        assertThatThrownBy(() -> client.open(cluster, "gpu-02")).hasMessageContaining("Server key did not validate");
        assertThat(client.run(cluster, "gpu-01", "echo here").out()).isEqualTo("here\n");
    }

    @Test
    void a_hung_host_lets_in_and_never_answers() throws IOException {
        start("hung-host:gpu-02");
        LabClient.Standing hung = stand("gpu-02", "echo here");
        assertThat(hung.channel().isOpen()).isTrue();
        hung.channel().waitFor(EnumSet.of(ClientChannelEvent.CLOSED), 300);
        assertThat(hung.out().available()).isZero();
        assertThat(hung.channel().getExitStatus()).isNull();
        assertThat(client.run(cluster, "gpu-01", "echo here").out()).isEqualTo("here\n");
    }

    @Test
    void a_garbage_agent_says_hello_and_then_nothing_that_can_be_read() throws IOException {
        start("garbage-agent:gpu-02");
        String agent = "echo '{\"ev\":\"hello\",\"v\":1}'; echo '{\"ev\":\"clock\",\"id\":1}'";
        assertThat(client.run(cluster, "gpu-02", agent).out())
                .startsWith("{\"ev\":\"hello\",\"v\":1}\n{\"ev\":\"clo")
                .contains("libibverbs");
        assertThat(client.run(cluster, "gpu-01", agent).out())
                .isEqualTo("{\"ev\":\"hello\",\"v\":1}\n{\"ev\":\"clock\",\"id\":1}\n");
    }

    @Test
    void two_labs_run_side_by_side() throws IOException {
        start();
        Lab second = keep(Lab.start(declared, List.of(), folder.resolve("second")));
        assertThat(second.access().port()).isNotEqualTo(lab.access().port());
        assertThat(client.run(second.access().on(declared), "gpu-01", "pwd").out())
                .contains("/second/hosts/gpu-01/home");
        assertThat(client.run(cluster, "gpu-01", "pwd").out()).doesNotContain("/second/");
    }

    @Test
    void a_second_lab_in_the_same_folder_is_refused() throws IOException {
        start();
        assertThatThrownBy(() -> Lab.start(declared, List.of(), folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("process " + ProcessHandle.current().pid() + " already runs one there");
        assertThat(client.run(cluster, "gpu-01", "echo here").out()).isEqualTo("here\n");
    }

    @Test
    void a_folder_is_used_again_after_its_lab_ended() throws IOException {
        start();
        lab.close();
        start("slow-cable:gpu-01");
        assertThat(client.run(cluster, "gpu-01", "echo here").out()).isEqualTo("here\n");
        assertThat(lab.access().faults()).containsExactly("slow-cable:gpu-01");
    }

    @Test
    void a_cluster_that_is_not_virtual_is_refused() {
        Cluster real = new Cluster(
                "real",
                Path.of("."),
                "x",
                "",
                declared.hosts(),
                declared.switches(),
                declared.tiers(),
                declared.links(),
                List.of(),
                List.of(),
                Optional.empty());
        assertThatThrownBy(() -> Lab.start(real, List.of(), folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cluster real: expected a lab: block");
    }

    @Test
    void addresses_that_others_can_reach_are_refused() {
        Host open = new Host("gpu-09", "10.0.0.9", declared.hosts().get(0).ssh(), List.of(), 0);
        Cluster reachable = new Cluster(
                "reachable",
                Path.of("."),
                "x",
                "",
                List.of(open),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                declared.lab());
        assertThatThrownBy(() -> Lab.start(reachable, List.of(), folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("host gpu-09: address: a virtual cluster needs 127.x.y.z, got '10.0.0.9'");
    }

    @Test
    void a_lab_of_another_version_of_the_cluster_is_refused() throws IOException {
        start();
        Cluster changed = new Cluster(
                "virtual",
                Path.of("."),
                "beef",
                "",
                declared.hosts(),
                declared.switches(),
                declared.tiers(),
                declared.links(),
                List.of(),
                List.of(),
                declared.lab());
        assertThatThrownBy(() -> lab.access().on(changed)).hasMessageContaining("cafe, now beef");
    }

    @Test
    void what_another_process_reads_is_what_this_one_wrote() throws IOException {
        start();
        LabState state = LabState.read(folder).orElseThrow();
        assertThat(state.access()).isEqualTo(lab.access());
        assertThat(state.alive()).isTrue();
    }

    @Test
    void waiting_for_the_end_ends_with_the_lab() throws Exception {
        start();
        Thread waiting = new Thread(() -> {
            try {
                lab.awaitStop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        waiting.start();
        await().atMost(SOON).until(() -> waiting.getState() == Thread.State.WAITING);
        lab.close();
        waiting.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(waiting.isAlive()).isFalse();
    }
}
