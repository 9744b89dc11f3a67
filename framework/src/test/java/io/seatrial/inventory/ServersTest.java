package io.seatrial.inventory;

import static io.seatrial.inventory.WrittenClusters.VALID;
import static io.seatrial.inventory.WrittenClusters.problems;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServersTest {
    static final String SERVERS = """
            prometheus:
              url: https://prometheus.example.org:9090/base
              token-file: prometheus.token
              ca: ca.pem
              deadline: 3s
              refresh: 15s
              where: 'cluster="a", job=~"node.*"'
              node: {label: host, match: "(.*)-mgmt", name: "$1"}
              maps: [node-exporter-infiniband]
              metrics:
                - {metric: "pause_[3-4]_us", counter: "rx.pause.time.[3-4]", port: "{node}/{nic}", scale: 1000, delay: 2s}
                - {metric: marked, counter: "queue.marked.{queue}"}
            infiniband: {from: gpu-01, sudo: true, switches: [{name: leaf-1, guid: "0x00A1"}]}
            ufm: {url: "https://ufm.example.org", user: reader, password-env: UFM_PASSWORD}
            """;

    @TempDir
    Path folder;

    private Servers read(String servers) {
        return WrittenClusters.read(folder, VALID + servers).servers();
    }

    @Test
    void a_file_without_servers_has_none() {
        assertThat(read("")).isEqualTo(Servers.NONE);
    }

    @Test
    void says_how_prometheus_is_asked_and_what_its_metrics_count() {
        PrometheusSettings settings = read(SERVERS).prometheus().orElseThrow();

        assertThat(settings.http().url()).hasToString("https://prometheus.example.org:9090/base");
        assertThat(settings.http().credential())
                .contains(new HttpSettings.Credential(
                        Optional.empty(), Optional.of(folder.resolve("prometheus.token")), Optional.empty()));
        assertThat(settings.http().authority()).contains(folder.resolve("ca.pem"));
        assertThat(settings.http().deadline()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.refresh()).contains(Duration.ofSeconds(15));
        assertThat(settings.where()).isEqualTo("cluster=\"a\", job=~\"node.*\"");
        assertThat(settings.node()).isEqualTo(new PrometheusSettings.NodeLabel("host", "(.*)-mgmt", "$1"));
        assertThat(settings.metrics())
                .hasSize(10 + 3)
                .contains(new PrometheusSettings.Mapped(
                        "pause_4_us", "rx.pause.time.4", "{node}/{nic}", new BigDecimal(1000), Duration.ofSeconds(2)))
                .contains(new PrometheusSettings.Mapped(
                        "marked", "queue.marked.{queue}", "{node}/{device}", BigDecimal.ONE, Duration.ZERO))
                .anyMatch(m -> m.metric().equals("node_infiniband_port_transmit_wait_total")
                        && m.counter().equals("tx.wait")
                        && m.port().equals("{node}/{device}:{port}"));
    }

    @Test
    void says_how_infiniband_and_ufm_are_asked() {
        Servers servers = read(SERVERS);

        assertThat(servers.infiniband())
                .contains(new InfinibandSettings(
                        "gpu-01", true, Duration.ofSeconds(10), Duration.ofSeconds(1), Map.of("leaf-1", "a1")));
        assertThat(servers.ufm().orElseThrow().http().credential())
                .contains(new HttpSettings.Credential(
                        Optional.of("reader"), Optional.empty(), Optional.of("UFM_PASSWORD")));
        assertThat(servers.ufm().orElseThrow().refresh()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void every_shipped_map_can_be_read_and_names_no_metric_twice() {
        List<PrometheusSettings.Mapped> all = ShippedMetrics.names().stream()
                .flatMap(name -> ShippedMetrics.read(name).stream())
                .toList();

        assertThat(ShippedMetrics.names())
                .containsExactly(
                        "node-exporter-infiniband",
                        "node-exporter-ethtool-mlx5",
                        "node-exporter-ethtool-bnxt",
                        "dcgm-exporter");
        assertThat(all).extracting(PrometheusSettings.Mapped::metric).doesNotHaveDuplicates();
        assertThat(all)
                .filteredOn(m -> m.counter().contains("pause.time"))
                .hasSize(32)
                .allMatch(m -> m.scale().intValueExact() == 1000);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            https://prometheus.example.org:9090/base | https://me:secret@example.org | cluster.yaml:20:8: found a text that is no such address; expected http(s)://HOST[:PORT][/PATH] without a name, password, query or fragment
            https://prometheus.example.org:9090/base | http://prometheus.example.org | cluster.yaml:20:8: found http with a secret, which anyone on the way can read; expected https
            token-file: prometheus.token | token: abc | cluster.yaml:21:3: found the key 'token'; expected no secret in this file: name a key file (keys), the agent (agent: true) or an environment variable (passphrase-env); of switches also password-file or password-env
            token-file: prometheus.token | user: me | cluster.yaml:21:9: found user; expected token-file or token-env, or else user with password-file or password-env
            token-file: prometheus.token | token-env: a b | cluster.yaml:21:14: found a text that is no name of a variable; expected the name of an environment variable
            deadline: 3s | deadline: 0s | cluster.yaml:23:13: found a deadline of 0; expected more than 0, for example 10s
            refresh: 15s | refresh: 15 | cluster.yaml:24:12: found refresh '15'; expected a time with its unit, for example 2ms (units: ns, us, ms, s)
            'cluster="a", job=~"node.*"' | cluster | cluster.yaml:25:10: found where 'cluster'; expected matchers such as cluster="a", job=~"node.*"
            "(.*)-mgmt" | "(.*-mgmt" | cluster.yaml:26:30: found match '(.*-mgmt' (Unclosed group); expected a regular expression
            name: "$1" | name: "$2" | cluster.yaml:26:49: found name '$2' for 1 groups of match; expected $1 and so on for the groups of match
            node-exporter-infiniband | node-exporter | cluster.yaml:27:10: found map 'node-exporter'; expected node-exporter-infiniband, node-exporter-ethtool-mlx5, node-exporter-ethtool-bnxt, dcgm-exporter; did you mean 'dcgm-exporter'?
            metric: marked | metric: rate(marked) | cluster.yaml:30:16: found metric 'rate(marked)'; expected the name of a metric; expressions such as rate() hide resets
            rx.pause.time.[3-4] | rx.pause.time.3 | cluster.yaml:29:43: found 1 counters for 2 metrics; expected as many of both
            queue.marked.{queue} | queue.marks.{queue} | cluster.yaml:30:33: found counter 'queue.marks.{queue}'; expected the name of a counter, for example rx.pause.frames.3, tx.wait or queue.marked.{queue}
            {node}/{nic} | {node} | cluster.yaml:29:72: found port '{node}'; expected NODE/PORT out of labels: {node}/{device}
            {node}/{nic} | {node}/{the nic} | cluster.yaml:29:72: found '{the nic}'; expected the name of a label, or {node}
            scale: 1000 | scale: 0 | cluster.yaml:29:95: found scale '0'; expected a number above 0, for example 1000 from us to ns
            from: gpu-01 | from: gpu-09 | cluster.yaml:31:20: found unknown host 'gpu-09'; expected a host of this file; did you mean 'gpu-01'?
            name: leaf-1, guid | name: leaf-9, guid | cluster.yaml:31:58: found unknown switch 'leaf-9'; expected a switch of this file; did you mean 'leaf-1'?
            0x00A1 | 0x00G1 | cluster.yaml:31:72: found guid '0x00G1'; expected the node's GUID, up to 16 hexadecimal digits
            """)
    void a_mistake_is_named_with_its_place_and_what_was_expected(String old, String replacement, String problem) {
        assertThat(SERVERS).contains(old);

        assertThat(problems(folder, VALID + SERVERS.replace(old, replacement))).containsExactly(problem);
    }

    @Test
    void prometheus_without_any_metric_is_refused() {
        assertThat(problems(folder, VALID + "prometheus: {url: \"http://127.0.0.1:9090\"}\n"))
                .containsExactly(
                        "cluster.yaml:19:13: found prometheus without a metric; expected 'maps: [...]' or 'metrics: [...]'");
    }
}
