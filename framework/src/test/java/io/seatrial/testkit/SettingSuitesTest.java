package io.seatrial.testkit;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.settingOfEachHost;
import static io.seatrial.testkit.Questions.settingOfEachPort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.criteria.Criterion;
import io.seatrial.criteria.Profile;
import io.seatrial.criteria.Waivers;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.allure.AllureSession;
import io.seatrial.run.ReplayTestbed;
import io.seatrial.run.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites that judge settings, one result per port and one per host. */
class SettingSuitesTest {
    private static final Cluster CLUSTER = ClusterFile.read(Path.of("..", "inventory", "virtual"));
    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
    private static final String SLOW = "gpu-02/mlx5_1";

    @TempDir
    private Path folder;

    @AcceptanceTest
    static class Configuration {
        private static Survey rate;
        private static Survey devices;

        @BeforeAll
        static void read(Testbed testbed) {
            rate = testbed.read(settingOfEachPort("configuration.rate", Setting.RATE));
            devices = testbed.read(settingOfEachHost("configuration.rdma-devices", Setting.RDMA_PORTS));
        }

        @EachPort(criterion = "configuration.rate.expect")
        void runs_at_its_rate(SubjectId port, Criterion expected) {
            assertThat(rate).of(port).isWithin(expected);
        }

        @EachHost(criterion = "configuration.rdma-devices.expect")
        void has_its_ports(SubjectId host, Criterion expected) {
            assertThat(devices).of(host).isWithin(expected);
        }
    }

    private RunArchive archive() {
        RunHeader header = new RunHeader(
                RunHeader.FORMAT, "run-1", "virtual", "cafe", "bringup", 7, NOON, List.of(), Map.of(), "test");
        RunArchive archive = RunArchive.create(folder, header, folder);
        List<Setting> rates = new ArrayList<>();
        CLUSTER.ports()
                .forEach(port -> rates.add(Setting.of(
                        new SubjectId(SubjectId.Kind.PORT, port.id()),
                        Setting.RATE,
                        port.id().equals(SLOW) ? "100000000" : Long.toString(port.rate()))));
        List<Setting> names = new ArrayList<>();
        CLUSTER.hosts()
                .forEach(host -> names.add(Setting.of(
                        new SubjectId(SubjectId.Kind.HOST, host.name()), Setting.RDMA_PORTS, "mlx5_0, mlx5_1")));
        keep(archive, "configuration.rate", rates);
        keep(archive, "configuration.rdma-devices", names);
        return archive;
    }

    private static void keep(RunArchive archive, String ask, List<Setting> settings) {
        List<String> subjects =
                settings.stream().map(setting -> setting.subject().name()).toList();
        archive.append(new AskRecord(ask, Setting.METRIC, 1, subjects));
        archive.append(new RoundRecord(ask, 0, 0, List.of(), settings));
    }

    private Launch.Judged judge() throws IOException {
        Path criteria = Files.writeString(
                folder.resolve("asked.yaml"),
                "version: 1\nasks:\n  configuration.rate: {expect: }\n  configuration.rdma-devices: {expect: }\n");
        ReplayTestbed testbed = new ReplayTestbed(CLUSTER, archive(), question -> Setting.METRIC);
        Judging judging = new Judging(
                CLUSTER,
                CriteriaFile.readFile(criteria, Optional.of(CLUSTER)),
                Profile.BRINGUP,
                Optional.empty(),
                Waivers.NONE,
                testbed.surveys(),
                testbed.asked(),
                LocalDate.of(2026, 11, 29));
        try (AllureSession allure = AllureSession.open(folder.resolve("allure"))) {
            return new Launch(List.of(Configuration.class), List.of())
                    .judge(testbed, judging, allure, m -> "[]", host -> List.of());
        }
    }

    @Test
    void every_port_and_every_host_has_a_result_and_the_slow_port_fails() throws IOException {
        List<Concluded> concluded = judge().concluded();
        Assertions.assertThat(concluded).hasSize(8 + 4);
        Assertions.assertThat(concluded)
                .filteredOn(one -> one.judgement().verdict() instanceof Verdict.Fail)
                .singleElement()
                .satisfies(one -> {
                    Assertions.assertThat(one.judgement().subject().name()).isEqualTo(SLOW);
                    Assertions.assertThat(one.judgement().criterion()).isEqualTo("configuration.rate.expect");
                    Assertions.assertThat(one.labels()).containsEntry("host", "gpu-02");
                });
    }

    @Test
    void the_settings_are_attached_to_their_result() throws IOException {
        judge();
        JsonNode result = result("configuration.rate.expect " + SLOW);
        Assertions.assertThat(result.at("/statusDetails/message").asText())
                .contains("expected at least : 200 Mb/s", "100 Mb/s");
        Assertions.assertThat(result.path("attachments").findValuesAsText("name"))
                .contains("settings");
    }

    private JsonNode result(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("allure"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith("-result.json")).toList()) {
                JsonNode result = new ObjectMapper().readTree(file.toFile());
                if (result.path("name").asText().equals(name)) {
                    return result;
                }
            }
        }
        throw new AssertionError("no result " + name);
    }
}
