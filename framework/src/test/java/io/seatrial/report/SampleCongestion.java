package io.seatrial.report;

import io.seatrial.inventory.End;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.report.congestion.Congestion;
import io.seatrial.report.congestion.LinkCounters;
import io.seatrial.report.congestion.Lossless;
import io.seatrial.report.congestion.NamedWindow;
import io.seatrial.report.congestion.PortCounters;
import io.seatrial.report.congestion.RoundCounters;
import io.seatrial.report.page.SummaryPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Invents the counters of {@link SampleRun}'s links: one receiver that stops its switch, an incast that marks, a switch port that began anew, a
 * NIC that was silent for a while, one that denies what its switch counted, a port that nobody read, and a leaf that counts frames only.
 */
public final class SampleCongestion {
    public static final int STOPPING = 2;
    public static final int INCAST = 7;
    public static final int RESET = 4;
    public static final int SILENT = 5;
    public static final int DENYING = 6;
    public static final int UNREAD = 8;

    private static final long RATE = 400_000_000_000L;
    private static final Lossless LOSSLESS = Lossless.USUAL;
    private static final int WINDOW = 40;
    private static final int PAUSE = 12;

    private SampleCongestion() {}

    /** Write a page to look at: arguments are a folder and how many links. */
    public static void main(String[] arguments) throws IOException {
        int links = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 24;
        Path folder = Path.of(arguments[0]);
        SummaryPage.write(folder, SampleRun.ofLinks(links).with(ofLinks(links, 3)), Optional.empty());
        Files.writeString(folder.resolve("without.html"), SummaryPage.html(SampleRun.ofLinks(links), Optional.empty()));
    }

    /** Return the counters of so many links over so many rounds of 40 s, 12 s apart. */
    public static Congestion ofLinks(int links, int rounds) {
        List<NamedWindow> windows =
                IntStream.range(0, rounds).mapToObj(SampleCongestion::window).toList();
        List<PortCounters> ports = new ArrayList<>();
        List<LinkCounters> ends = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            PortCounters nic = nic(i, rounds);
            PortCounters leaf = leaf(i, rounds);
            ports.addAll(List.of(nic, leaf));
            ends.add(LinkCounters.worst(SampleRun.link(i), nic, leaf, windows));
        }
        List<RoundCounters> all =
                windows.stream().map(window -> new RoundCounters(window, ports)).toList();
        return new Congestion(all, ports, ends);
    }

    public static NamedWindow window(int round) {
        Instant from = SampleRun.START.plusSeconds(20 + (long) round * (WINDOW + PAUSE));
        String ask = round == 0 ? "congestion.pairs" : "congestion.incast";
        return new NamedWindow(ask, round, 0, new TimeWindow(from, from.plusSeconds(WINDOW)));
    }

    public static PortCounters nic(int link, int rounds) {
        CounterSource ethtool = source(SampleRun.link(link).a(), "ethtool", 100, 1);
        CounterSource verbs = source(SampleRun.link(link).a(), "hw_counters", 1_000, 1);
        return port(
                SampleRun.link(link).a(),
                List.of(series(link, false, ethtool, 200, rounds), series(link, false, verbs, 1_000, rounds)));
    }

    public static PortCounters leaf(int link, int rounds) {
        End end = SampleRun.link(link).b();
        if (link == UNREAD) {
            Message cause = Message.of("plain", "text", end.node() + ": no answer within 10 s");
            return PortCounters.missing(subject(end), SampleRun.link(link), cause);
        }
        CounterSource pfc = source(end, "sonic pfc", 1_000, 40);
        CounterSource queue = source(end, "sonic queue", 10_000, 40);
        return port(end, List.of(series(link, true, pfc, 1_000, rounds), series(link, true, queue, 2_000, rounds)));
    }

    private static PortCounters port(End end, List<CounterSeries> series) {
        return new PortCounters(subject(end), RATE, LOSSLESS, series, Optional.empty());
    }

    private static SubjectId subject(End end) {
        return new SubjectId(SubjectId.Kind.PORT, end.toString());
    }

    private static CounterSource source(End end, String name, long refresh, long uncertainty) {
        return new CounterSource(end.node(), name, Duration.ofMillis(refresh), Duration.ofMillis(uncertainty));
    }

    private static CounterSeries series(int link, boolean leaf, CounterSource source, long everyMs, int rounds) {
        End end = leaf ? SampleRun.link(link).b() : SampleRun.link(link).a();
        List<CounterReading> readings = new ArrayList<>();
        long length = 1_000L * (40 + rounds * (WINDOW + PAUSE));
        for (long ms = 0; ms < length; ms += everyMs) {
            boolean silent = link == SILENT && !leaf && ms > 82_000 && ms < 95_000;
            if (!silent) {
                boolean anew = link == RESET && leaf && ms > 100_000;
                Map<Counter, Long> values = values(link, leaf, source, ms);
                Map<Counter, Long> before = anew ? values(link, leaf, source, 100_000) : Map.of();
                values.replaceAll((counter, value) -> value - before.getOrDefault(counter, 0L));
                readings.add(reading(end, source, ms, values));
            }
        }
        return CounterSeries.of(subject(end), source, readings);
    }

    private static CounterReading reading(End end, CounterSource source, long ms, Map<Counter, Long> values) {
        return CounterReading.full(subject(end), source.name(), SampleRun.START.plusMillis(ms), values);
    }

    /** What a source shows at a moment: the state at its last renewal. */
    private static Map<Counter, Long> values(int link, boolean leaf, CounterSource source, long ms) {
        long shown = ms / source.refresh().toMillis() * source.refresh().toMillis();
        double busy = busy(shown);
        Map<Counter, Long> values = new HashMap<>();
        switch (source.name()) {
            case "ethtool" -> fast(values, link, busy, false);
            case "sonic pfc" -> fast(values, link, busy, true);
            case "hw_counters" -> values.put(Kind.RX_MARKED.one(), marked(link, shown));
            default -> queue(values, link, busy, shown);
        }
        return values;
    }

    /** Seconds of full load up to a moment. */
    private static double busy(long ms) {
        double seconds = ms / 1_000.0 - 20;
        double whole = Math.floor(Math.max(0, seconds) / (WINDOW + PAUSE));
        return seconds <= 0 ? 0 : whole * WINDOW + Math.min(WINDOW, seconds - whole * (WINDOW + PAUSE));
    }

    private static void fast(Map<Counter, Long> values, int link, double busy, boolean leaf) {
        double late = Math.max(0, busy - WINDOW);
        // The receiver that stops its switch is slower, and so are its pauses: they come in bursts of 2 s every 5 s.
        double bursts = Math.floor(late / 5) * 2 + Math.min(2, late % 5);
        double stops = link == STOPPING ? bursts * 0.7 : link == DENYING && leaf ? late * 0.02 : 0;
        long sent = (long) (busy * (0.9 - link % 5 * 0.03) * RATE / 8);
        long received = (long) ((busy - stops * 0.9) * 0.88 * RATE / 8);
        boolean framesOnly = leaf && link % 6 == 1;
        values.put((leaf ? Kind.RX_BYTES : Kind.TX_BYTES).one(), sent);
        values.put((leaf ? Kind.TX_BYTES : Kind.RX_BYTES).one(), received);
        values.put((leaf ? Kind.RX_PACKETS : Kind.TX_PACKETS).one(), sent / 4_096);
        values.put((leaf ? Kind.TX_PACKETS : Kind.RX_PACKETS).one(), received / 4_096);
        values.put((leaf ? Kind.RX_PAUSE_FRAMES : Kind.TX_PAUSE_FRAMES).of(3), (long) (stops * 14_000));
        values.put(
                (leaf ? Kind.TX_PAUSE_FRAMES : Kind.RX_PAUSE_FRAMES).of(3), link == INCAST ? (long) (late * 900) : 0L);
        if (!framesOnly) {
            values.put((leaf ? Kind.RX_PAUSE_TIME : Kind.TX_PAUSE_TIME).of(3), (long) (stops * 1e9));
            values.put((leaf ? Kind.TX_PAUSE_TIME : Kind.RX_PAUSE_TIME).of(3), 0L);
        }
        if (leaf) {
            values.put(Kind.RX_ERRORS.one(), link == 9 ? (long) (busy * 3) : 0L);
            values.put(Kind.RX_DISCARDS.one(), 0L);
        } else {
            values.put(Kind.RX_PRIORITY_PACKETS.of(3), received / 4_096);
            values.put(Kind.RX_CRC_ERRORS.one(), 0L);
            values.put(Kind.RX_DISCARDS.one(), 0L);
        }
    }

    private static void queue(Map<Counter, Long> values, int link, double busy, long ms) {
        values.put(Kind.QUEUE_PACKETS.of(3), (long) (busy * 0.88 * RATE / 8 / 4_096));
        values.put(Kind.QUEUE_MARKED.of(3), marked(link, ms));
        values.put(Kind.QUEUE_DROPS.of(3), 0L);
    }

    /** The target of the incast has 3 % of its packets marked, its neighbours some. */
    private static long marked(int link, long ms) {
        double late = Math.max(0, busy(ms) - WINDOW);
        double share = link == INCAST ? 0.03 : link % 5 == 1 ? 0.002 : 0;
        return (long) (late * share * RATE / 8 / 4_096);
    }

    /** The ports of one link, for a single picture. */
    public static RoundCounters round(int link, int round, int rounds) {
        return new RoundCounters(
                window(round), Stream.of(nic(link, rounds), leaf(link, rounds)).toList());
    }
}
