package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LabTest {
    @TempDir
    private Path folder;

    private final Cluster declared = VirtualCluster.four();
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
    void everything_ends_with_the_lab() throws Exception {
        List<String> before = labThreads();
        start();
        LabClient.Standing process = stand.stand(
                "gpu-01", "trap '' HUP TERM; setsid sleep 600 & echo $!; echo $$; while :; do sleep 600; done");
        String daemon = process.line();
        String shell = process.line();
        LabStand.Serving serving = stand.serve();
        Socket through = stand.through(serving, "127.77.1.1");
        // a connection that the fabric has not taken yet is reset by its listener's end
        stand.keep(serving.behind().accept());
        stand.client.close();
        stand.lab.close();
        LabStand.awaitEnd(shell);
        LabStand.awaitEnd(daemon);
        assertThat(through.getInputStream().read()).isEqualTo(-1);
        assertThatThrownBy(() -> new Socket("127.77.0.1", stand.lab.access().port()))
                .isInstanceOf(IOException.class);
        await().atMost(LabStand.SOON).until(() -> labThreads().equals(before));
        assertThat(folder.resolve(LabState.FILE)).doesNotExist();
        stand.lab.awaitStop();
    }

    private static List<String> labThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("lab-") || name.contains("SshServer"))
                .sorted()
                .toList();
    }

    @Test
    void a_dead_host_refuses_connections_and_the_others_do_not() throws IOException {
        start("dead-host:gpu-02");
        assertThatThrownBy(() -> stand.client.open(stand.cluster, "gpu-02")).hasStackTraceContaining("refused");
        assertThat(stand.out("gpu-01", "echo here")).isEqualTo("here\n");
    }

    @Test
    void a_cluster_of_dead_hosts_listens_nowhere() throws IOException {
        start("dead-host:gpu-01", "dead-host:gpu-02", "dead-host:gpu-03", "dead-host:gpu-04");
        for (Host host : stand.cluster.hosts()) {
            assertThatThrownBy(() -> stand.client.open(stand.cluster, host.name()))
                    .hasStackTraceContaining("refused");
        }
    }

    @Test
    void an_unknown_host_key_is_in_no_line_of_known_hosts() throws IOException {
        start("unknown-host-key:gpu-02");
        assertThat(Files.readAllLines(stand.lab.access().knownHosts()))
                .hasSize(3)
                .noneMatch(line -> line.startsWith("[127.77.0.2]"));
        assertThatThrownBy(() -> stand.client.open(stand.cluster, "gpu-02"))
                .hasMessageContaining("Server key did not validate");
        assertThat(stand.out("gpu-01", "echo here")).isEqualTo("here\n");
    }

    @Test
    void a_hung_host_lets_in_and_never_answers() throws IOException {
        start("hung-host:gpu-02");
        LabClient.Standing hung = stand.stand("gpu-02", "echo here");
        assertThat(hung.channel().isOpen()).isTrue();
        hung.channel().waitFor(EnumSet.of(ClientChannelEvent.CLOSED), 300);
        assertThat(hung.out().available()).isZero();
        assertThat(hung.channel().getExitStatus()).isNull();
        assertThat(stand.out("gpu-01", "echo here")).isEqualTo("here\n");
    }

    @Test
    void a_garbage_agent_says_hello_and_then_nothing_that_can_be_read() throws IOException {
        start("garbage-agent:gpu-02");
        String agent = "echo '{\"ev\":\"hello\",\"v\":1}'; echo '{\"ev\":\"clock\",\"id\":1}'";
        assertThat(stand.out("gpu-02", agent))
                .startsWith("{\"ev\":\"hello\",\"v\":1}\n{\"ev\":\"clo")
                .contains("libibverbs");
        assertThat(stand.out("gpu-01", agent)).isEqualTo("{\"ev\":\"hello\",\"v\":1}\n{\"ev\":\"clock\",\"id\":1}\n");
    }

    @Test
    void two_labs_run_side_by_side() throws IOException {
        start();
        Lab second = stand.keep(Lab.start(declared, List.of(), folder.resolve("second")));
        assertThat(second.access().port()).isNotEqualTo(stand.lab.access().port());
        assertThat(stand.client
                        .run(second.access().on(declared), "gpu-01", "pwd")
                        .out())
                .contains("/second/hosts/gpu-01/home");
        assertThat(stand.out("gpu-01", "pwd")).doesNotContain("/second/");
    }

    @Test
    void a_second_lab_in_the_same_folder_is_refused() throws IOException {
        start();
        assertThatThrownBy(() -> Lab.start(declared, List.of(), folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("process " + ProcessHandle.current().pid() + " already runs one there");
        assertThat(stand.out("gpu-01", "echo here")).isEqualTo("here\n");
    }

    @Test
    void a_folder_is_used_again_after_its_lab_ended() throws IOException {
        start();
        stand.lab.close();
        start("slow-cable:gpu-01");
        assertThat(stand.out("gpu-01", "echo here")).isEqualTo("here\n");
        assertThat(stand.lab.access().faults()).containsExactly("slow-cable:gpu-01");
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
        assertThatThrownBy(() -> stand.lab.access().on(changed)).hasMessageContaining("cafe, now beef");
    }

    @Test
    void what_another_process_reads_is_what_this_one_wrote() throws IOException {
        start();
        LabState state = LabState.read(folder).orElseThrow();
        assertThat(state.access()).isEqualTo(stand.lab.access());
        assertThat(state.alive()).isTrue();
    }

    @Test
    void waiting_for_the_end_ends_with_the_lab() throws Exception {
        start();
        Thread waiting = new Thread(() -> {
            try {
                stand.lab.awaitStop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        waiting.start();
        await().atMost(LabStand.SOON).until(() -> waiting.getState() == Thread.State.WAITING);
        stand.lab.close();
        waiting.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(waiting.isAlive()).isFalse();
    }
}
