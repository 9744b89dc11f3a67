package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.formats.EthtoolStats;
import io.seatrial.formats.text.Source;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.SubjectId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The names of the drivers, with the golden files of {@code ethtool -S} where there is one. */
class NicCounterTableTest {
    private static final NicCounterTable TABLE = NicCounterTable.SHIPPED;
    private static final SubjectId PORT = new SubjectId(SubjectId.Kind.PORT, "gpu-01/mlx5_0");

    private static Map<String, Long> golden(String name) {
        String file = "/formats/ethtool-stats/" + name + "/input.txt";
        try (InputStream stream = NicCounterTableTest.class.getResourceAsStream(file)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            Map<String, Long> values = new TreeMap<>();
            new EthtoolStats()
                    .read(Source.of(text))
                    .counters()
                    .forEach((counter, value) -> values.put(counter, value.longValue()));
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Return what a source says, by our names; names and values of the driver alternate. */
    private static Map<String, Long> read(String source, Map<String, Long> values) {
        Map<String, Long> read = new TreeMap<>();
        new NicReadings(PORT, source, source)
                .take(true, values, Instant.EPOCH)
                .values()
                .forEach((counter, value) -> read.put(counter.text(), value));
        return read;
    }

    private static String driver(String source, String... names) {
        return TABLE.driver(source, List.of(names))
                .map(NicCounterTable.Driver::name)
                .orElse("none");
    }

    @Test
    void mlx5_shows_pause_only_where_it_is_on_and_its_durations_are_microseconds() {
        assertThat(read("ethtool", golden("mlx5-flow-control-on-one-priority")))
                .isEqualTo(Map.ofEntries(
                        Map.entry("rx.priority.packets.0", 1L),
                        Map.entry("rx.priority.packets.3", 420_006_709_813L),
                        Map.entry("rx.pause.frames.3", 8123L),
                        Map.entry("rx.pause.time.3", 90_210_000L),
                        Map.entry("rx.pause.transitions.3", 4001L),
                        Map.entry("tx.pause.frames.3", 0L),
                        Map.entry("tx.pause.time.3", 0L),
                        Map.entry("priority-group.drops.3", 4L),
                        Map.entry("rx.global-pause.frames", 0L),
                        Map.entry("tx.global-pause.frames", 0L)));
    }

    @Test
    void ice_counts_both_kinds_of_frames() {
        assertThat(read("ethtool", golden("ice-priorities-of-one-class")))
                .containsEntry("rx.pause.frames.3", 26L)
                .containsEntry("rx.pause.frames.4", 26L)
                .containsEntry("rx.pause.frames.5", 2L)
                .containsEntry("tx.pause.frames.0", 0L)
                .containsEntry("rx.packets", 5123L)
                .doesNotContainKeys("rx.bytes", "tx.pause.frames.3", "rx.pause.time.3");
    }

    @Test
    void hns3_has_frames_and_no_times() {
        assertThat(read("ethtool", golden("hns3-total-is-not-the-sum")))
                .isEqualTo(Map.of(
                        "rx.global-pause.frames", 2L,
                        "tx.global-pause.frames", 3L,
                        "rx.pause.frames.3", 50L,
                        "rx.pause.frames.5", 0L,
                        "tx.pause.frames.3", 0L));
    }

    @Test
    void mlx4_is_not_taken_for_bnxt() {
        assertThat(read("ethtool", golden("mlx4-and-bnxt-names-apart")))
                .isEqualTo(Map.of(
                        "rx.priority.packets.1", 10L,
                        "rx.pause.frames.1", 3L,
                        "rx.pause.time.1", 40_000L,
                        "tx.pause.transitions.1", 2L));
    }

    @Test
    void nothing_is_known_of_an_interface_without_counters() {
        assertThat(read("ethtool", golden("emptiest"))).isEmpty();
    }

    @Test
    void bnxt_counts_by_the_second_and_its_bytes_are_the_ports() {
        Map<String, Long> values = Map.of(
                "rx_bytes", 900L, "rx_pfc_ena_frames_pri3", 7L, "pfc_pri3_rx_duration_us", 12L, "rx_pause_frames", 0L);
        assertThat(read("ethtool", values))
                .isEqualTo(Map.of(
                        "rx.bytes",
                        900L,
                        "rx.pause.frames.3",
                        7L,
                        "rx.pause.time.3",
                        12_000L,
                        "rx.global-pause.frames",
                        0L));
        assertThat(TABLE.driver("ethtool", values.keySet()).orElseThrow().refresh())
                .hasSeconds(1);
    }

    @Test
    void drivers_are_told_by_names_that_only_they_have() {
        assertThat(driver("ethtool", "rx_packets", "rx_bytes")).isEqualTo("none");
        assertThat(driver("ethtool", "rx_bytes", "tx_discards_phy")).isEqualTo("mlx5");
        assertThat(driver("ethtool", "port.rx_priority_3_xoff")).isEqualTo("i40e");
        assertThat(driver("ethtool", "octets_rx_all")).isEqualTo("ionic");
        assertThat(driver("rdma-hw", "np_cnp_sent")).isEqualTo("mlx5");
        assertThat(driver("rdma-hw", "seq_err_naks_rcvd", "rp_cnp_handled")).isEqualTo("bnxt_re");
        assertThat(driver("rdma-hw", "ip4InOctets")).isEqualTo("irdma");
        assertThat(driver("rdma-hw", "rx_rdma_cnp_pkts")).isEqualTo("ionic");
        assertThat(driver("rdma-hw", "rx_drops", "rx_bytes")).isEqualTo("efa");
        assertThat(driver("rdma-hw", "sent_pkts")).isEqualTo("rxe");
    }

    @Test
    void a_software_device_has_no_notifications_to_count() {
        assertThat(TABLE.driver("rdma-hw", List.of("sent_pkts"))
                        .orElseThrow()
                        .meanings()
                        .values())
                .flatExtracting(meanings -> meanings)
                .extracting(meaning -> meaning.counter().kind())
                .doesNotContain(Counter.Kind.CNP_SENT, Counter.Kind.CNP_HANDLED, Counter.Kind.RX_MARKED);
    }

    @Test
    void what_the_probe_is_asked_for_covers_every_name() {
        for (NicCounterTable.Driver driver : TABLE.drivers()) {
            if (driver.source().equals("ethtool")) {
                assertThat(driver.meanings().keySet())
                        .isNotEmpty()
                        .allSatisfy(name -> assertThat(driver.select())
                                .as("%s of %s", name, driver.name())
                                .anyMatch(glob -> NicCounterTable.pattern(glob)
                                        .matcher(name)
                                        .matches()));
            }
        }
    }

    @Test
    void no_ring_of_a_big_driver_is_asked_for() {
        assertThat(List.of("rx0_packets", "tx31_bytes", "ch7_events", "[3]: rx_ucast_packets", "rx_queue_5_bytes"))
                .allSatisfy(name -> assertThat(TABLE.select())
                        .noneMatch(glob ->
                                NicCounterTable.pattern(glob).matcher(name).matches()));
    }

    @Test
    void the_request_fits_into_a_line_even_for_sixteen_ports_with_long_names() {
        List<String> devices =
                IntStream.range(0, 16).mapToObj(n -> "rocep152s0f" + n).toList();
        List<String> netdevs =
                IntStream.range(0, 16).mapToObj(n -> "ens1099f" + n + "np0").toList();
        String line = new Request.WatchCounters(devices, netdevs, true, TABLE.select(), 1000, 100).encode(1_000_000);
        assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(4096);
    }

    @Test
    void words_are_four_bytes_and_a_counter_at_its_largest_value_is_unknown() {
        assertThat(read(
                        "rdma-port",
                        Map.of(
                                "port_rcv_data", 5_000_000_000L,
                                "port_xmit_data", 0xffff_ffffL,
                                "symbol_error", 65_535L,
                                "link_downed", 254L,
                                "link_error_recovery", 255L,
                                "local_link_integrity_errors", 15L,
                                "port_rcv_errors", -1L,
                                "port_xmit_wait", 0L)))
                .isEqualTo(Map.of("rx.bytes", 20_000_000_000L, "link.downed", 254L, "tx.wait", 0L));
    }

    @Test
    void packets_of_a_host_are_all_of_them_and_the_marked_ones_too() {
        assertThat(read("ip", Map.of("InCEPkts", 7L, "InECT0Pkts", 40L, "InECT1Pkts", 0L, "InNoECTPkts", 900L)))
                .isEqualTo(Map.of("rx.marked", 7L, "rx.packets", 947L));
    }

    @Test
    void a_gap_is_the_sum_of_what_both_sides_saw() {
        Map<String, Long> mlx5 = Map.of("out_of_sequence", 3L, "packet_seq_err", 2L, "np_cnp_sent", 9L);
        assertThat(read("rdma-hw", mlx5)).isEqualTo(Map.of("out-of-sequence", 5L, "cnp.sent", 9L));
        assertThat(read("rdma-hw", Collections.singletonMap("np_cnp_sent", 9L))).isEqualTo(Map.of("cnp.sent", 9L));
    }
}
