package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.*;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Setting;
import io.seatrial.telemetry.CounterFeed.Sweep;
import io.seatrial.telemetry.SwitchServer.Reply;
import io.seatrial.transport.ssh.SshTransport;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherSystemsTest {
    private static final SwitchFeed.Options OPTIONS =
            new SwitchFeed.Options(Duration.ofSeconds(20), 1 << 20, Duration.ofSeconds(60));

    @TempDir
    Path folder;

    private final SshTransport transport = SshTransport.open(SshTransport.Options.standard());
    private final Map<String, String> answers = new HashMap<>();
    private SwitchServer server;

    @BeforeEach
    void start() {
        server = SwitchServer.start(folder, 1, Goldens.knowing(answers));
    }

    @AfterEach
    void stop() {
        transport.close();
        server.close();
    }

    @Test
    void eos_gives_pauses_marks_storms_and_queues() {
        eos();

        Sweep sweep = feed("eos", "Ethernet1/1", "Ethernet1/1/1").sweep();

        assertThat(sweep.failures()).isEmpty();
        assertThat(values(sweep, "Ethernet1/1"))
                .containsOnly(
                        entry(RX_PAUSE_FRAMES.of(3), 184L),
                        entry(TX_PAUSE_FRAMES.of(3), 0L),
                        entry(WATCHDOG_STORMS.of(3), 4L),
                        entry(WATCHDOG_RESTORED.of(3), 3L),
                        entry(WATCHDOG_STORMS.of(4), 1L));
        // a dash is no zero, a count beyond 63 bit no reading, and multicast queues are others
        assertThat(values(sweep, "Ethernet1/1/1"))
                .containsOnly(
                        entry(QUEUE_MARKED.of(5), 42L),
                        entry(QUEUE_BYTES.of(3), 9007199254740993L),
                        entry(QUEUE_DROPS.of(3), 12L));
        assertThat(sweep.sources())
                .extracting(CounterSource::name)
                .containsExactly("eos ecn", "eos pfc", "eos pfcwd", "eos queue");
        assertThat(server.commands()).allMatch(command -> !command.contains("|") || command.endsWith(" | json"));
        assertThat(server.wasTerminalAsked()).isFalse();
    }

    @Test
    void totals_over_all_priorities_are_counters_of_none() {
        eos();
        answers.put(
                "show priority-flow-control counters detail | json", Goldens.format("eos-pfc-json/totals-per-port"));

        Sweep sweep = feed("eos", "Ethernet1/1/1").sweep();

        assertThat(sweep.failures().get("eos pfc").key()).isEqualTo("telemetry.totals-only");
        assertThat(values(sweep, "Ethernet1/1/1")).doesNotContainKey(RX_PAUSE_FRAMES.of(3));
    }

    @Test
    void a_command_that_fails_leaves_the_other_sources_as_they_are() {
        eos();
        answers.put("show qos interfaces ecn counters queue | json", "% Invalid input\n");
        server.reply(command -> command.contains("watchdog")
                ? Reply.failed(1, "not supported on this hardware platform")
                : Goldens.knowing(answers).apply(command));

        Sweep sweep = feed("eos", "Ethernet1/1", "Ethernet1/1/1").sweep();

        assertThat(sweep.readings()).extracting(CounterReading::source).containsExactly("eos pfc", "eos queue");
        assertThat(sweep.failures()).containsOnlyKeys("eos ecn", "eos pfcwd");
        assertThat((String) sweep.failures().get("eos ecn").values().get("cause"))
                .contains("% Invalid input");
        assertThat((String) sweep.failures().get("eos pfcwd").values().get("cause"))
                .isEqualTo("it ended with status 1: not supported on this hardware platform");
    }

    @Test
    void what_a_system_does_not_show_is_unreadable_and_not_off() {
        eos();

        List<Setting> settings = feed("eos", "Ethernet1/1").settings();

        assertThat(settings)
                .hasSize(9)
                .allSatisfy(setting ->
                        assertThat(setting.cause().orElseThrow().key()).isEqualTo("telemetry.not-shown"));
        assertThat(server.commands()).isEmpty();
    }

    @Test
    void nvue_is_asked_port_by_port() {
        answers.put("nv show interface swp1s0 counters qos -o json", Goldens.format("nvue-qos-counters/json-form"));
        answers.put("lldpctl -f json0", Goldens.format("lldpctl-json/json0-arrays-everywhere"));
        SwitchFeed feed = feed("nvue", "swp1s0", "swp2");

        Sweep sweep = feed.sweep();

        assertThat(values(sweep, "swp1s0"))
                .containsOnly(
                        entry(RX_PAUSE_FRAMES.of(3), 1L),
                        entry(QUEUE_PACKETS.of(3), 46L),
                        entry(QUEUE_BYTES.of(3), 1024L),
                        entry(PRIORITY_GROUP_DROPS.of(3), 0L));
        assertThat((String) sweep.failures().get("nvue qos").values().get("command"))
                .contains("swp2");
        assertThat(sweep.sources())
                .singleElement()
                .satisfies(source -> assertThat(source.refresh()).isEqualTo(Duration.ofSeconds(2)));
        assertThat(feed.settings())
                .filteredOn(setting -> setting.name().equals(Setting.NEIGHBOUR))
                .allSatisfy(setting ->
                        assertThat(setting.cause().orElseThrow().key()).isEqualTo("telemetry.no-neighbour"));
    }

    @Test
    void nxos_gives_pauses_boxes_watchdog_and_the_priorities_with_pfc() {
        nxos();
        SwitchFeed feed = feed("nxos", "Ethernet1/51", "Ethernet1/52", "Ethernet1/23", "Ethernet9/9");

        Sweep sweep = feed.sweep();

        assertThat(sweep.failures()).isEmpty();
        assertThat(values(sweep, "Ethernet1/51"))
                .contains(
                        entry(TX_PAUSE_FRAMES.of(5), 150L),
                        entry(RX_PAUSE_FRAMES.of(5), 0L),
                        entry(RX_DISCARDS.one(), 19490L),
                        entry(QUEUE_PACKETS.of(5), 202328436L),
                        entry(QUEUE_BYTES.of(5), 203884632744L),
                        entry(QUEUE_DROPS.of(5), 3L));
        assertThat(values(sweep, "Ethernet1/23"))
                .containsOnly(
                        entry(WATCHDOG_STORMS.of(3), 11L),
                        entry(WATCHDOG_RESTORED.of(3), 10L),
                        entry(WATCHDOG_DROPS.of(3), 618L + 1725L));
        Map<String, String> pfc = texts(feed.settings(), Setting.PFC);
        assertThat(pfc)
                .containsEntry("leaf-1/Ethernet1/51", "5")
                .containsEntry("leaf-1/Ethernet1/52", "none")
                .containsEntry("leaf-1/Ethernet9/9", "telemetry.port-not-there");
    }

    @Test
    void a_text_that_is_cut_in_its_last_line_is_no_answer() {
        nxos();
        answers.computeIfPresent(
                "show interface priority-flow-control detail",
                (c, text) ->
                        text.stripTrailing().substring(0, text.stripTrailing().length() - 3));

        Sweep sweep = feed("nxos", "Ethernet1/51").sweep();

        assertThat((String) sweep.failures().get("nxos pfc").values().get("cause"))
                .contains("expected the whole answer");
        assertThat(values(sweep, "Ethernet1/51")).doesNotContainKey(TX_PAUSE_FRAMES.of(5));
    }

    @Test
    void junos_is_asked_without_its_pager() {
        String all = Goldens.format("junos-interface-extensive/two-interfaces");
        answers.put("show interfaces extensive", all.substring(0, 300) + "\n---(more)---");
        answers.put("show interfaces extensive | no-more", all);
        SwitchFeed feed = feed("junos", "et-0/0/24");

        Map<Counter, Long> values = values(feed.sweep(), "et-0/0/24");

        assertThat(values)
                .contains(
                        entry(RX_BYTES.one(), 917594392L),
                        entry(TX_PACKETS.one(), 29695303198L),
                        entry(RX_DISCARDS.one(), 1L),
                        entry(TX_DISCARDS.one(), 31L),
                        entry(RX_CRC_ERRORS.one(), 2L),
                        entry(FEC_CORRECTED.one(), 12L),
                        entry(RX_GLOBAL_PAUSE_FRAMES.one(), 6L),
                        entry(TX_PAUSE_FRAMES.of(4), 5L),
                        entry(QUEUE_PACKETS.of(4), 1L));
        assertThat(values).doesNotContainKey(TX_PAUSE_FRAMES.of(3));
        assertThat(texts(feed.settings(), Setting.MTU)).containsEntry("leaf-1/et-0/0/24", "9216");
        assertThat(server.commands()).containsOnly("show interfaces extensive | no-more");
    }

    private void eos() {
        answers.put(
                "show priority-flow-control counters detail | json",
                Goldens.format("eos-pfc-json/detail-inside-an-api-answer"));
        answers.put(
                "show qos interfaces ecn counters queue | json",
                Goldens.format("eos-ecn-json/strings-numbers-and-dashes"));
        answers.put(
                "show priority-flow-control counters watchdog | json",
                Goldens.format("eos-pfcwd-json/stuck-and-recovered"));
        answers.put("show interfaces counters queue detail", Goldens.format("eos-queue-text/unicast-and-multicast"));
    }

    private void nxos() {
        answers.put("show interface priority-flow-control detail", Goldens.format("nxos-pfc/detail-with-priorities"));
        answers.put("show queuing interface", Goldens.format("nxos-queuing/nine-thousand-series-boxes"));
        answers.put("show queuing pfc-queue detail", Goldens.format("nxos-queuing/watchdog-of-two-groups"));
    }

    private SwitchFeed feed(String system, String... ports) {
        Map<String, Long> rates = new TreeMap<>();
        List.of(ports).forEach(port -> rates.put(port, 400_000_000_000L));
        return new SwitchFeed(
                server.node(1, system), new SwitchPorts("leaf-1", rates), transport, OPTIONS, Clock.systemUTC());
    }

    private static Map<Counter, Long> values(Sweep sweep, String port) {
        Map<Counter, Long> values = new TreeMap<>();
        sweep.readings().stream()
                .filter(reading -> reading.port().name().equals("leaf-1/" + port))
                .forEach(reading -> values.putAll(reading.values()));
        return values;
    }

    /** Return the text of a setting by port, or the key of its cause. */
    private static Map<String, String> texts(List<Setting> settings, String name) {
        return settings.stream()
                .filter(setting -> setting.name().equals(name))
                .collect(Collectors.toMap(
                        s -> s.subject().name(),
                        s -> s.text().orElseGet(() -> s.cause().orElseThrow().key())));
    }
}
