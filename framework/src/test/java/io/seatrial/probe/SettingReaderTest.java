package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.SshSettings;
import io.seatrial.measurement.Setting;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SettingReaderTest {
    private static final SshSettings SSH =
            new SshSettings("root", 22, List.of(), true, Optional.empty(), List.of(), Optional.empty());

    private static Host host(String... devices) {
        List<RdmaPort> ports = Arrays.stream(devices)
                .map(device -> new RdmaPort(
                        "gpu-01",
                        device,
                        1,
                        "",
                        "198.18.0.1",
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        400_000_000_000L,
                        List.of()))
                .toList();
        return new Host("gpu-01", "192.0.2.1", SSH, ports, 8);
    }

    private static Map<String, Setting> read(Contact contact, String... devices) {
        Map<String, Setting> settings = new TreeMap<>();
        SettingReader.read(host(devices), contact)
                .forEach(setting -> settings.put(setting.subject().name() + " " + setting.name(), setting));
        return settings;
    }

    private static Contact said(String... lines) {
        FakeRemote remote = new FakeRemote("gpu-01");
        CompletableFuture<Agent> starting = Agent.start(remote, "exec probe agent", Duration.ofSeconds(20));
        remote.only().says(Samples.events("session").get(0));
        return Contact.with(
                starting.join(), Arrays.stream(lines).map(Wire::decode).toList());
    }

    private static final String INFO = "{\"ev\":\"info\",\"id\":1,\"host\":\"gpu-01\",\"rdma\":\"ok\"}";

    @Test
    void reads_every_setting_that_the_host_tells() {
        Map<String, Setting> settings = read(
                said(
                        INFO,
                        "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"rate\":400000000000,\"width\":4,"
                                + "\"active_mtu\":4096,\"link_layer\":\"Ethernet\",\"pci_speed\":32000,\"pci_width\":16,\"gids\":1,"
                                + "\"fw\":\"28.39.1002\",\"board\":\"MT_0000000838\"}",
                        "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_1\",\"port\":2}",
                        "{\"ev\":\"gid\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"index\":3,"
                                + "\"gid\":\"0000:0000:0000:0000:0000:ffff:c612:0001\",\"type\":\"RoCE v2\"}"),
                "mlx5_0");
        assertThat(settings).hasSize(9);
        assertThat(text(settings, "gpu-01 rdma.ports")).isEqualTo("mlx5_0, mlx5_1:2");
        assertThat(text(settings, "gpu-01/mlx5_0 rate")).isEqualTo("400000000000");
        assertThat(text(settings, "gpu-01/mlx5_0 width")).isEqualTo("4");
        assertThat(text(settings, "gpu-01/mlx5_0 mtu.active")).isEqualTo("4096");
        assertThat(text(settings, "gpu-01/mlx5_0 link-layer")).isEqualTo("Ethernet");
        assertThat(text(settings, "gpu-01/mlx5_0 pcie")).isEqualTo("32 GT/s x16");
        assertThat(text(settings, "gpu-01/mlx5_0 nic.model")).isEqualTo("MT_0000000838");
        assertThat(text(settings, "gpu-01/mlx5_0 nic.firmware")).isEqualTo("28.39.1002");
        assertThat(text(settings, "gpu-01/mlx5_0 gid.3")).isEqualTo("RoCE v2 0000:0000:0000:0000:0000:ffff:c612:0001");
    }

    private static String text(Map<String, Setting> settings, String key) {
        return settings.get(key).text().orElseThrow();
    }

    @Test
    void what_the_host_does_not_tell_is_unreadable_and_never_a_default() {
        Map<String, Setting> settings =
                read(said(INFO, "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1}"), "mlx5_0");
        assertThat(settings.values())
                .filteredOn(setting -> setting.text().isEmpty())
                .extracting(Setting::name)
                .containsExactlyInAnyOrder(
                        "rate", "width", "mtu.active", "link-layer", "pcie", "nic.model", "nic.firmware", "gid.none");
    }

    @Test
    void an_mtu_that_only_verbs_tell_says_why_they_did_not() {
        Setting mtu = read(
                        said(
                                "{\"ev\":\"info\",\"id\":1,\"host\":\"gpu-01\",\"rdma\":\"ok\",\"verbs\":\"no-library\","
                                        + "\"verbs_why\":\"libibverbs.so.1: cannot open shared object file\"}",
                                "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1}"),
                        "mlx5_0")
                .get("gpu-01/mlx5_0 mtu.active");
        assertThat(mtu.cause().orElseThrow().values())
                .containsEntry(
                        "cause",
                        "verbs cannot be used on the host (no-library): libibverbs.so.1: cannot open shared object file");
    }

    @Test
    void a_table_without_gids_is_a_reading_of_its_own() {
        Map<String, Setting> settings =
                read(said(INFO, "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"gids\":0}"), "mlx5_0");
        assertThat(text(settings, "gpu-01/mlx5_0 gid.none")).isEmpty();
    }

    @Test
    void a_slot_speed_of_no_generation_is_unreadable() {
        Map<String, Setting> settings = read(
                said(
                        INFO,
                        "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"pci_speed\":12345,\"pci_width\":16}"),
                "mlx5_0");
        assertThat(settings.get("gpu-01/mlx5_0 pcie").text()).isEmpty();
    }

    @Test
    void a_declared_port_that_is_not_there_says_so() {
        Map<String, Setting> settings = read(said(INFO), "mlx5_0");
        assertThat(text(settings, "gpu-01 rdma.ports")).isEmpty();
        assertThat(settings.get("gpu-01/mlx5_0 rate")
                        .cause()
                        .orElseThrow()
                        .values()
                        .get("cause"))
                .isEqualTo("the host has no RDMA port mlx5_0:1");
    }

    @Test
    void a_host_without_contact_has_nothing_but_unreadable_settings() {
        Contact none = Contact.none("gpu-01", new IllegalStateException("no route to host"));
        assertThat(read(none, "mlx5_0", "mlx5_1").values())
                .hasSize(17)
                .allSatisfy(setting ->
                        assertThat(setting.cause().orElseThrow().values()).containsEntry("cause", "no route to host"));
    }
}
