package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Shell;
import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes of a stand-in for perftest, beside agents that follow a script. */
@Timeout(60)
class PerftestFlowTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final String INFO =
            "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"fabric\":\"roce2\"}";
    private static final String GID = "{\"ev\":\"gid\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"index\":3,"
            + "\"gid\":\"0000:0000:0000:0000:0000:ffff:7f00:000N\",\"type\":\"RoCE v2\"}";
    private static final VerbsLatencyProbe OURS = new VerbsLatencyProbe(
            "rdma.write-latency.within-rail",
            Verb.WRITE,
            8,
            1000,
            Duration.ofSeconds(5),
            0,
            VerbsSettings.DEFAULT,
            "p50");

    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

    @TempDir
    private Path folder;

    private final LocalTransport transport = new LocalTransport();
    private final List<FakeRemote> agents = new ArrayList<>();
    private final Map<String, Contact> contacts = new HashMap<>();

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        for (Host host : CLUSTER.hosts()) {
            contacts.put(host.name(), contact(host));
        }
    }

    @AfterEach
    void close() {
        agents.forEach(FakeRemote::close);
        transport.close();
    }

    /** The agent follows a script; everything beside it runs for real. */
    private Contact contact(Host host) {
        FakeRemote agent = new FakeRemote(host.name(), PerftestFlowTest::answer);
        agents.add(agent);
        Remote real = transport.open(host).join();
        CompletableFuture<Agent> starting = Agent.start(
                new Beside(agent, real, folder.resolve("bin")),
                Beside.AGENT,
                "run-1-" + host.name(),
                Duration.ofSeconds(20));
        agent.only().says(Samples.events("session").get(0));
        String address = Integer.toString(host.name().charAt(host.name().length() - 1) - '0' + 1);
        return Contact.with(starting.join(), List.of(Wire.decode(INFO), Wire.decode(GID.replace("N", address))));
    }

    /** Counters are asked for before and after each round; an agent that said nothing would be waited for. */
    private static void answer(FakeRemote.Command agent, String line) {
        Matcher id = ID.matcher(line);
        if (id.find()) {
            agent.says("{\"ev\":\"done\",\"id\":" + id.group(1) + ",\"rc\":0}");
        }
    }

    private void install(String name, String script) throws IOException {
        Path program = folder.resolve("bin").resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private void installStandIn(String name, String output) throws IOException {
        Files.writeString(folder.resolve("output"), output);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        install(
                name,
                "[ \"$1\" = --version ] && { echo 'Version: 6.06'; exit 0; }\nexec " + Shell.quote(java)
                        + " -Xshare:auto -cp "
                        + Shell.quote(System.getProperty("java.class.path")) + " " + FakePerftest.class.getName() + " "
                        + Shell.quote(folder.toString()) + " \"$@\"");
    }

    private Measurement measure(FlowProbe probe) {
        return new FlowRunner(contacts::get, "tcp")
                .run(probe, 0, 0, List.of(LocalHosts.flow(CLUSTER, 1, 2)))
                .get(0);
    }

    private static String cause(Measurement measurement) {
        return measurement.cause().orElseThrow().values().get("cause").toString();
    }

    /** Intervals of 1.5 us, then one of 90 us, which the columns of perftest would not show. */
    private static String latency(int values) {
        String raw = IntStream.rangeClosed(1, values)
                .mapToObj(i -> i + ", " + (i == values ? "90" : "1.5"))
                .collect(Collectors.joining("\n"));
        return """
                ---------------------------------------------------------------------------------------
                                    RDMA_Write Latency Test
                 Dual-port       : OFF		Device         : mlx5_0
                 Mtu             : 4096[B]
                 Link type       : Ethernet
                ---------------------------------------------------------------------------------------
                #, usec
                RAW
                 #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]
                 8       1000          1.50           1.50         1.50                1.50             0.00            1.50                    1.50
                ---------------------------------------------------------------------------------------
                """.replace("RAW", raw);
    }

    private static final String BANDWIDTH = """
            ---------------------------------------------------------------------------------------
                                RDMA_Write BW Test
             Dual-port       : OFF		Device         : mlx5_0
             Number of qps   : 4		Transport type : IB
             Mtu             : 4096[B]
             Link type       : Ethernet
            ---------------------------------------------------------------------------------------
             #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
             65536      1482000          0.00               388.46             0.740930
            ---------------------------------------------------------------------------------------
            """;

    private List<String> words(String side) throws IOException {
        return Files.readAllLines(folder.resolve(side));
    }

    @Test
    void statistics_are_those_of_the_raw_values_and_not_of_the_columns() throws IOException {
        installStandIn("ib_write_lat", latency(1000));
        Measurement measured = measure(new PerftestProbe(OURS));
        assertThat(measured.cause()).isEmpty();
        assertThat(measured.value()).hasValue(1500);
        assertThat(measured.metric().id()).isEqualTo("rdma.write-latency.p50");
        assertThat(measured.details())
                .containsEntry("n", 1000L)
                .containsEntry("max", 90_000L)
                .containsEntry("p99", 1500L);
        assertThat(measured.details()).doesNotContainKey("p999");
        assertThat(measured.histogram().orElseThrow().count()).isEqualTo(1000);
        assertThat(measured.provenance().probe()).isEqualTo("perftest 6.06");
        assertThat(measured.conditions().values())
                .containsEntry("tool", "perftest")
                .containsEntry("fabric", "roce2")
                .containsEntry("mtu", "4096");
    }

    @Test
    void both_sides_are_called_with_device_port_and_the_gid_of_their_address() throws IOException {
        installStandIn("ib_write_lat", latency(1000));
        measure(new PerftestProbe(OURS));
        assertThat(words("server"))
                .startsWith("--ib-dev=mlx5_0", "--ib-port=1")
                .contains("--size=8", "--gid-index=3", "--report-unsorted", "--iters=1000", "--CPU-freq");
        List<String> client = new ArrayList<>(words("server"));
        client.add("127.0.0.3");
        assertThat(words("client")).isEqualTo(client);
    }

    @Test
    void bandwidth_is_read_in_whole_bits() throws IOException {
        installStandIn("ib_write_bw", BANDWIDTH);
        VerbsSettings settings = new VerbsSettings(
                VerbsSettings.DEFAULT.connect(),
                VerbsSettings.DEFAULT.mode(),
                OptionalInt.of(4096),
                OptionalInt.of(4),
                OptionalInt.of(64),
                OptionalInt.empty(),
                OptionalInt.of(3),
                OptionalInt.of(106),
                OptionalInt.empty(),
                VerbsSettings.DEFAULT.gidType(),
                VerbsSettings.DEFAULT.memory());
        Measurement measured = measure(new PerftestProbe(
                new VerbsBandwidthProbe("a", Verb.WRITE, 65_536, Duration.ofMillis(2500), false, settings)));
        assertThat(measured.value()).hasValue(388_460_000_000L);
        assertThat(words("client"))
                .contains(
                        "--duration=3",
                        "--qp=4",
                        "--tx-depth=64",
                        "--mtu=4096",
                        "--sl=3",
                        "--tclass=106",
                        "--report_gbits");
    }

    @Test
    void a_host_without_perftest_says_what_to_install() {
        assertThat(cause(measure(new PerftestProbe(OURS))))
                .isEqualTo(
                        "host gpu-02: ib_write_lat is not there; install perftest on the host, or leave the question out");
    }

    @Test
    void what_a_server_complains_of_is_the_cause() throws IOException {
        install("ib_write_lat", "echo 'Unable to find the Infiniband/RoCE device' >&2; exit 1");
        assertThat(cause(measure(new PerftestProbe(OURS))))
                .isEqualTo(
                        "host gpu-02: ib_write_lat ended with exit status 1: Unable to find the Infiniband/RoCE device");
    }

    @Test
    void what_a_program_dies_of_is_told_whatever_it_warned_of_before() throws IOException {
        install(
                "ib_write_lat",
                "i=0; while [ $i -lt 20 ]; do i=$((i + 1)); echo \"warning $i\" >&2; done;"
                        + " echo 'Failed to modify QP to RTR' >&2; exit 1");
        assertThat(cause(measure(new PerftestProbe(OURS))))
                .startsWith("host gpu-02: ib_write_lat ended with exit status 1: warning 14; warning 15; ")
                .endsWith("warning 20; Failed to modify QP to RTR");
    }

    @Test
    void output_that_is_too_long_to_be_kept_is_no_value_and_not_the_begin_of_one() throws IOException {
        installStandIn("ib_write_lat", latency(1000) + "0123456789abcde\n".repeat(1_100_000));
        assertThat(cause(measure(new PerftestProbe(OURS))))
                .isEqualTo("host gpu-01: ib_write_lat printed more than 16 MiB, of which nothing is taken;"
                        + " let it measure less at a time");
    }

    @ParameterizedTest
    @CsvSource({"500, 2", "2000, 2", "2500, 3"})
    void a_bandwidth_is_expected_to_take_the_whole_seconds_that_perftest_takes(long millis, long seconds) {
        FlowProbe ours = new VerbsBandwidthProbe(
                "a", Verb.WRITE, 65_536, Duration.ofMillis(millis), false, VerbsSettings.DEFAULT);
        assertThat(new PerftestProbe(ours).expected()).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(new PerftestProbe(ours).bytes(8_000)).isEqualTo(1_000 * seconds);
        assertThat(new PerftestProbe(OURS).expected()).isEqualTo(OURS.expected());
    }

    @Test
    void output_without_a_row_is_no_value() throws IOException {
        installStandIn("ib_write_lat", "Segmentation fault\n");
        assertThat(cause(measure(new PerftestProbe(OURS))))
                .startsWith("host gpu-01: ")
                .contains("RDMA_Write Latency Test");
    }

    @Test
    void a_client_that_fails_takes_its_server_with_it() throws IOException {
        install(
                "ib_write_lat",
                "case \"$*\" in *--version*) exit 0;; *127.0.0.3) echo 'Completion with error at client' >&2; exit 1;; esac\n"
                        + "echo $$ >" + folder.resolve("pid") + "\n"
                        + "exec " + Path.of(System.getProperty("java.home"), "bin", "java") + " -cp "
                        + System.getProperty("java.class.path") + " " + FakePerftest.class.getName() + " " + folder
                        + " \"$@\"");
        assertThat(cause(measure(new PerftestProbe(OURS))))
                .isEqualTo("host gpu-01: ib_write_lat ended with exit status 1: Completion with error at client");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        await().atMost(Duration.ofSeconds(10))
                .until(() ->
                        ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true));
    }

    @Test
    void everything_beside_an_agent_carries_the_token_that_its_journal_entry_names() throws IOException {
        installStandIn("ib_write_lat", latency(1000));
        measure(new PerftestProbe(OURS));
        assertThat(contacts.get("gpu-02").transcript())
                .anyMatch(line ->
                        line.contains("beside the agent: --token=run-1-gpu-02") && line.contains("ib_write_lat"));
    }

    @Test
    void our_number_stands_beside_theirs_as_a_share_of_it() {
        RatioProbe agreement = new RatioProbe(
                "rdma.perftest-agreement.latency",
                "rdma.perftest-agreement.latency",
                Direction.LOWER_IS_BETTER,
                new RatioProbe.Part("seatrial", OURS, 1),
                new RatioProbe.Part("perftest", new PerftestProbe(OURS), 1));
        Map<String, Long> numbers = Map.of("seatrial.value", 1545L, "perftest.value", 1500L);
        assertThat(agreement.value(new Reading("roce2", numbers, Map.of(), java.util.Optional.empty())))
                .hasValue(1_030_000);
    }
}
