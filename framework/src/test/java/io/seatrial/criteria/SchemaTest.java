package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas for editors say what the readers say. */
class SchemaTest {
    private static final Path INVENTORY =
            Path.of(System.getProperty("seatrial.project.dir", "..")).resolve("inventory");

    @TempDir
    private Path folder;

    private static JsonNode schema(String name) throws IOException {
        return new ObjectMapper().readTree(Files.readString(INVENTORY.resolve(name)));
    }

    private static boolean schemaTakes(String name, String yaml) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(INVENTORY.resolve(name)), InputFormat.JSON);
        return schema.validate(yaml, InputFormat.YAML).isEmpty();
    }

    private boolean readerTakes(String name, String yaml) throws IOException {
        Files.writeString(folder.resolve(name), yaml);
        try {
            if (name.equals(CriteriaFile.NAME)) {
                CriteriaFile.read(folder);
            } else {
                WaiversFile.read(folder);
            }
            return true;
        } catch (InvalidFileException e) {
            return false;
        }
    }

    private static Set<String> keys(JsonNode object) {
        Set<String> keys = new TreeSet<>();
        object.get("properties").fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    @Test
    void the_schema_of_criteria_has_the_keys_of_the_reader() throws IOException {
        JsonNode root = schema("criteria.schema.json");
        JsonNode defs = root.get("$defs");
        assertThat(keys(root)).isEqualTo(new TreeSet<>(CriteriaFile.KEYS));
        assertThat(keys(root.at("/properties/asks"))).isEqualTo(new TreeSet<>(KnownAsk.ids()));
        assertThat(keys(root.at("/properties/not-asked"))).isEqualTo(new TreeSet<>(KnownAsk.ids()));
        for (String ask : new String[] {"askLatency", "askBandwidth", "askRdmaLatency", "askRdmaBandwidth"}) {
            assertThat(keys(defs.get(ask))).isEqualTo(new TreeSet<>(AskReader.KEYS));
            assertThat(keys(defs.get(ask).at("/properties/class"))).isEqualTo(new TreeSet<>(AskReader.CLASS_KEYS));
            assertThat(keys(defs.get(ask).at("/properties/baseline")))
                    .isEqualTo(new TreeSet<>(AskReader.BASELINE_KEYS));
        }
        for (String ask : new String[] {
            "askState", "askSpeed", "askLatency", "askBandwidth", "askRdmaLatency", "askRdmaBandwidth", "askRatio"
        }) {
            Set<String> expected = new TreeSet<>(AskReader.PROBE_KEYS);
            if (List.of("askRdmaLatency", "askRdmaBandwidth", "askRatio").contains(ask)) {
                expected.addAll(VerbsKeys.KEYS);
            }
            assertThat(keys(defs.get(ask).at("/properties/probe"))).isEqualTo(expected);
            assertThat(keys(defs.get(ask).at("/properties/not-asked")))
                    .isEqualTo(new TreeSet<>(AskReader.NOT_ASKED_KEYS));
        }
        assertThat(keys(defs.get("askSetting"))).isEqualTo(new TreeSet<>(SettingAskReader.KEYS));
        assertThat(keys(defs.at("/askSetting/properties/expect")))
                .isEqualTo(new TreeSet<>(SettingAskReader.EXPECT_KEYS));
        assertThat(keys(defs.at("/askSetting/properties/class"))).isEqualTo(new TreeSet<>(SettingAskReader.CLASS_KEYS));
        assertThat(keys(defs.at("/askSetting/properties/not-asked")))
                .isEqualTo(new TreeSet<>(SettingAskReader.NOT_ASKED_KEYS));
        assertThat(keys(defs.get("askPorts"))).isEqualTo(new TreeSet<>(PortAskReader.KEYS));
        assertThat(keys(defs.at("/askPorts/properties/expect"))).isEqualTo(new TreeSet<>(SettingAskReader.EXPECT_KEYS));
        assertThat(keys(defs.at("/askPorts/properties/path"))).isEqualTo(new TreeSet<>(PortAskReader.PATH_KEYS));
        assertThat(keys(defs.at("/askPorts/properties/class"))).isEqualTo(new TreeSet<>(SettingAskReader.CLASS_KEYS));
        assertThat(keys(defs.at("/askPorts/properties/not-asked")))
                .isEqualTo(new TreeSet<>(PortAskReader.NOT_ASKED_KEYS));
        for (String limit :
                new String[] {"limitOfTime", "limitOfRate", "limitOfRdmaRate", "limitOfShare", "limitOfUp"}) {
            assertThat(keys(defs.get(limit))).isEqualTo(new TreeSet<>(LimitReader.KEYS));
            assertThat(keys(defs.get(limit).at("/properties/rows/items")))
                    .isEqualTo(new TreeSet<>(LimitReader.ROW_KEYS));
        }
        for (String kind : new String[] {"Counts", "CountedShare", "CountedBytes", "CountedRatio"}) {
            assertThat(keys(defs.get("ask" + kind))).isEqualTo(new TreeSet<>(CounterAskReader.KEYS));
            assertThat(keys(defs.get("limitOf" + kind).at("/properties/rows/items")))
                    .isEqualTo(new TreeSet<>(LimitReader.COUNTER_ROW_KEYS));
        }
        assertThat(keys(defs.get("askCollective"))).isEqualTo(new TreeSet<>(CollectiveAskReader.KEYS));
        assertThat(keys(defs.at("/askCollective/properties/probe"))).isEqualTo(new TreeSet<>(CollectiveKeys.keys()));
        assertThat(keys(defs.at("/askCollective/properties/curve"))).isEqualTo(new TreeSet<>(CurveReader.KEYS));
        assertThat(keys(defs.at("/askCollective/properties/not-asked")))
                .isEqualTo(new TreeSet<>(CollectiveAskReader.NOT_ASKED_KEYS));
        assertThat(keys(defs.get("askOverlap"))).isEqualTo(CollectiveShareReader.keys(KnownAsk.of(KnownAsk.OVERLAP)));
        assertThat(keys(defs.at("/askOverlap/properties/probe")))
                .isEqualTo(new TreeSet<>(CollectiveShareReader.probeKeys(KnownAsk.OVERLAP)));
        assertThat(keys(defs.get("askIsolation")))
                .isEqualTo(CollectiveShareReader.keys(KnownAsk.of(KnownAsk.ISOLATION)));
        assertThat(keys(defs.at("/askIsolation/properties/probe")))
                .isEqualTo(new TreeSet<>(CollectiveShareReader.probeKeys(KnownAsk.ISOLATION)));
        assertThat(keys(defs.get("limitOfBusRate"))).isEqualTo(new TreeSet<>(CollectiveLimitReader.KEYS));
        assertThat(keys(defs.at("/limitOfBusRate/properties/rows/items")))
                .isEqualTo(new TreeSet<>(CollectiveLimitReader.ROW_KEYS));
        assertThat(keys(defs.get("approved"))).isEqualTo(new TreeSet<>(LimitReader.APPROVED_KEYS));
    }

    @Test
    void the_schema_of_waivers_has_the_keys_of_the_reader() throws IOException {
        JsonNode root = schema("waivers.schema.json");
        assertThat(keys(root)).isEqualTo(new TreeSet<>(WaiversFile.KEYS));
        assertThat(keys(root.at("/properties/waivers/items"))).isEqualTo(new TreeSet<>(WaiversFile.WAIVER_KEYS));
    }

    @Test
    void schema_and_reader_take_the_files_that_are_shipped() throws IOException {
        for (String cluster :
                new String[] {"virtual-congestion", "virtual-collectives", "soft-rdma", "example-h100", "case-1024"}) {
            String yaml = Files.readString(INVENTORY.resolve(cluster + "/criteria.yaml"));
            assertThat(schemaTakes("criteria.schema.json", yaml)).as(cluster).isTrue();
        }
        for (String name : new String[] {"criteria", "waivers"}) {
            String yaml = Files.readString(INVENTORY.resolve("virtual/" + name + ".yaml"));
            assertThat(schemaTakes(name + ".schema.json", yaml)).as(name).isTrue();
            assertThat(readerTakes(name + ".yaml", yaml)).as(name).isTrue();
        }
    }

    @Test
    void the_virtual_cluster_asks_limit_and_class_at_bringup_and_the_baseline_at_night() {
        Criteria criteria = CriteriaFile.read(INVENTORY.resolve("virtual"), SmallFabric.cluster());
        assertThat(criteria.asked(Profile.BRINGUP))
                .extracting(Criteria.Asked::id)
                .containsExactly(
                        "links.state.limit",
                        "links.speed.limit",
                        "latency.within-rail.limit",
                        "latency.within-rail.class",
                        "latency.across-leaves.limit",
                        "latency.across-leaves.class",
                        "bandwidth.alone.limit",
                        "bandwidth.alone.class",
                        "bandwidth.together.limit",
                        "bandwidth.together.class");
        assertThat(criteria.asked(Profile.NIGHTLY)).hasSize(14);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit: {rows: [{fail: 14ms, source: s, evidence: A}]}",
                "class: {floor: 5%}",
                "class:",
                "baseline: {tolerance: 10%, floor: 1us}",
                "{class: , retests: 0}",
                "{class: , repeats: 3}",
                "{class: , repeats: {nightly: 3, pre: 5}}"
            })
    void both_take_a_good_ask(String ask) throws IOException {
        String yaml = "version: 1\nasks:\n  latency.within-rail:\n    " + ask + "\n";
        assertThat(schemaTakes("criteria.schema.json", yaml)).isTrue();
        assertThat(readerTakes("criteria.yaml", yaml)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit: {rows: []}",
                "limit: {rows: [{fail: 14, source: s, evidence: A}]}",
                "limit: {rows: [{fail: 14ms, source: '', evidence: A}]}",
                "limit: {rows: [{fail: 14ms, source: s, evidence: E}]}",
                "limit: {rows: [{fail: 14ms, source: s, evidence: A, approved: {by: Ada}}]}",
                "limit: {rows: [{fail: 14ms, evidence: A}]}",
                "limit: {rows: [{fail: 14ms, source: s, evidence: A, colour: red}]}",
                "class: {minimum-members: 2}",
                "class: {floor: 5B}",
                "class: {profiles: []}",
                "class: {profiles: [daily]}",
                "baseline: {tolerance: 10ms}",
                "{class: , retests: 101}",
                "{class: , repeats: 0}",
                "{class: , repeats: 101}",
                "{class: , repeats: {}}",
                "{class: , repeats: {daily: 3}}",
                "{class: , gap-max: 5}",
                "{class: , probe: {statistic: mean}}",
                "{}"
            })
    void both_refuse_a_bad_ask(String ask) throws IOException {
        String yaml = "version: 1\nasks:\n  latency.within-rail:\n    " + ask + "\n";
        assertThat(schemaTakes("criteria.schema.json", yaml)).isFalse();
        assertThat(readerTakes("criteria.yaml", yaml)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | fail: 92% of wire",
                "true  | fail: 920000ppm  of wire, warn: 95% of wire",
                "true  | fail: 380Gb/s, fabric: roce2, memory: gpu",
                "true  | fail: 92% of wire, warn: 95% of wire, warn-source: s, warn-evidence: C",
                "false | fail: 92% of wire, warn-source: s, warn-evidence: C",
                "false | fail: 92% of wire, warn: 95% of wire, warn-source: s",
                "false | fail: 92% of wire, from: platform-defaults",
                "false | fail: 92%of wire",
                "false | fail: 380Gb/s of wire",
                "false | fail: 92% of the wire",
                "false | fail: 380Gb/s, fabric: roce3",
                "false | fail: 380Gb/s, memory: gpu0"
            })
    void both_agree_about_an_edge_of_rdma_bandwidth(boolean good, String edge) throws IOException {
        String yaml = "version: 1\nasks:\n  rdma.write-bandwidth.alone:\n    limit: {rows: [{source: s, evidence: D, "
                + edge.strip() + "}]}\n";
        assertThat(schemaTakes("criteria.schema.json", yaml)).isEqualTo(good);
        assertThat(readerTakes("criteria.yaml", yaml)).isEqualTo(good);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | from: platform-defaults",
                "true  | from: platform-defaults, profiles: [bringup], approved: {by: Ada, on: 2026-01-15}",
                "false | from: platform-default",
                "false | from: platform-defaults, evidence: A"
            })
    void both_agree_about_rows_that_come_with_the_product(boolean good, String row) throws IOException {
        String yaml = "version: 1\nasks:\n  rdma.write-bandwidth.alone:\n    limit: {profiles: [bringup], rows: [{"
                + row.strip() + "}]}\n";
        assertThat(schemaTakes("criteria.schema.json", yaml)).isEqualTo(good);
        assertThat(readerTakes("criteria.yaml", yaml)).isEqualTo(good);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | configuration.rate | expect:",
                "true  | configuration.mtu | expect: {value: 4096B, source: s, evidence: D}",
                "true  | configuration.mtu | class: {minimum-members: 4}",
                "true  | configuration.width | expect: {value: 4, source: s, evidence: B, approved: {by: Ada, on: 2026-01-15}}",
                "false | configuration.mtu | expect: {value: 4096B, source: s}",
                "false | configuration.mtu | expect: {source: s, evidence: D}",
                "false | configuration.mtu | limit: {rows: [{fail: 1, source: s, evidence: A}]}",
                "false | configuration.mtu | class: {floor: 5%}",
                "false | configuration.mtu | class: {minimum-members: 2}",
                "false | configuration.mtu | {}",
                "true  | configuration.qos.pfc | {expect: , path: , class: }",
                "true  | configuration.qos.headroom | expect: {value: 30m, source: s, evidence: D}",
                "true  | configuration.qos.trust | path: {profiles: [bringup]}",
                "false | configuration.qos.trust | path: {minimum-members: 3}",
                "false | configuration.qos.trust | expect: {value: dscp}",
                "false | configuration.qos.trust | baseline:",
                "false | configuration.qos.trust | {}"
            })
    void both_agree_about_a_setting(boolean good, String ask, String question) throws IOException {
        String yaml = "version: 1\nasks:\n  " + ask + ":\n    " + question + "\n";
        assertThat(schemaTakes("criteria.schema.json", yaml)).isEqualTo(good);
        assertThat(readerTakes("criteria.yaml", yaml)).isEqualTo(good);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | criterion: '*', subject: '*', owner: o, reason: r, ticket: t, expires: 2026-01-31",
                "true  | criterion: '*', subject: '*', owner: o, reason: r, ticket: t, expires: 2026-01-31, not-proven: true",
                "false | criterion: '*', subject: '*', owner: o, reason: r, ticket: t",
                "false | criterion: '*', subject: '*', owner: '', reason: r, ticket: t, expires: 2026-01-31",
                "false | criterion: '*', subject: '*', owner: o, reason: r, ticket: t, expires: 31.01.2026",
                "false | criterion: '*', subject: '*', owner: o, reason: r, ticket: t, expires: 2026-01-31, not-proven: maybe",
                "false | criterion: '*', subject: '*', owner: o, reason: r, ticket: t, expires: 2026-01-31, until: x"
            })
    void both_agree_about_a_waiver(boolean good, String waiver) throws IOException {
        String yaml = "version: 1\nwaivers:\n  - {" + waiver.strip() + "}\n";
        assertThat(schemaTakes("waivers.schema.json", yaml)).isEqualTo(good);
        assertThat(readerTakes("waivers.yaml", yaml)).isEqualTo(good);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | all-reduce.all     | algorithm: tree",
                "true  | all-reduce.all     | backend: gpu, algorithm: nvls-tree",
                "true  | all-reduce.all     | backend: nccl-tests, algorithm: sharp",
                "true  | all-gather.all     | backend: gpu, algorithm: pat",
                "true  | all-gather.all     | algorithm: ring",
                "true  | send-recv.halves   | algorithm: ring",
                "true  | broadcast.all      | backend: gpu, algorithm: ring",
                "false | all-reduce.all     | algorithm: nvls",
                "false | all-reduce.all     | backend: gpu, algorithm: pat",
                "false | all-gather.all     | algorithm: tree",
                "false | all-gather.all     | backend: gpu, algorithm: tree",
                "false | reduce-scatter.all | backend: nccl-tests, algorithm: nvls-tree",
                "false | broadcast.all      | backend: gpu, algorithm: sharp",
                "false | all-to-all.all     | backend: gpu, algorithm: ring",
                "false | send-recv.all      | backend: nccl-tests, algorithm: ring",
                "true  | all-reduce.all     | 'over: tcp, chunk: 1MiB, stall: 2s'",
                "true  | all-reduce.all     | 'over: verbs, mtu: 4096B'",
                "true  | all-reduce.all     | 'backend: gpu, library: /opt/libnccl.so.2, environment: {NCCL_IB_TC: 106}'",
                "true  | all-reduce.all     | 'backend: nccl-tests, launcher: srun, folder: /opt/tests'",
                "false | all-reduce.all     | 'over: tcp, mtu: 4096B'",
                "false | all-reduce.all     | library: /opt/libnccl.so.2",
                "false | all-reduce.all     | 'backend: host, environment: {NCCL_IB_TC: 106}'",
                "false | all-reduce.all     | 'backend: gpu, over: tcp'",
                "false | all-reduce.all     | 'backend: gpu, launcher: srun'",
                "false | all-reduce.all     | 'backend: gpu, gid-type: roce2'",
                "false | all-reduce.all     | 'backend: nccl-tests, budget: 1s'",
                "false | all-reduce.all     | 'backend: nccl-tests, library: /opt/libnccl.so.2'"
            })
    void both_agree_about_the_keys_of_a_collective(boolean good, String ask, String probe) throws IOException {
        agree(good, "collective." + ask.strip(), "{probe: {" + probe + "}, curve: }");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | collective.overlap     | baseline:                               | algorithm: tree",
                "true  | collective.overlap     | baseline:                               | 'backend: gpu, algorithm: sharp'",
                "true  | tenants.isolation      | 'limit: {rows: [{fail: 95%, source: s, evidence: D}]}' | 'backend: gpu, algorithm: sharp'",
                "false | collective.overlap     | baseline:                               | algorithm: nvls",
                "false | collective.overlap     | baseline:                               | 'backend: gpu, algorithm: pat'",
                "false | tenants.isolation      | 'limit: {rows: [{fail: 95%, source: s, evidence: D}]}' | algorithm: pat",
                "true  | stability.all-reduce   | drift:                                  | algorithm: tree",
                "false | stability.all-reduce   | drift:                                  | 'backend: gpu, algorithm: pat'",
                "true  | collective.all-reduce.all | log:                                 | backend: gpu",
                "false | collective.all-reduce.all | log:                                 | backend: host",
                "false | collective.all-reduce.all | log:                                 | ''"
            })
    void both_agree_about_what_is_asked_of_a_backend(boolean good, String ask, String question, String probe)
            throws IOException {
        agree(good, ask.strip(), "{probe: {" + probe + "}, " + question + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | 'limit: {rows: [{size: 128MiB, fail: 90% of bound, source: s, evidence: D}]}'",
                "true  | 'limit: {rows: [{size: 128MiB, fail: 99.9% of bound, warn: 100% of bound, source: s, evidence: D}]}'",
                "true  | 'limit: {rows: [{size: 128MiB, fail: 1000000ppm of bound, source: s, evidence: D}]}'",
                "true  | 'limit: {rows: [{size: 128MiB, fail: 360GB/s, source: s, evidence: D}]}'",
                "false | 'limit: {rows: [{size: 128MiB, fail: 101% of bound, source: s, evidence: D}]}'",
                "false | 'limit: {rows: [{size: 128MiB, fail: 100.5% of bound, source: s, evidence: D}]}'",
                "false | 'limit: {rows: [{size: 128MiB, fail: 1000001ppm of bound, source: s, evidence: D}]}'",
                "false | 'limit: {rows: [{size: 128MiB, fail: 90% of bound, warn: 120% of bound, source: s, evidence: D}]}'",
                "false | 'limit: {rows: [{size: 128MiB, fail: 0% of bound, source: s, evidence: D}]}'",
                "false | 'limit: {rows: [{size: 128MiB, fail: 0GB/s, source: s, evidence: D}]}'",
                "true  | 'curve: {dip: 99%, plateau: 0.5%, in-place: 5%}'",
                "false | 'curve: {dip: 100%}'",
                "false | 'curve: {plateau: 0%}'",
                "false | 'curve: {in-place: 1000000ppm}'",
                "true  | 'baseline: {tolerance: 99.9%}'",
                "false | 'baseline: {tolerance: 100%}'",
                "false | 'baseline: {class-tolerance: 0ppm}'"
            })
    void both_agree_about_shares_of_a_collective(boolean good, String question) throws IOException {
        agree(good, "collective.all-reduce.all", "{" + question + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | collective.overlap       | 30%",
                "false | collective.overlap       | 100%",
                "true  | tenants.isolation        | 95%",
                "false | tenants.isolation        | 100%",
                "false | tenants.isolation        | 0%",
                "true  | congestion.pause-ratio   | 0%",
                "false | congestion.pause-ratio   | 100%",
                "true  | bandwidth.alone          | 100%",
                "false | bandwidth.alone          | 101%",
                "false | bandwidth.alone          | 0Gb/s",
                "true  | rdma.write-bandwidth.alone | 100% of wire",
                "false | rdma.write-bandwidth.alone | 101% of wire",
                "false | rdma.write-bandwidth.alone | 1000001ppm"
            })
    void both_agree_about_shares_that_nothing_reaches(boolean good, String ask, String fail) throws IOException {
        agree(good, ask.strip(), "limit: {rows: [{fail: " + fail + ", source: s, evidence: D}]}");
    }

    private void agree(boolean good, String ask, String question) throws IOException {
        String yaml = "version: 1\nasks:\n  " + ask + ":\n    " + question + "\n";
        assertThat(readerTakes("criteria.yaml", yaml)).as("the reader").isEqualTo(good);
        assertThat(schemaTakes("criteria.schema.json", yaml)).as("the schema").isEqualTo(good);
    }
}
