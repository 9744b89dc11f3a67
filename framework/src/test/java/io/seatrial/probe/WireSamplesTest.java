package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Histogram;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Decodes every line that the samples hold of an agent. The hashes make each of their bytes count, also those that this side does not read;
 * who changes the format changes sample, table and hash together.
 */
class WireSamplesTest {
    private static final Map<String, String> HASHES = new TreeMap<>(Map.ofEntries(
            Map.entry("bandwidth", "bc46009a0df4346237dff247d14eb86d91d31a998d71edc4295af48b860a7ed9"),
            Map.entry("collective", "87395ebc8d18e715455a12db1d8b9be1d6a8809b9c8c8f2f35f31c696dac26b8"),
            Map.entry("collective-gpu", "82228ff2d997404068845c152f1a82074722222628aeb720aa0b69391e1f9181"),
            Map.entry("collective-refused", "1943610da65e767fee0b2fce78f562d9502d7d9391dd5374e8ba23bbb7e5f994"),
            Map.entry("counters", "4cdb2eb2be9674670a7fa2e720a00e7fe164e193529bf9d687fe8e6068459bfb"),
            Map.entry("errors", "e0408d482276f6077df3fcbbc85f50daf521933de650d4b8d5e474540bbab352"),
            Map.entry("foreign-text", "e70ae33aaf0cc7c2cad97ce101916ef82d67c361802297e1c8b89705d2f6321b"),
            Map.entry("histogram-split", "c57bf65bfadd46399cb08e8d9fc2b36fa5cc53be34a5520c95ffb3d0e6bc3e10"),
            Map.entry("info", "d7e604731f74e5dd3c548e4b8fc0240d8faa19a6e6e73d024a971f4619793eec"),
            Map.entry("latency", "9414e970c5577cb5d5e611de3e24911f1957d5c4209a65e7c972252476c4c388"),
            Map.entry("latency-paced", "548cc4db4e2ae87ecf6e1c22f181f22f7ab8d0152258d9788f54aad95db29c79"),
            Map.entry("lease-refused", "c4bfee90184bee88d36935afef7b77a36fd3f336ad77786f9af7aa21276ab618"),
            Map.entry("session", "ab42c2e4b161a67d3209461794519db9558a15245b7a91a8ef5a4cbe457acb2a"),
            Map.entry("verbs-bandwidth", "68d9f189200e2159e546ac94acf1a5c04c7e73144b178507aaaf05fbae8908f6"),
            Map.entry("verbs-latency", "ac9efeaa0582f52c95459bb422719d114fb1cdf9e8512f3f163aa4cc7a92e2a2"),
            Map.entry("verbs-refused", "1a13e0a04555ce7c2e4a2f3d835c5fe2481899970a0f3c42f6659654abb501cf")));

    private static final Event.Hello HELLO = new Event.Hello(
            1,
            "0123456789ab",
            1,
            "x86_64",
            "2.36",
            "gpu-01",
            "3f0c2a9e-7d1b-4e55-9c3a-0123456789ab",
            4711,
            86_400_000_000_001L,
            1_795_980_656_025_547_985L,
            128);

    static List<String> known() {
        return List.copyOf(HASHES.keySet());
    }

    private static OptionalLong id(long id) {
        return OptionalLong.of(id);
    }

    private static Map<String, Long> numbers(Object... namesAndValues) {
        Map<String, Long> numbers = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            numbers.put((String) namesAndValues[i], ((Number) namesAndValues[i + 1]).longValue());
        }
        return numbers;
    }

    /** The surroundings are the same in every sample. */
    private static Map<String, Long> result(Object... namesAndValues) {
        Map<String, Long> numbers = numbers(namesAndValues);
        numbers.put("start_ns", 1_795_980_656_100_000_000L);
        numbers.put("end_ns", 1_795_980_656_400_000_000L);
        numbers.put("vcsw", 20_011L);
        numbers.put("icsw", 12L);
        numbers.put("gap_max", 63_021L);
        return numbers;
    }

    private static Event latency(long id, Object... namesAndValues) {
        return new Event.LatencyResult(id(id), "tcp", "rtt", result(namesAndValues), Map.of());
    }

    private static Event bandwidth(long id, Object... namesAndValues) {
        return new Event.BandwidthResult(id(id), "tcp", "goodput", result(namesAndValues), Map.of());
    }

    private static Event histogram(long id, long... indexAndCount) {
        SortedMap<Integer, Long> buckets = new TreeMap<>();
        for (int i = 0; i < indexAndCount.length; i += 2) {
            buckets.put((int) indexAndCount[i], indexAndCount[i + 1]);
        }
        return new Event.HistogramPart(id(id), new Histogram(buckets), false);
    }

    private static Event gid(int index, String gid) {
        return new Event.Gid(id(7), "mlx5_0", 1, index, gid, "RoCE v2", Optional.of("eth2"));
    }

    private static Event done(long id, int code) {
        return new Event.Done(id(id), code);
    }

    private static List<Event> decoded(String sample) {
        return Samples.events(sample).stream().map(Wire::decode).toList();
    }

    @Test
    void every_sample_is_known_here() {
        assertThat(Samples.names()).containsExactlyElementsOf(known());
    }

    @ParameterizedTest
    @MethodSource("known")
    void no_byte_of_a_sample_changes_unseen(String sample) throws NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Samples.bytes(sample));
        assertThat(HexFormat.of().formatHex(hash)).isEqualTo(HASHES.get(sample));
    }

    @ParameterizedTest
    @MethodSource("known")
    void no_event_of_a_sample_is_unknown(String sample) {
        assertThat(decoded(sample)).isNotEmpty().doesNotHaveAnyElementsOfTypes(Event.Unknown.class);
    }

    @Test
    void a_rank_of_a_collective_tells_where_it_listens_and_what_every_size_gave() {
        List<Event> events = decoded("collective");
        assertThat(events).contains(new Event.RankReady(id(90), 2, "10.0.0.3", 40_011, List.of(1)));
        assertThat(events)
                .filteredOn(Event.CollectiveResult.class::isInstance)
                .extracting(Event.CollectiveResult.class::cast)
                .filteredOn(result -> result.id().equals(id(90)))
                .extracting(result -> result.bytes() + " " + result.inPlace() + " "
                        + result.numbers().get("mean"))
                .containsExactly("8 false 41502", "8 true 41502", "67108864 false 22411121", "67108864 true 22411121");
        assertThat(events)
                .contains(new Event.Log(id(93), "NCCL version 2.21.5+cuda12.4"))
                .contains(new Event.Rank(
                        id(93),
                        0,
                        Map.of(
                                "name", "NVIDIA H100 80GB HBM3",
                                "bus", "0000:19:00.0",
                                "library", "nccl",
                                "version", "2.21.5",
                                "path", "libnccl.so.2")));
    }

    @Test
    void a_step_is_told_alone_and_together() {
        assertThat(decoded("collective-gpu"))
                .filteredOn(Event.Overlap.class::isInstance)
                .extracting(Event.Overlap.class::cast)
                .extracting(step -> step.rank() + " " + step.numbers().get("compute") + " "
                        + step.numbers().get("communication") + " "
                        + step.numbers().get("together"))
                .containsExactly("1 16010000 9120000 17300000");
    }

    @Test
    void session() {
        assertThat(decoded("session"))
                .containsExactly(
                        HELLO,
                        new Event.Clock(id(1), 86_400_001_000_000L, 1_795_980_656_026_547_984L),
                        done(1, 0),
                        new Event.Ready(id(2), "fd00::2", 18_515),
                        done(3, 0),
                        done(2, 0),
                        done(4, 0));
    }

    @Test
    void refused_lease() {
        assertThat(decoded("lease-refused"))
                .containsExactly(
                        HELLO,
                        new Event.Failure(
                                OptionalLong.empty(),
                                "lease",
                                8,
                                "run 2026-11-29-a of \"site\" <ops@example.org>",
                                "another run uses this host; wait for it, or end it with `seatrial-probe reap"
                                        + " --token=...`"));
    }

    @Test
    void info() {
        assertThat(decoded("info"))
                .containsExactly(
                        new Event.HostInfo(
                                id(7), "gpu-01", "5.15.0-1050-nvidia", "ok", Optional.of("ok"), Optional.empty()),
                        new Event.PortInfo(
                                id(7),
                                "mlx5_0",
                                1,
                                Optional.of("eth2"),
                                Optional.of("ACTIVE"),
                                Optional.of("LinkUp"),
                                OptionalLong.of(400_000_000_000L),
                                Optional.of("Ethernet"),
                                Optional.of("roce2"),
                                new Event.PortDetails(
                                        OptionalLong.of(4),
                                        OptionalLong.of(4096),
                                        OptionalLong.of(2),
                                        new Event.PciSlot(OptionalLong.of(32_000), OptionalLong.of(16)),
                                        new Event.Nic(Optional.of("MT_0000000838"), Optional.of("28.39.1002")))),
                        gid(1, "fe80:0000:0000:0000:ba3f:d2ff:fe00:0001"),
                        gid(3, "0000:0000:0000:0000:0000:ffff:0a00:0002"),
                        new Event.PortInfo(
                                id(7),
                                "mlx5_1",
                                1,
                                Optional.empty(),
                                Optional.of("DOWN"),
                                Optional.of("Disabled"),
                                OptionalLong.of(2_500_000_000L),
                                Optional.empty(),
                                Optional.of("unknown"),
                                new Event.PortDetails(
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.of(0),
                                        Event.PciSlot.UNKNOWN,
                                        Event.Nic.UNKNOWN)),
                        new Event.NetdevInfo(
                                id(7),
                                "eth2",
                                Optional.of("up"),
                                OptionalLong.of(400_000_000_000L),
                                OptionalLong.of(9000)),
                        new Event.NetdevInfo(
                                id(7), "lo", Optional.of("unknown"), OptionalLong.empty(), OptionalLong.of(65_536)),
                        new Event.GpuProcess(id(7), 31_337, "python3", "/dev/nvidia0"),
                        done(7, 0),
                        new Event.HostInfo(
                                id(8),
                                "gpu-01",
                                "5.15.0-1050-nvidia",
                                "no-kernel-support",
                                Optional.of("no-library"),
                                Optional.of(
                                        "libibverbs.so.1: cannot open shared object file: No such file or directory;"
                                                + " install the user space of RDMA")),
                        done(8, 0));
    }

    @Test
    void latency_leaves_out_the_quantiles_that_too_few_samples_support() {
        assertThat(decoded("latency"))
                .containsExactly(
                        latency(
                                10, "size", 64, "n", 20_000, "min", 13_500, "p50", 13_759, "p90", 13_951, "p99", 14_015,
                                "p999", 14_015, "max", 263_500, "mean", 13_995),
                        histogram(
                                10, 978, 380, 979, 2400, 980, 2800, 981, 2400, 982, 2400, 983, 2800, 984, 2400, 985,
                                2800, 986, 1600, 1536, 20),
                        done(10, 0),
                        latency(11, "size", 8, "n", 3, "min", 200, "max", 202, "mean", 201),
                        histogram(11, 200, 1, 201, 1, 202, 1),
                        done(11, 0));
    }

    @Test
    void paced_latency() {
        assertThat(decoded("latency-paced"))
                .containsExactly(
                        latency(
                                12,
                                "size",
                                64,
                                "n",
                                1000,
                                "min",
                                58_000,
                                "p50",
                                58_111,
                                "p90",
                                58_111,
                                "p99",
                                58_111,
                                "max",
                                10_000_000,
                                "mean",
                                112_469),
                        histogram(
                                12, 1250, 990, 1780, 1, 1908, 1, 1975, 1, 2036, 1, 2072, 1, 2103, 1, 2133, 1, 2164, 1,
                                2185, 1, 2200, 1),
                        done(12, 0));
    }

    @Test
    void a_histogram_of_several_lines_is_added_to_the_whole() {
        List<Event> events = decoded("histogram-split");

        assertThat(events).hasSize(4);
        assertThat(events.get(0))
                .isEqualTo(latency(
                        13,
                        "size",
                        1_048_576,
                        "n",
                        180_301,
                        "min",
                        100,
                        "p50",
                        126_353_407,
                        "p90",
                        227_540_991,
                        "p99",
                        249_561_087,
                        "p999",
                        251_658_239,
                        "max",
                        2_199_023_255_552L,
                        "mean",
                        137_846_037));
        Event.HistogramPart first = (Event.HistogramPart) events.get(1);
        Event.HistogramPart second = (Event.HistogramPart) events.get(2);
        assertThat(first.more()).isTrue();
        assertThat(second.more()).isFalse();
        assertThat(first.histogram().buckets().lastKey())
                .isLessThan(second.histogram().buckets().firstKey());
        assertThat(first.histogram().plus(second.histogram()).buckets()).isEqualTo(squares());
        assertThat(events.get(3)).isEqualTo(done(13, 0));
    }

    /** The sample holds i + 1 times the value 100 + 700 i², for i below 600, and one value beyond the last bucket. */
    private static SortedMap<Integer, Long> squares() {
        SortedMap<Integer, Long> buckets = new TreeMap<>();
        for (long i = 0; i < 600; i++) {
            buckets.merge(Histogram.indexOf(100 + i * i * 700), i + 1, Long::sum);
        }
        buckets.merge(4351, 1L, Long::sum);
        return buckets;
    }

    @Test
    void bandwidth_leaves_out_the_retransmits_that_the_kernel_does_not_tell() {
        assertThat(decoded("bandwidth"))
                .containsExactly(
                        bandwidth(
                                20,
                                "size",
                                131_072,
                                "streams",
                                4,
                                "bytes",
                                8_477_634_451L,
                                "window_ns",
                                1_984_000_017,
                                "rate",
                                34_184_009_590L,
                                "retransmits",
                                11),
                        done(20, 0),
                        bandwidth(
                                21,
                                "size",
                                131_072,
                                "streams",
                                1,
                                "bytes",
                                1_250_000_000,
                                "window_ns",
                                1_000_000_000,
                                "rate",
                                10_000_000_000L),
                        done(21, 0));
    }

    @Test
    void counters_are_unsigned_and_may_come_in_parts() {
        List<Event> events = decoded("counters");

        Map<String, Long> port =
                numbers("port_xmit_wait", 0, "symbol_error", Long.parseUnsignedLong("18446744073709551615"));
        assertThat(events.subList(0, 4))
                .containsExactly(
                        new Event.Pace(id(30), OptionalLong.of(1000), OptionalLong.of(100), 0, 0),
                        counters(0, "rdma-port", "mlx5_0", true, port),
                        counters(50_000, "rdma-hw", "mlx5_0", true, numbers("np_cnp_sent", 17)),
                        counters(100_000, "sysfs", "eth2", true, numbers("rx_bytes", 7_058_681_854L, "rx_dropped", 0)));
        Event.Counters first = (Event.Counters) events.get(4);
        Event.Counters second = (Event.Counters) events.get(5);
        assertThat(List.of(first.source(), second.source())).containsOnly("ethtool");
        assertThat(first.more()).isTrue();
        assertThat(second.more()).isFalse();
        Map<String, Long> both = new TreeMap<>(first.values());
        both.putAll(second.values());
        assertThat(first.values()).hasSizeLessThan(200);
        assertThat(both).isEqualTo(pauses());
    }

    @Test
    void counters_of_a_host_have_no_device_and_a_dear_reader_tells_its_new_pace() {
        List<Event> events = decoded("counters");

        assertThat(events.subList(6, events.size()))
                .containsExactly(
                        counters(
                                300_000,
                                "ip",
                                "",
                                true,
                                numbers("InNoECTPkts", 4711, "InECT1Pkts", 0, "InECT0Pkts", 1000, "InCEPkts", 12)),
                        counters(1_000_000_000, "rdma-hw", "mlx5_0", false, numbers("np_cnp_sent", 17)),
                        counters(1_000_000_000, "sysfs", "eth2", false, Map.of()),
                        new Event.Pace(id(30), OptionalLong.of(1000), OptionalLong.of(200), 48_000_000, 2_000_000_000L),
                        new Event.Failure(
                                id(30),
                                "ethtool",
                                5,
                                "eth3 has lost its ethtool counters",
                                "the driver was reset or unloaded during the measurement"),
                        done(30, 0));
    }

    private static Event counters(long later, String source, String device, boolean full, Map<String, Long> values) {
        return new Event.Counters(
                id(30),
                1_795_980_656_500_000_000L + later,
                86_400_474_452_015L + later,
                source,
                device,
                device.startsWith("mlx5") ? OptionalLong.of(1) : OptionalLong.empty(),
                full,
                values,
                false);
    }

    private static Map<String, Long> pauses() {
        Map<String, Long> pauses = new TreeMap<>();
        for (long i = 0; i < 200; i++) {
            pauses.put("rx_prio" + i % 8 + "_pause_" + i, i * 1_000_003);
        }
        return pauses;
    }

    @Test
    void errors_belong_to_their_request_or_to_none() {
        assertThat(decoded("errors"))
                .containsExactly(
                        new Event.Failure(
                                id(40),
                                "connect",
                                3,
                                "10.0.0.2 port 9: Connection refused",
                                "nobody listens there: did `serve` end, or does a firewall reject the port?"),
                        done(40, 3),
                        new Event.Failure(id(41), "fabric", 5, "`roce2` is not in this probe; it has: tcp, verbs", ""),
                        done(41, 5),
                        new Event.Ready(id(42), "10.0.0.2", 40_003),
                        done(42, 10),
                        new Event.Failure(OptionalLong.empty(), "request", 2, "a key occurs twice", ""));
    }

    @Test
    void text_from_elsewhere_comes_through_as_it_is() {
        List<Event> expected = new ArrayList<>();
        expected.add(new Event.GpuProcess(id(50), 99, "a \"b\"\\\t\u001b[31m", "/dev/nvidia0"));
        expected.add(new Event.Failure(
                id(50),
                "dlopen",
                6,
                "\"lib\\ibverbs.so.1\": K\uFFFDln \uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uD83D\uDE00\r\n",
                "\u007f is kept"));
        expected.add(done(50, 6));
        assertThat(decoded("foreign-text")).isEqualTo(expected);
    }
}
