package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Setting;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real script over a tree of files, with stand-ins for the tools of vendors. */
@Timeout(60)
class NicQosReaderTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(1);
    private static final Host HOST = CLUSTER.hosts().get(0);
    private static final String MLNX_QOS = """
            cat <<'END'
            DCBX mode: OS controlled
            Priority trust state: dscp
            dscp2prio mapping:
            	prio:0 dscp:07,06,05,04,03,02,01,00,
            	prio:3 dscp:31,30,29,28,27,26,25,24,
            Receive buffer size (bytes): 20224,150528,0,0,0,0,0,0,max_buffer_size=1054240
            Cable len: 7
            PFC configuration:
            	priority    0   1   2   3   4   5   6   7
            	enabled     0   0   0   1   0   0   0   0
            	buffer      0   0   0   1   0   0   0   0
            tc: 0 ratelimit: unlimited, tsa: vendor
            	 priority:  0
            tc: 3 ratelimit: unlimited, tsa: vendor
            	 priority:  3
            END
            """;

    @TempDir
    private Path folder;

    private final LocalTransport transport = new LocalTransport();
    private final FakeRemote agent = new FakeRemote(HOST.name());

    /** A host whose agent follows a script; everything beside it runs for real, over the tree. */
    private record OverTree(FakeRemote agent, Remote real, Path folder) implements Remote {
        @Override
        public String host() {
            return agent.host();
        }

        @Override
        public Running start(String command, Lines lines) {
            String around = "SEATRIAL_ROOT=" + Shell.quote(folder + "/root") + "; PATH=" + Shell.quote(folder + "/bin")
                    + ":$PATH; export SEATRIAL_ROOT PATH; ";
            return command.equals(Beside.AGENT) ? agent.start(command, lines) : real.start(around + command, lines);
        }

        @Override
        public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
            return real.upload(content, path, mode);
        }

        @Override
        public CompletableFuture<byte[]> download(String path, int limit) {
            return real.download(path, limit);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    @BeforeEach
    void make_the_tree_of_a_nic() throws IOException {
        put("net/eth1/mtu", "9000\n");
        put("net/eth1/ecn/roce_np/enable/3", "1\n");
        put("net/eth1/ecn/roce_np/enable/4", "0\n");
        put("net/eth1/ecn/roce_np/cnp_dscp", "48\n");
        put("net/eth1/ecn/roce_rp/enable/3", "1\n");
        put("net/eth1/ecn/roce_rp/enable/4", "1\n");
        put("infiniband/mlx5_0/tc/1/traffic_class", "Global tclass=106"); // without an end of line
    }

    @AfterEach
    void close() {
        agent.close();
        transport.close();
    }

    private void put(String file, String text) throws IOException {
        Path path = folder.resolve("root/sys/class").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void install(String tool, String script) throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        Path program = folder.resolve("bin").resolve(tool);
        String words = "echo \"$@\" >>" + folder.resolve(tool + ".words") + "\n";
        Files.writeString(program, "#!/bin/sh\n" + words + script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private Contact contact(String netdev) {
        Remote real = transport.open(HOST).join();
        CompletableFuture<Agent> starting =
                Agent.start(new OverTree(agent, real, folder), Beside.AGENT, "run-1-gpu-01", Duration.ofSeconds(20));
        agent.only().says(Samples.events("session").get(0));
        String port = "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"netdev\":\"" + netdev + "\"}";
        return Contact.with(starting.join(), List.of(Wire.decode(port)));
    }

    private Map<String, Setting> read() {
        return read(contact("eth1"));
    }

    private static Map<String, Setting> read(Contact contact) {
        Map<String, Setting> byName = new TreeMap<>();
        NicQosReader.read(HOST, contact).join().forEach(setting -> byName.put(setting.name(), setting));
        assertThat(byName.values())
                .extracting(setting -> setting.subject().name())
                .containsOnly(HOST.ports().get(0).id());
        return byName;
    }

    private static String cause(Setting setting) {
        return setting.cause().orElseThrow().values().get("cause").toString();
    }

    @Test
    void everything_that_files_and_mlnx_qos_tell_has_the_names_and_forms_of_switches() throws IOException {
        install("mlnx_qos", MLNX_QOS);
        Map<String, Setting> read = read();
        Map<String, String> texts = new TreeMap<>();
        read.forEach((name, setting) -> texts.put(name, setting.text().orElse("?")));
        assertThat(texts)
                .containsOnly(
                        Map.entry(Setting.MTU, "9000"),
                        Map.entry(Setting.PFC, "3"),
                        Map.entry(Setting.TRUST, "dscp"),
                        Map.entry(Setting.DSCP_MAP, "0: 0-7; 3: 24-31"),
                        Map.entry(Setting.QUEUE_MAP, "0:0,3:3"),
                        Map.entry(Setting.ROCE_DSCP, "26"),
                        Map.entry(Setting.DCQCN, "np=3 rp=3,4"),
                        Map.entry(Setting.DCQCN_PARAMETERS, "roce_np/cnp_dscp=48"));
        assertThat(Files.readString(folder.resolve("mlnx_qos.words")).strip()).isEqualTo("-i eth1");
    }

    @Test
    void without_its_tools_a_host_says_so_and_what_files_tell_is_known() throws IOException {
        install("mlnx_qos", "exit 127\n"); // whatever this machine has, this one is found first
        install("lldptool", "exit 1\n");
        Map<String, Setting> read = read();
        for (String name : List.of(Setting.PFC, Setting.TRUST, Setting.DSCP_MAP, Setting.QUEUE_MAP)) {
            assertThat(cause(read.get(name))).contains("the host has no mlnx_qos");
        }
        assertThat(read.get(Setting.MTU).text()).contains("9000");
    }

    @Test
    void a_tool_that_fails_is_quoted_and_lldptool_tells_pfc_in_its_place() throws IOException {
        install("mlnx_qos", "echo 'Netlink error: Operation not permitted' >&2; exit 1\n");
        install("lldptool", """
                echo 'IEEE 8021QAZ PFC TLV'
                echo '	 Willing: no'
                echo '	 MACsec Bypass Capable: no'
                echo '	 PFC capable traffic classes: 8'
                echo '	 PFC enabled: 3'
                """);
        Map<String, Setting> read = read();
        assertThat(cause(read.get(Setting.TRUST))).contains("exit status 1", "Operation not permitted");
        assertThat(read.get(Setting.PFC).text()).contains("3");
        assertThat(Files.readString(folder.resolve("lldptool.words")).strip()).isEqualTo("-t -i eth1 -V PFC");
    }

    @Test
    void a_traffic_class_that_nobody_forces_is_left_to_applications() throws IOException {
        put("infiniband/mlx5_0/tc/1/traffic_class", "");
        assertThat(read().get(Setting.ROCE_DSCP).text()).contains(Setting.NONE);
    }

    @Test
    void files_that_are_not_there_are_unreadable_and_never_off() throws IOException {
        Files.delete(folder.resolve("root/sys/class/infiniband/mlx5_0/tc/1/traffic_class"));
        try (var files = Files.walk(folder.resolve("root/sys/class/net/eth1/ecn"))) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
        Map<String, Setting> read = read();
        assertThat(cause(read.get(Setting.ROCE_DSCP))).contains("No such file");
        assertThat(cause(read.get(Setting.DCQCN))).contains("/sys/class/net/eth1/ecn");
        assertThat(cause(read.get(Setting.DCQCN_PARAMETERS))).contains("debugfs");
    }

    @Test
    void parameters_of_the_kernels_own_driver_are_read_from_debugfs() throws IOException {
        Files.delete(folder.resolve("root/sys/class/net/eth1/ecn/roce_np/cnp_dscp"));
        Path pci = folder.resolve("root/sys/devices/0000:17:00.0");
        Files.createDirectories(pci);
        Files.createSymbolicLink(folder.resolve("root/sys/class/infiniband/mlx5_0/device"), pci);
        put("../kernel/debug/mlx5/0000:17:00.0/cc_params/np_cnp_dscp", "48\n");
        assertThat(read().get(Setting.DCQCN_PARAMETERS).text()).contains("np_cnp_dscp=48");
    }

    @Test
    void a_name_that_is_none_never_reaches_a_command() throws IOException {
        install("mlnx_qos", MLNX_QOS);
        Map<String, Setting> read = read(contact("-x;reboot"));
        assertThat(cause(read.get(Setting.PFC))).contains("names no network interface");
        assertThat(folder.resolve("mlnx_qos.words")).doesNotExist();
    }

    @Test
    void a_host_without_contact_has_unreadable_settings_with_its_cause() {
        Contact none = Contact.none(HOST.name(), new IOException("no route to host"));
        Map<String, Setting> read = read(none);
        assertThat(read).hasSize(8);
        assertThat(read.values())
                .allSatisfy(
                        setting -> assertThat(Optional.of(cause(setting)).get()).contains("no route to host"));
    }
}
