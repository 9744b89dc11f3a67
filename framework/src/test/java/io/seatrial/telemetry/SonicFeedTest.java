package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.*;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Switch;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Setting;
import io.seatrial.telemetry.CounterFeed.Sweep;
import io.seatrial.telemetry.SwitchServer.Reply;
import io.seatrial.transport.ssh.SshTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SonicFeedTest {
    private static final String DUMP = "sonic-db-dump -n COUNTERS_DB -y";
    private static final SwitchPorts PORTS = new SwitchPorts("leaf-1", Map.of("Ethernet8", 400_000_000_000L));

    @TempDir
    Path folder;

    private final SshTransport transport = SshTransport.open(SshTransport.Options.standard());
    private final Map<String, String> answers = new HashMap<>(Goldens.sonic());
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
    void one_dump_holds_everything_by_what_is_refreshed_together() {
        Sweep sweep = feed().sweep();

        assertThat(sweep.failures()).isEmpty();
        assertThat(values(sweep, "sonic port"))
                .containsOnly(
                        entry(RX_BYTES.one(), 9007199254740993L),
                        entry(TX_BYTES.one(), 2000L),
                        entry(RX_UNICAST_PACKETS.one(), 30L),
                        entry(TX_UNICAST_PACKETS.one(), 40L),
                        entry(RX_ERRORS.one(), 5L),
                        entry(RX_DISCARDS.one(), 6L),
                        entry(TX_DISCARDS.one(), 7L),
                        entry(FEC_CORRECTED.one(), 8L),
                        entry(FEC_UNCORRECTABLE.one(), 9L),
                        entry(RX_PAUSE_FRAMES.of(3), 10L),
                        entry(TX_PAUSE_FRAMES.of(3), 11L),
                        entry(RX_PAUSE_TIME.of(3), 12_000L),
                        // 400 quanta of 512 bit times at 400 Gb/s
                        entry(TX_PAUSE_TIME.of(3), 512L),
                        entry(RX_PAUSE_TRANSITIONS.of(3), 13L));
        assertThat(values(sweep, "sonic queue"))
                .containsOnly(
                        entry(QUEUE_PACKETS.of(3), 100L),
                        entry(QUEUE_BYTES.of(3), 101L),
                        entry(QUEUE_DROPS.of(3), 102L));
        assertThat(values(sweep, "sonic wred")).containsOnly(entry(QUEUE_MARKED.of(3), 103L));
        assertThat(values(sweep, "sonic watermark")).containsOnly(entry(QUEUE_WATERMARK.of(3), 104L));
        assertThat(values(sweep, "sonic priority-group")).containsOnly(entry(PRIORITY_GROUP_DROPS.of(3), 50L));
        assertThat(values(sweep, "sonic priority-group-watermark"))
                .containsOnly(entry(PRIORITY_GROUP_WATERMARK.of(3), 51L), entry(HEADROOM_WATERMARK.of(3), 52L));
        assertThat(values(sweep, "sonic pfcwd"))
                .containsOnly(
                        entry(WATCHDOG_STORMS.of(3), 2L),
                        entry(WATCHDOG_RESTORED.of(3), 1L),
                        entry(WATCHDOG_DROPS.of(3), 23L));
    }

    @Test
    void each_source_has_the_interval_that_is_in_force() {
        assertThat(feed().sweep().sources().stream()
                        .collect(Collectors.toMap(
                                CounterSource::name, s -> s.refresh().toMillis())))
                .containsOnly(
                        entry("sonic port", 1000L),
                        entry("sonic queue", 10_000L),
                        entry("sonic wred", 5000L),
                        entry("sonic watermark", 2000L),
                        entry("sonic priority-group", 10_000L),
                        entry("sonic priority-group-watermark", 2000L),
                        entry("sonic pfcwd", 400L));
    }

    @Test
    void only_ports_of_the_inventory_are_told_and_readings_are_full() {
        assertThat(feed().sweep().readings()).hasSize(7).allSatisfy(reading -> {
            assertThat(reading.port()).isEqualTo(PORTS.subject("Ethernet8"));
            assertThat(reading.full()).isTrue();
        });
    }

    @Test
    void a_disabled_group_gives_no_number_and_says_so() {
        answers.computeIfPresent(
                "counterpoll show",
                (c, text) -> text.replace(
                        "WRED_ECN_QUEUE_STAT         5000                enable",
                        "WRED_ECN_QUEUE_STAT         5000                disable"));

        Sweep sweep = feed().sweep();

        assertThat(sweep.failures()).containsOnlyKeys("sonic wred");
        assertThat(sweep.failures().get("sonic wred").key()).isEqualTo("telemetry.group-disabled");
        assertThat(sweep.readings())
                .hasSize(6)
                .noneMatch(reading -> reading.source().equals("sonic wred"));
        assertThat(sweep.sources()).noneMatch(source -> source.name().equals("sonic wred"));
    }

    @Test
    void a_group_that_is_not_listed_is_not_known_to_be_renewed() {
        answers.computeIfPresent("counterpoll show", (c, text) -> text.replaceAll("PG_DROP_STAT .*\n", ""));

        Sweep sweep = feed().sweep();

        assertThat(sweep.failures().get("sonic priority-group").key()).isEqualTo("telemetry.group-not-listed");
        assertThat(sweep.readings()).noneMatch(reading -> reading.source().equals("sonic priority-group"));
    }

    @Test
    void a_group_that_is_disabled_while_the_run_goes_on_is_noticed() {
        SwitchFeed feed = feed(new SwitchFeed.Options(Duration.ofSeconds(20), 1 << 20, Duration.ZERO));
        assertThat(feed.sweep().failures()).isEmpty();
        answers.computeIfPresent("counterpoll show", (c, text) -> text.replaceAll("(PORT_STAT .*)enable", "$1disable"));

        assertThat(feed.sweep().failures().get("sonic port").key()).isEqualTo("telemetry.group-disabled");
    }

    @Test
    void the_intervals_are_asked_once_a_minute_and_not_with_each_sweep() {
        SwitchFeed feed = feed();
        feed.sweep();
        feed.sweep();

        assertThat(server.commands()).containsExactly("counterpoll show", DUMP, DUMP);
        assertThat(server.sessions()).isEqualTo(1);
        assertThat(server.wasTerminalAsked()).isFalse();
    }

    @Test
    void without_intervals_nothing_is_evidence() {
        answers.remove("counterpoll show");

        Sweep sweep = feed().sweep();

        assertThat(sweep.readings()).extracting(CounterReading::source).containsExactly("sonic pfcwd");
        assertThat(sweep.failures()).hasSize(6);
        assertThat(sweep.failures().get("sonic port").values())
                .containsEntry("command", "counterpoll show")
                .containsEntry("cause", "it ended with status 127: unknown command: counterpoll show");
    }

    @Test
    void no_watchdog_is_said_and_is_no_zero() {
        answers.computeIfPresent(
                DUMP,
                (c, text) -> text.replaceAll("\"PFC_WD_\\w+\": \"\\w+\",?", "").replaceAll(",(\\s*)}", "$1}"));

        Sweep sweep = feed().sweep();

        assertThat(sweep.failures()).containsOnlyKeys("sonic pfcwd");
        assertThat(sweep.failures().get("sonic pfcwd").key()).isEqualTo("telemetry.no-watchdog");
    }

    @Test
    void a_reading_is_stamped_in_the_middle_of_its_round_trip() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        server.reply(command -> {
            if (command.equals(DUMP)) {
                waitFor(never, 400);
            }
            return Goldens.knowing(answers).apply(command);
        });
        SwitchFeed feed = feed();
        Instant before = Instant.now();

        Sweep sweep = feed.sweep();

        Instant after = Instant.now();
        assertThat(sweep.readings())
                .allSatisfy(
                        reading -> assertThat(reading.at()).isBetween(before.plusMillis(200), after.minusMillis(200)));
        assertThat(sweep.sources())
                .allSatisfy(source -> assertThat(source.uncertainty())
                        .isGreaterThanOrEqualTo(Duration.ofMillis(200))
                        .isLessThan(Duration.between(before, after)));
    }

    @Test
    void a_slow_answer_makes_its_own_readings_vague_and_those_after_it_not() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean isSlow = new AtomicBoolean(true);
        server.reply(command -> {
            if (command.equals(DUMP) && isSlow.getAndSet(false)) {
                waitFor(never, 1000);
            }
            return Goldens.knowing(answers).apply(command);
        });
        SwitchFeed feed = feed();
        Duration slow = mostUncertain(feed.sweep());
        Sweep next = feed.sweep();
        assertThat(slow).isGreaterThanOrEqualTo(Duration.ofMillis(500));
        assertThat(mostUncertain(next)).isLessThan(slow);
        assertThat(next.sources())
                .as("what people read of a source is its worst")
                .anySatisfy(source -> assertThat(source.uncertainty()).isGreaterThanOrEqualTo(slow));
    }

    private static Duration mostUncertain(Sweep sweep) {
        return sweep.readings().stream()
                .map(reading -> reading.uncertainty().orElseThrow())
                .max(Duration::compareTo)
                .orElseThrow();
    }

    @Test
    void a_command_that_hangs_fails_within_its_deadline_and_the_connection_is_kept() {
        SwitchFeed feed = feed(new SwitchFeed.Options(Duration.ofMillis(500), 1 << 20, Duration.ofSeconds(60)));
        server.reply(command -> command.equals(DUMP)
                ? Reply.hanging()
                : Goldens.knowing(answers).apply(command));

        assertThatExceptionOfType(TelemetryException.class)
                .isThrownBy(feed::sweep)
                .withMessageContaining("leaf-1: no command was answered")
                .withMessageContaining("'" + DUMP + "' gave no whole answer within 500 ms");

        server.reply(Goldens.knowing(answers));
        assertThat(feed.sweep().readings()).isNotEmpty();
        assertThat(server.sessions()).isEqualTo(1);
    }

    @Test
    void a_connection_that_ends_is_told_and_opened_again() {
        SwitchFeed feed = feed();
        feed.sweep();
        server.cutSessions();
        await().until(() -> server.sessions() == 0);

        assertThatExceptionOfType(TelemetryException.class).isThrownBy(feed::sweep);

        assertThat(feed.sweep().readings()).isNotEmpty();
        assertThat(server.sessions()).isEqualTo(1);
        assertThat(server.commands().stream().filter("counterpoll show"::equals))
                .hasSize(2);
    }

    @Test
    void a_connection_that_ends_within_a_sweep_is_opened_by_the_next() {
        SwitchFeed feed = feed();
        server.reply(command -> {
            if (command.equals(DUMP)) {
                server.cutSessions();
            }
            return Goldens.knowing(answers).apply(command);
        });
        assertThatExceptionOfType(TelemetryException.class)
                .isThrownBy(feed::sweep)
                .withMessageContaining("was lost while a command ran");

        server.reply(Goldens.knowing(answers));
        assertThat(feed.sweep().readings()).isNotEmpty();
    }

    @Test
    void a_wrong_password_is_told_and_not_shown() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong"), "open sesame");
        Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
        Switch node = new Switch("leaf-1", "leaf", "127.0.3.1", "sonic", server.settings(wrong));
        SwitchFeed feed = new SwitchFeed(node, PORTS, transport, SwitchFeed.Options.standard(), Clock.systemUTC());

        assertThatExceptionOfType(TelemetryException.class)
                .isThrownBy(feed::sweep)
                .withMessageStartingWith("leaf-1: login refused")
                .withMessageContaining("the password in file " + wrong)
                .satisfies(e -> assertThat(e.toString() + e.getCause()).doesNotContain("sesame"));
        assertThat(feed.settings())
                .isNotEmpty()
                .allSatisfy(setting ->
                        assertThat(setting.cause().orElseThrow().key()).isEqualTo("telemetry.switch-failed"));
    }

    @Test
    void an_answer_that_is_cut_is_no_answer() {
        answers.computeIfPresent(DUMP, (c, text) -> text.substring(0, text.length() / 2));

        assertThatExceptionOfType(TelemetryException.class)
                .isThrownBy(() -> feed().sweep())
                .withMessageContaining("its answer could not be read: ");
    }

    @Test
    void an_answer_beyond_the_limit_is_refused() {
        assertThatExceptionOfType(TelemetryException.class)
                .isThrownBy(() -> feed(new SwitchFeed.Options(Duration.ofSeconds(20), 1000, Duration.ZERO))
                        .sweep())
                .withMessageContaining("more than the 1000 B expected");
    }

    @Test
    void settings_are_read_from_the_configuration() {
        assertThat(settings(feed()))
                .containsOnly(
                        entry(Setting.MTU, "9100"),
                        entry(Setting.PFC, "3,4"),
                        entry(Setting.TRUST, "dscp"),
                        entry(Setting.DSCP_MAP, "0: 0,46; 3: 26; 6: 48"),
                        entry(Setting.QUEUE_MAP, "0:0,3:3,6:6"),
                        entry("qos.ecn.queue.0", "off"),
                        entry("qos.ecn.queue.3", "kmin=1048576 kmax=2097152 pmax=5"),
                        entry("qos.ecn.queue.4", "kmin=1048576 kmax=2097152 pmax=5"),
                        entry("qos.xoff.0", "off"),
                        entry("qos.xoff.3", "headroom=165568 xon=2288 xon-offset=2288 size=1248 dynamic-th=-2"),
                        entry("qos.xoff.4", "headroom=165568 xon=2288 xon-offset=2288 size=1248 dynamic-th=-2"),
                        entry(Setting.WATCHDOG, "action=drop detection=200ms restoration=400ms"),
                        entry(Setting.NEIGHBOUR, "gpu-01/eth0"));
    }

    @Test
    void a_priority_with_pfc_but_without_queue_or_buffer_has_neither_marks_nor_headroom() {
        answers.computeIfPresent("sonic-db-dump -n CONFIG_DB -y", (c, text) -> text.replace("|3-4\"", "|3\""));

        assertThat(settings(feed()))
                .containsEntry("qos.ecn.queue.4", "off")
                .containsEntry("qos.xoff.4", "off")
                .containsEntry("qos.ecn.queue.3", "kmin=1048576 kmax=2097152 pmax=5");
    }

    @Test
    void what_is_computed_missing_or_not_there_is_unreadable_with_its_cause() {
        answers.put(
                "sonic-db-dump -n CONFIG_DB -y",
                Goldens.format("sonic-config-db/references-in-brackets-and-a-computed-buffer"));
        answers.remove("lldpctl -f json0");
        SwitchPorts ports = new SwitchPorts("leaf-1", Map.of("Ethernet4", 1L, "Ethernet99", 1L));
        SwitchFeed feed = new SwitchFeed(
                server.node(1, "sonic"), ports, transport, SwitchFeed.Options.standard(), Clock.systemUTC());

        List<Setting> settings = feed.settings();

        assertThat(causes(settings, "leaf-1/Ethernet4"))
                .containsOnly(
                        entry(Setting.DSCP_MAP, "telemetry.not-told"),
                        entry("qos.xoff.3", "telemetry.buffer-computed"),
                        entry(Setting.NEIGHBOUR, "telemetry.no-answer"));
        assertThat(causes(settings, "leaf-1/Ethernet99"))
                .hasSize(9)
                .containsEntry(Setting.PFC, "telemetry.port-not-there");
        assertThat(settings)
                .filteredOn(s -> s.name().equals("qos.ecn.queue.3"))
                .singleElement()
                .satisfies(s -> assertThat(s.text()).contains("off"));
    }

    @Test
    void a_port_where_nobody_announces_itself_is_said() {
        answers.computeIfPresent("lldpctl -f json0", (c, text) -> text.replace("Ethernet8", "Ethernet80"));

        assertThat(causes(feed().settings(), "leaf-1/Ethernet8"))
                .containsOnly(entry(Setting.NEIGHBOUR, "telemetry.no-neighbour"));
    }

    private SwitchFeed feed() {
        return feed(SwitchFeed.Options.standard());
    }

    private SwitchFeed feed(SwitchFeed.Options options) {
        return new SwitchFeed(server.node(1, "sonic"), PORTS, transport, options, Clock.systemUTC());
    }

    private static Map<Counter, Long> values(Sweep sweep, String source) {
        return sweep.readings().stream()
                .filter(reading -> reading.source().equals(source))
                .findFirst()
                .orElseThrow()
                .values();
    }

    private static Map<String, String> settings(SwitchFeed feed) {
        return feed.settings().stream()
                .collect(Collectors.toMap(Setting::name, s -> s.text().orElse("unreadable: " + s.cause())));
    }

    private static Map<String, String> causes(List<Setting> settings, String port) {
        return settings.stream()
                .filter(s -> s.subject().name().equals(port) && s.cause().isPresent())
                .collect(Collectors.toMap(
                        Setting::name, s -> s.cause().orElseThrow().key()));
    }

    private static void waitFor(CountDownLatch latch, long milliseconds) {
        try {
            latch.await(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
