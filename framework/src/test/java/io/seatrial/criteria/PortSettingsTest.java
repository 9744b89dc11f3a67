package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.criteria.ports.FabricPort;
import io.seatrial.criteria.ports.FabricPorts;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How NICs and switches treat classes of traffic, held against what is meant, along paths, and within classes. */
class PortSettingsTest {
    /** 4 hosts with 2 NICs, 2 leaves, 2 spines: 8 NIC ports and 16 switch ports. */
    private static final Cluster CLUSTER = ClusterFile.read(Path.of("..", "inventory", "virtual-congestion"));

    private static final String NIC = "gpu-02/mlx5_0";
    private static final String LEAF = "leaf-1/Ethernet2";
    private static final Message LOST = Message.of("reading.absent", "port", NIC, "cause", "no mlnx_qos");

    @TempDir
    private Path folder;

    /** Settings by port and name; all ports as they are meant to be until a test says otherwise. */
    private final Map<String, Map<String, String>> settings = healthy();

    private static Map<String, Map<String, String>> healthy() {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        FabricPorts.of(CLUSTER).all().forEach(port -> all.put(port.id().name(), healthy(port)));
        return all;
    }

    private static Map<String, String> healthy(FabricPort port) {
        Map<String, String> one = new TreeMap<>();
        one.put(Setting.PFC, "3");
        one.put(Setting.TRUST, "dscp");
        one.put(Setting.DSCP_MAP, "0: 0-23; 3: 24-31; 6: 32-63");
        one.put(Setting.QUEUE_MAP, "0:0,3:3,6:6");
        one.put(Setting.MTU, port.isNic() ? "9000" : "9100");
        if (port.isNic()) {
            one.put(Setting.ROCE_DSCP, "26");
            one.put(Setting.DCQCN, "np=3 rp=3");
            one.put(Setting.DCQCN_PARAMETERS, "roce_np/cnp_dscp=48");
        } else {
            one.put(Setting.ECN + 3, "kmin=65536 kmax=131072 pmax=10");
            one.put(Setting.XOFF + 3, "headroom=65536 xon=163840 size=262144 static-th=196608");
            one.put(Setting.NEIGHBOUR, neighbour(port));
            one.put(Setting.WATCHDOG, "action=drop detection=200ms restoration=200ms");
        }
        return one;
    }

    /** Hosts announce their network interfaces, by domain names too. */
    private static String neighbour(FabricPort port) {
        String far = port.farEnds().get(0).name();
        return far.startsWith("gpu") ? far.replace("/mlx5_", ".example.org/eth") : far;
    }

    private void set(String port, String name, String text) {
        settings.get(port).put(name, text);
    }

    private Criteria read(String ask, String question) {
        try {
            Files.writeString(folder.resolve("criteria.yaml"), "version: 1\nasks:\n  " + ask + ":\n    " + question);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return CriteriaFile.read(folder, CLUSTER);
    }

    private SortedMap<SubjectId, Verdict> judge(String name, String question) {
        String ask = name.equals("cabling") ? "configuration.cabling" : "configuration.qos." + name;
        PortRule rule = PortRule.of(ask).orElseThrow();
        TreeSet<SubjectId> asked = FabricPorts.of(CLUSTER).all().stream()
                .filter(rule::asks)
                .map(FabricPort::id)
                .collect(Collectors.toCollection(TreeSet::new));
        List<Setting> read = asked.stream()
                .flatMap(port -> settings.get(port.name()).entrySet().stream()
                        .map(setting -> setting.getValue().isEmpty()
                                ? Setting.unreadable(port, setting.getKey(), LOST)
                                : Setting.of(port, setting.getKey(), setting.getValue())))
                .filter(rule::reads)
                .toList();
        return read(ask, question)
                .criteria(ask, Profile.BRINGUP, CLUSTER, BaselineFamily.none())
                .get(0)
                .judge(Survey.ofSettings(ask, asked, read));
    }

    private static SubjectId port(String name) {
        return new SubjectId(SubjectId.Kind.PORT, name);
    }

    private static List<String> failed(Map<SubjectId, Verdict> verdicts) {
        verdicts.values().forEach(verdict -> Told.assertTold(verdict.message()));
        return verdicts.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Verdict.Fail)
                .map(entry -> entry.getKey().name())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cabling | expect: | 16",
                "trust | expect: | 24",
                "trust | path: | 24",
                "trust | class: | 24",
                "dscp-map | expect: | 24",
                "dscp-map | path: | 24",
                "dscp-map | class: | 24",
                "pfc | expect: | 24",
                "pfc | path: | 24",
                "pfc | class: | 24",
                "mtu | expect: | 24",
                "mtu | path: | 24",
                "mtu | class: | 24",
                "ecn-thresholds | expect: | 16",
                "ecn-thresholds | class: | 16",
                "headroom | expect: {value: 30m, source: s, evidence: A} | 16",
                "headroom | class: | 16",
                "watchdog | expect: | 16",
                "watchdog | class: | 16",
                "dcqcn | expect: | 8",
                "dcqcn | class: | 8",
                "dcqcn-parameters | class: | 8"
            })
    void a_fabric_that_is_set_as_it_is_meant_to_be_passes_at_every_port(String ask, String question, int ports) {
        assertThat(judge(ask, question).values()).hasSize(ports).allSatisfy(Told::passes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cabling | expect: | leaf-1/Ethernet2 | lldp.neighbour | gpu-02/eth1",
                "cabling | expect: | leaf-1/Ethernet2 | lldp.neighbour | gpu-02/eth0, gpu-03/eth0",
                "cabling | expect: | spine-2/Ethernet1 | lldp.neighbour | leaf-1/Ethernet49",
                "trust | expect: | gpu-02/mlx5_0 | qos.trust | pcp",
                "dscp-map | expect: | gpu-02/mlx5_0 | qos.roce-dscp | 0",
                "dscp-map | expect: | gpu-02/mlx5_0 | qos.dscp-map | none",
                "dscp-map | expect: | leaf-1/Ethernet2 | qos.dscp-map | 0: 0-63",
                "dscp-map | expect: | leaf-1/Ethernet2 | qos.queue-map | 3:4",
                "pfc | expect: | gpu-02/mlx5_0 | qos.pfc | none",
                "pfc | expect: | leaf-1/Ethernet2 | qos.pfc | 3,4",
                "pfc | expect: | spine-2/Ethernet1 | qos.pfc | 4",
                "mtu | expect: | leaf-1/Ethernet2 | qos.mtu | 1500",
                "ecn-thresholds | expect: | leaf-1/Ethernet2 | qos.ecn.queue.3 | off",
                "ecn-thresholds | expect: | leaf-1/Ethernet2 | qos.ecn.queue.3 | kmin=131072 kmax=131072 pmax=10",
                "ecn-thresholds | expect: | leaf-1/Ethernet2 | qos.ecn.queue.3 | kmin=65536 kmax=196608 pmax=10",
                "headroom | expect: {value: 30m, source: s, evidence: A} | leaf-1/Ethernet2 | qos.xoff.3 | off",
                "headroom | expect: {value: 30m, source: s, evidence: A} | leaf-1/Ethernet2 | qos.xoff.3 | headroom=22046",
                "watchdog | expect: | leaf-1/Ethernet2 | qos.watchdog | off",
                "dcqcn | expect: | gpu-02/mlx5_0 | qos.dcqcn | np=3 rp=none",
                "dcqcn | expect: | gpu-02/mlx5_0 | qos.dcqcn | np=4 rp=3,4"
            })
    void a_port_that_is_set_otherwise_fails_and_no_other_does(
            String ask, String question, String port, String name, String text) {
        set(port, name, text);
        assertThat(failed(judge(ask, question))).containsExactly(port);
    }

    @Test
    void what_is_at_the_other_end_of_a_cable_is_the_same_for_no_two_ports_of_a_class() {
        assertThatThrownBy(() -> read("configuration.cabling", "class:")).hasMessageContaining("expected expect alone");
    }

    @Test
    void a_port_at_which_nobody_announces_itself_is_not_proven() {
        set(LEAF, Setting.NEIGHBOUR, "");
        assertThat(judge("cabling", "expect:").get(port(LEAF))).isInstanceOf(Verdict.NotProven.class);
    }

    @Test
    void a_failure_names_the_other_end_of_the_cable_and_both_values() {
        set(NIC, Setting.PFC, "none");
        Verdict.Fail fail = Told.fails(judge("pfc", "expect:").get(port(NIC)));
        assertThat(fail.message().values())
                .containsEntry("expected", "3")
                .containsEntry("seen", "none")
                .containsEntry("other", LEAF + ": 3");
    }

    @Test
    void along_a_path_the_end_that_is_as_meant_passes_with_a_remark_and_the_other_fails() {
        set(NIC, Setting.PFC, "none");
        SortedMap<SubjectId, Verdict> verdicts = judge("pfc", "path:");
        assertThat(failed(verdicts)).containsExactly(NIC);
        assertThat(Told.fails(verdicts.get(port(NIC))).message().values())
                .containsEntry("seen", "none")
                .containsEntry("other", LEAF)
                .containsEntry("other-seen", "3");
        assertThat(Told.passes(verdicts.get(port(LEAF))).watch().orElseThrow().values())
                .containsEntry("other", NIC)
                .containsEntry("other-seen", "none");
    }

    @Test
    void a_switch_whose_ports_are_all_wrong_fails_at_each_of_them_and_its_neighbours_pass() {
        List<String> ofLeaf = settings.keySet().stream()
                .filter(name -> name.startsWith("leaf-1/"))
                .sorted()
                .toList();
        ofLeaf.forEach(port -> set(port, Setting.PFC, "none"));
        assertThat(failed(judge("pfc", "path:"))).containsExactlyElementsOf(ofLeaf);
    }

    @Test
    void ports_of_one_switch_differ_along_a_path_though_both_ends_of_every_cable_agree() {
        set("leaf-1/Ethernet49", Setting.PFC, "4");
        set("spine-1/Ethernet1", Setting.PFC, "4");
        SortedMap<SubjectId, Verdict> verdicts = judge("pfc", "path:");
        assertThat(failed(verdicts)).containsExactly("leaf-1/Ethernet49", "spine-1/Ethernet1");
        assertThat(verdicts.get(port("leaf-1/Ethernet49")).message().key()).isEqualTo("setting.switch-differs");
    }

    @Test
    void a_link_whose_switch_takes_smaller_packets_than_its_nic_sends_fails_at_both_ends_where_both_keep_the_least() {
        set(LEAF, Setting.MTU, "5000");
        assertThat(failed(judge("mtu", "path:"))).containsExactly(NIC, LEAF);
        assertThat(failed(judge("mtu", "expect:"))).isEmpty();
        set(LEAF, Setting.MTU, "1500");
        assertThat(failed(judge("mtu", "path:"))).containsExactly(LEAF);
    }

    @Test
    void an_unreadable_port_is_not_proven_and_neither_is_the_path_to_it() {
        set(NIC, Setting.PFC, "");
        Told.notProven(judge("pfc", "expect:").get(port(NIC)), "reading.absent");
        SortedMap<SubjectId, Verdict> path = judge("pfc", "path:");
        Told.notProven(path.get(port(NIC)), "reading.absent");
        Told.notProven(path.get(port(LEAF)), "setting.path-unknown");
        Told.notProven(judge("pfc", "class:").get(port(NIC)), "reading.absent");
    }

    @Test
    void what_nobody_read_is_not_proven() {
        settings.get(NIC).remove(Setting.PFC);
        Told.notProven(judge("pfc", "expect:").get(port(NIC)), "evidence.none");
    }

    @Test
    void a_buffer_that_is_unreadable_as_a_whole_gives_its_cause() {
        settings.get(LEAF).remove(Setting.XOFF + 3);
        set(LEAF, Setting.XOFF, "");
        Told.notProven(judge("ecn-thresholds", "expect:").get(port(LEAF)), "reading.absent");
        Told.notProven(
                judge("headroom", "expect: {value: 30m, source: s, evidence: A}")
                        .get(port(LEAF)),
                "reading.absent");
    }

    @Test
    void a_dynamic_threshold_leaves_it_open_until_its_xoff_is_declared() {
        set(LEAF, Setting.XOFF + 3, "headroom=65536 size=1248 dynamic-th=-2");
        Told.notProven(judge("ecn-thresholds", "expect:").get(port(LEAF)), "setting.qos.xoff-unknown");
        String declared = "expect: {value: 128KiB, source: s, evidence: A}";
        assertThat(failed(judge("ecn-thresholds", declared))).containsExactly(LEAF);
        Told.passes(judge("ecn-thresholds", "expect: {value: 129KiB, source: s, evidence: A}")
                .get(port(LEAF)));
    }

    @Test
    void a_dscp_that_applications_choose_is_followed_as_it_is_declared() {
        set(NIC, Setting.ROCE_DSCP, "none");
        Told.passes(judge("dscp-map", "expect:").get(port(NIC)));
        assertThat(failed(judge("dscp-map", "expect: {value: 10, source: s, evidence: A}")))
                .hasSize(24);
    }

    @Test
    void a_deviant_fails_against_the_ports_of_its_tier_and_speed_alone() {
        set(LEAF, Setting.ECN + 3, "kmin=1024 kmax=8192 pmax=10");
        assertThat(failed(judge("ecn-thresholds", "class:"))).containsExactly(LEAF);
        for (String uplink : List.of(
                "leaf-1/Ethernet49",
                "leaf-1/Ethernet50",
                "leaf-2/Ethernet49",
                "leaf-2/Ethernet50",
                "spine-1/Ethernet1",
                "spine-1/Ethernet2",
                "spine-2/Ethernet1",
                "spine-2/Ethernet2")) {
            set(uplink, Setting.ECN + 3, "kmin=131072 kmax=150000 pmax=10");
        }
        assertThat(failed(judge("ecn-thresholds", "class:"))).containsExactly(LEAF);
        assertThat(failed(judge("ecn-thresholds", "expect:"))).isEmpty();
    }

    @Test
    void half_a_class_that_is_as_it_is_meant_to_be_passes_with_a_remark_and_the_other_half_fails() {
        List<String> half = settings.keySet().stream()
                .filter(name -> name.startsWith("leaf-1/") && !name.matches(".*Ethernet(49|50)"))
                .sorted()
                .toList();
        half.forEach(port -> set(port, Setting.WATCHDOG, "off"));
        SortedMap<SubjectId, Verdict> verdicts = judge("watchdog", "class:");
        assertThat(failed(verdicts)).containsExactlyElementsOf(half);
        assertThat(Told.passes(verdicts.get(port("leaf-2/Ethernet1"))).watch()).isPresent();
        half.forEach(port -> set(port, Setting.WATCHDOG, "action=forward detection=200ms restoration=200ms"));
        assertThat(failed(judge("watchdog", "class:"))).as("both are on").hasSize(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "configuration.qos.headroom | expect: | neither cluster.yaml nor the product",
                "configuration.qos.headroom | expect: {value: 30, source: s, evidence: A} | such as 30m",
                "configuration.qos.headroom | path: | it may differ from port to port",
                "configuration.qos.pfc | expect: {value: 3, source: s, evidence: A} | qos in cluster.yaml",
                "configuration.qos.trust | expect: {value: both, source: s, evidence: A} | dscp or pcp",
                "configuration.qos.dscp-map | expect: {value: 106, source: s, evidence: A} | 0 to 63",
                "configuration.qos.mtu | expect: {value: 9000, source: s, evidence: A} | a size with its unit",
                "configuration.qos.mtu | expect: {value: 64KiB, source: s, evidence: A} | up to 65535B",
                "configuration.qos.dcqcn-parameters | expect: | ports are only compared",
                "configuration.qos.pfc | not-asked: {expect: r} | at least one question"
            })
    void an_ask_that_says_nothing_is_refused(String ask, String question, String why) {
        assertThatThrownBy(() -> read(ask, question)).hasMessageContaining(why);
    }

    @Test
    void what_a_fabric_does_not_have_is_refused() throws IOException {
        Path other = folder.resolve("other");
        Files.createDirectories(other);
        String yaml = Files.readString(CLUSTER.folder().resolve("cluster.yaml"));
        Files.writeString(other.resolve("cluster.yaml"), yaml.replace("control: dcqcn", "control: pfc"));
        Files.writeString(other.resolve("criteria.yaml"), "version: 1\nasks: {configuration.qos.dcqcn: {expect: }}\n");
        assertThatThrownBy(() -> CriteriaFile.read(other, ClusterFile.read(other)))
                .hasMessageContaining("declares congestion control pfc, which has nothing of the kind");
    }
}
