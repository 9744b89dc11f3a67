package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.PciLink;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings held against what is expected of them, and against their class. */
class SettingsTest {
    private static final SubjectId HOST = new SubjectId(SubjectId.Kind.HOST, "gpu-01");
    private static final SubjectId PORT = new SubjectId(SubjectId.Kind.PORT, "gpu-01/mlx5_0");
    private static final Message LOST = Message.of("reading.absent", "port", "gpu-01/mlx5_0", "cause", "no contact");
    /** 8 ports of 400 Gb/s whose data addresses are 127.1.HOST.RAIL+1. */
    private static final Cluster CLUSTER = SmallFabric.cluster(400_000_000_000L, PciLink.parse("32GT/s x16"));

    @TempDir
    private Path folder;

    private Criterion criterion(String ask, String question) {
        return criterion(CLUSTER, ask, question);
    }

    private Criterion criterion(Cluster cluster, String ask, String question) {
        try {
            Files.writeString(folder.resolve("criteria.yaml"), "version: 1\nasks:\n  " + ask + ":\n    " + question);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return CriteriaFile.read(folder, cluster)
                .criteria(ask, Profile.BRINGUP, cluster, BaselineFamily.none())
                .get(0);
    }

    private static Survey saw(SubjectId subject, String name, String... texts) {
        List<Setting> read = new ArrayList<>();
        for (String text : texts) {
            read.add(Setting.of(subject, name.endsWith(".") ? name + read.size() : name, text));
        }
        return Survey.ofSettings("configuration", new TreeSet<>(List.of(subject)), read);
    }

    private Verdict verdict(String ask, String question, String name, String... texts) {
        SubjectId subject = ask.endsWith("rdma-devices") ? HOST : PORT;
        return criterion("configuration." + ask, question)
                .judge(saw(subject, name, texts))
                .get(subject);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdma-devices | expect: | rdma.ports | mlx5_0, mlx5_1",
                "rdma-devices | expect: | rdma.ports | mlx5_0, mlx5_1, mlx5_8",
                "rdma-devices | expect: {value: 3, source: s, evidence: A} | rdma.ports | mlx5_0, mlx5_1, mlx5_8",
                "rate | expect: | rate | 400000000000",
                "rate | expect: {value: 200Gb/s, source: s, evidence: A} | rate | 200000000000",
                "width | expect: {value: 4, source: s, evidence: A} | width | 4",
                "mtu | expect: | mtu.active | 4096",
                "mtu | expect: {value: 1KiB, source: s, evidence: A} | mtu.active | 1024",
                "link-layer | expect: {value: Ethernet, source: s, evidence: A} | link-layer | Ethernet",
                "pcie | expect: | pcie | 32 GT/s x16",
                "nic | expect: {value: 28.39.1002, source: s, evidence: A} | nic.firmware | 28.39.1002",
                "pcie | expect: {value: 16GT/s x16, source: s, evidence: A} | pcie | 16 GT/s x16",
                "gid | expect: | gid. | RoCE v2 0000:0000:0000:0000:0000:ffff:7f01:0101",
                "gid | expect: {value: IB/RoCE v1, source: s, evidence: A} | gid. | IB/RoCE v1 0000:0000:0000:0000:0000:ffff:7f01:0101"
            })
    void as_expected_passes(String ask, String question, String name, String seen) {
        Told.passes(verdict(ask, question, name, seen));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdma-devices | expect: | rdma.ports | mlx5_0",
                "rdma-devices | expect: | rdma.ports | ''",
                "rdma-devices | expect: | rdma.ports | mlx5_0, mlx5_1:2",
                "rdma-devices | expect: {value: 3, source: s, evidence: A} | rdma.ports | mlx5_0, mlx5_1",
                "rdma-devices | expect: {value: 3000000000, source: s, evidence: A} | rdma.ports | mlx5_0, mlx5_1",
                "rate | expect: | rate | 200000000000",
                "width | expect: {value: 4, source: s, evidence: A} | width | 2",
                "mtu | expect: | mtu.active | 1024",
                "link-layer | expect: {value: Ethernet, source: s, evidence: A} | link-layer | InfiniBand",
                "pcie | expect: | pcie | 16 GT/s x16",
                "nic | expect: {value: 28.39.1002, source: s, evidence: A} | nic.firmware | 28.39.1",
                "pcie | expect: {value: 32GT/s x16, source: s, evidence: A} | pcie | 32 GT/s x8",
                "gid | expect: | gid. | IB/RoCE v1 0000:0000:0000:0000:0000:ffff:7f01:0101",
                "gid | expect: | gid. | RoCE v2 0000:0000:0000:0000:0000:ffff:7f01:0201",
                "gid | expect: | gid. | RoCE v2 fe80:0000:0000:0000:0000:0000:0000:0001",
                "gid | expect: | gid. | ''"
            })
    void anything_else_fails_with_what_was_expected_and_seen(String ask, String question, String name, String seen) {
        Verdict.Fail fail = Told.fails(verdict(ask, question, name, seen));
        assertThat(fail.message().values()).containsKeys("expected", "seen", "source");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gid | expect: | gid. | ''| provisional, not approved, evidence D",
                "link-layer | expect: {value: Ethernet, source: s, evidence: B} | link-layer | InfiniBand | provisional, not approved, evidence B",
                "link-layer | expect: {value: Ethernet, source: s, evidence: C, approved: {by: Ada, on: 2026-01-15}} | link-layer | InfiniBand | provisional, evidence C",
                "link-layer | expect: {value: Ethernet, source: s, evidence: A, approved: {by: Ada, on: 2026-01-15}} | link-layer | InfiniBand | evidence A",
                "pcie | expect: | pcie | 16 GT/s x16 | evidence A"
            })
    void a_failure_of_what_is_no_number_says_itself_that_its_expectation_is_provisional(
            String ask, String question, String name, String seen, String standing) {
        Verdict.Fail fail = Told.fails(verdict(ask, question, name, seen));
        assertThat(fail.evidence()).isEmpty();
        assertThat(fail.message().values()).containsEntry("standing", standing);
    }

    @ParameterizedTest
    @CsvSource({
        "2001:db8::17, 2001:0db8:0000:0000:0000:0000:0000:0017, true",
        "2001:db8::17, 2001:0db8:0000:0000:0000:0000:0000:0018, false",
        "10.0.0.3, 0000:0000:0000:0000:0000:ffff:0a00:0003, true",
        "10.0.0.3, ::ffff:10.0.0.3, true",
        "10.0.0.3, 0000:0000:0000:0000:0000:0000:0a00:0003, false",
        "gpu-01-data, fe80:0000:0000:0000:0000:0000:0000:0001, true"
    })
    void a_gid_has_to_carry_the_data_address_of_either_version(String address, String gid, boolean fits) {
        RdmaPort port = new RdmaPort(
                "gpu-01",
                "mlx5_0",
                1,
                "eth1",
                address,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                400_000_000_000L,
                List.of());
        SettingRule.Wanted wanted = WantedGid.of("RoCE v2", port);
        assertThat(wanted.fits().test(List.of("IB/RoCE v1 " + gid, "RoCE v2 " + gid)))
                .isEqualTo(fits);
        assertThat(wanted.fits().test(List.of("IB/RoCE v1 " + gid))).isFalse();
    }

    @Test
    void one_good_gid_among_others_suffices() {
        Told.passes(verdict(
                "gid",
                "expect:",
                "gid.",
                "IB/RoCE v1 fe80:0000:0000:0000:0000:0000:0000:0001",
                "RoCE v2 fe80:0000:0000:0000:0000:0000:0000:0001",
                "RoCE v2 0000:0000:0000:0000:0000:ffff:7f01:0101"));
    }

    @Test
    void a_slot_that_nobody_declared_has_to_carry_the_rate_of_its_port() {
        Cluster undeclared = SmallFabric.cluster(Optional.empty());
        Criterion pcie = criterion(undeclared, "configuration.pcie", "expect:");
        assertThat(undeclared.ports().get(0).pcie()).isEmpty();
        Told.passes(pcie.judge(saw(PORT, Setting.PCIE, "2.5 GT/s x1")).get(PORT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rate | expect:",
                "mtu | expect:",
                "gid | expect:",
                "pcie | class:",
                "link-layer | expect: {value: Ethernet, source: s, evidence: A}"
            })
    void what_could_not_be_read_is_not_proven_with_its_cause(String ask, String question) {
        String name = SettingRule.of("configuration." + ask).orElseThrow().reads();
        Survey lost = Survey.ofSettings(
                "configuration", new TreeSet<>(List.of(PORT)), List.of(Setting.unreadable(PORT, name, LOST)));
        Verdict verdict =
                criterion("configuration." + ask, question).judge(lost).get(PORT);
        assertThat(Told.notProven(verdict, "reading.absent").message().values()).containsEntry("cause", "no contact");
    }

    @Test
    void what_nobody_read_is_not_proven() {
        Survey nothing = Survey.ofSettings("configuration", new TreeSet<>(List.of(PORT)), List.of());
        Told.notProven(criterion("configuration.rate", "expect:").judge(nothing).get(PORT), "evidence.none");
        Told.notProven(criterion("configuration.rate", "class:").judge(nothing).get(PORT), "evidence.none");
    }

    @Test
    void an_expectation_without_approval_or_weakly_founded_is_provisional_and_what_cluster_yaml_declares_is_not() {
        Verdict.Pass derived = Told.passes(verdict("mtu", "expect:", "mtu.active", "4096"));
        assertThat(derived.message().key()).isEqualTo("setting.provisional");
        assertThat(derived.evidence().orElseThrow().provisional()).isPresent();
        Verdict.Pass declared = Told.passes(verdict("rate", "expect:", "rate", "400000000000"));
        assertThat(declared.message().key()).isEqualTo("setting.as-expected");
        assertThat(declared.evidence().orElseThrow().provisional()).isEmpty();
        assertThat(declared.evidence().orElseThrow().seen())
                .isEqualTo(new Quantity(400_000_000_000L, Unit.BITS_PER_SECOND));
    }

    private static Survey ofEightPorts(String... texts) {
        List<Setting> read = new ArrayList<>();
        TreeSet<SubjectId> asked = new TreeSet<>();
        CLUSTER.ports().forEach(port -> asked.add(new SubjectId(SubjectId.Kind.PORT, port.id())));
        for (SubjectId port : asked) {
            String text = texts[read.size() % texts.length];
            read.add(
                    text.isEmpty()
                            ? Setting.unreadable(port, Setting.ACTIVE_MTU, LOST)
                            : Setting.of(port, Setting.ACTIVE_MTU, text));
        }
        return Survey.ofSettings("configuration.mtu", asked, read);
    }

    @Test
    void a_deviant_fails_against_the_majority_of_its_class_and_the_others_pass() {
        Survey survey = ofEightPorts("1024", "4096", "4096", "4096", "4096", "4096", "4096", "4096");
        Criterion equal = criterion("configuration.mtu", "class:");
        Verdict.Fail deviant = Told.fails(equal.judge(survey).get(PORT));
        assertThat(deviant.message().key()).isEqualTo("setting.deviates");
        assertThat(deviant.message().values())
                .containsEntry("expected", new Quantity(4096, Unit.BYTES))
                .containsEntry("share", "7 of 8")
                .containsEntry("same", "1 of 8");
        assertThat(equal.judge(survey).values().stream().filter(Verdict.Pass.class::isInstance))
                .hasSize(7);
    }

    @Test
    void half_and_half_is_a_finding_of_its_own() {
        assertThat(criterion("configuration.mtu", "class:")
                        .judge(ofEightPorts("1024", "4096"))
                        .values())
                .hasSize(8)
                .allSatisfy(verdict ->
                        assertThat(Told.fails(verdict).message().key()).isEqualTo("setting.no-majority"));
    }

    @Test
    void an_unreadable_member_is_unknown_and_never_equal() {
        Survey survey = ofEightPorts("", "4096", "4096", "4096");
        Criterion equal = criterion("configuration.mtu", "class:");
        Told.notProven(equal.judge(survey).get(PORT), "reading.absent");
        assertThat(equal.judge(survey).values().stream().filter(Verdict.Pass.class::isInstance))
                .hasSize(6);
    }

    @Test
    void too_few_readable_members_prove_nothing() {
        Survey survey = ofEightPorts("4096", "", "", "");
        assertThat(criterion("configuration.mtu", "class:").judge(survey).values())
                .allSatisfy(verdict -> assertThat(verdict).isInstanceOf(Verdict.NotProven.class));
    }

    @Test
    void gids_of_a_class_have_the_same_index_and_type_whatever_their_address() {
        List<Setting> read = new ArrayList<>();
        TreeSet<SubjectId> asked = new TreeSet<>();
        CLUSTER.ports().forEach(port -> {
            SubjectId subject = new SubjectId(SubjectId.Kind.PORT, port.id());
            asked.add(subject);
            String index = port.id().equals(PORT.name()) ? "5" : "3";
            read.add(Setting.of(subject, Setting.GID + index, "RoCE v2 " + port.address()));
        });
        Criterion equal = criterion("configuration.gid", "class:");
        Survey survey = Survey.ofSettings("configuration.gid", asked, read);
        assertThat(Told.fails(equal.judge(survey).get(PORT)).message().key()).isEqualTo("setting.deviates");
        assertThat(equal.judge(survey).values().stream().filter(Verdict.Pass.class::isInstance))
                .hasSize(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "configuration.width | expect: | neither cluster.yaml nor the product",
                "configuration.link-layer | expect: | neither cluster.yaml nor the product",
                "configuration.mtu | expect: {value: 9000B, source: s, evidence: A} | expected 256B",
                "configuration.gid | expect: {value: RoCE, source: s, evidence: A} | RoCE v2",
                "configuration.pcie | expect: {value: gen5, source: s, evidence: A} | 32GT/s x16",
                "configuration.rate | expect: {value: 400, source: s, evidence: A} | a rate with its unit",
                "configuration.rate | expect: {value: platform} | expected one of a100-4x200g",
                "configuration.mtu | baseline: | expected one of expect, class"
            })
    void an_expectation_that_says_nothing_is_refused(String ask, String question, String why) {
        assertThatThrownBy(() -> criterion(ask, question)).hasMessageContaining(why);
    }

    private static Survey nccl(SubjectId host, String... lines) {
        return saw(host, Setting.NCCL, lines);
    }

    @Test
    void a_host_without_a_wrong_line_for_nccl_passes() {
        Criterion expected = criterion("configuration.nccl", "expect:");
        assertThat(expected.judge(nccl(HOST, Setting.NONE)).get(HOST)).isInstanceOf(Verdict.Pass.class);
        assertThat(expected.judge(nccl(HOST, "environment:1: NCCL_DEBUG=INFO", "/etc/nccl.conf:1: # a comment"))
                        .get(HOST))
                .isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void a_wrong_line_for_nccl_fails_and_says_what_nccl_does() {
        Criterion expected = criterion("configuration.nccl", "expect:");
        Verdict verdict = expected.judge(
                        nccl(HOST, "environment:1: NCCL_IB_DISABLE=1", "/etc/nccl.conf:3: NCCL_BUFFSIZE=16MB"))
                .get(HOST);
        assertThat(verdict).isInstanceOf(Verdict.Fail.class);
        assertThat(verdict.message().values().get("why").toString())
                .contains("environment:1: NCCL_IB_DISABLE=1: InfiniBand and RoCE are off")
                .contains("/etc/nccl.conf:3: NCCL_BUFFSIZE=16MB: NCCL reads the number 16 (bytes)");
    }

    @Test
    void a_value_is_the_release_of_nccl_to_judge_for() {
        String line = "environment:1: NCCL_CHECK_MODE=1";
        String old = "expect: {value: \"2.21.5\", source: s, evidence: A}";
        assertThat(criterion("configuration.nccl", old).judge(nccl(HOST, line)).get(HOST))
                .isInstanceOf(Verdict.Fail.class);
        assertThat(criterion("configuration.nccl", "expect:")
                        .judge(nccl(HOST, line))
                        .get(HOST))
                .isInstanceOf(Verdict.Pass.class);
        assertThatThrownBy(() -> criterion("configuration.nccl", "expect: {value: new, source: s, evidence: A}"))
                .hasMessageContaining("such as 2.21 or 2.21.5");
    }

    @Test
    void a_file_for_nccl_that_cannot_be_read_is_not_proven() {
        Survey lost = Survey.ofSettings(
                "configuration",
                new TreeSet<>(List.of(HOST)),
                List.of(Setting.unreadable(HOST, Setting.NCCL + "x", LOST)));
        assertThat(criterion("configuration.nccl", "expect:").judge(lost).get(HOST))
                .isInstanceOf(Verdict.NotProven.class);
    }

    @Test
    void hosts_with_the_same_lines_for_nccl_are_alike_whatever_their_numbers() {
        List<Setting> read = new ArrayList<>();
        TreeSet<SubjectId> hosts = new TreeSet<>();
        for (int i = 1; i <= 4; i++) {
            SubjectId host = new SubjectId(SubjectId.Kind.HOST, "gpu-0" + i);
            hosts.add(host);
            String value = i == 4 ? "INFO" : "WARN";
            read.add(Setting.of(host, Setting.NCCL + i, "/etc/nccl.conf:" + i + ": NCCL_DEBUG=" + value));
        }
        var verdicts = criterion("configuration.nccl", "class:").judge(Survey.ofSettings("configuration", hosts, read));
        assertThat(verdicts.values().stream().filter(Verdict.Pass.class::isInstance))
                .hasSize(3);
        assertThat(verdicts.get(new SubjectId(SubjectId.Kind.HOST, "gpu-04"))).isInstanceOf(Verdict.Fail.class);
    }
}
