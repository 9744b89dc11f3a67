package io.seatrial.report.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.report.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class TalliesTest {
    private static final Instant START = Instant.parse("2026-03-01T21:00:00Z");
    private static final SubjectId PORT = new SubjectId(SubjectId.Kind.PORT, "leaf-1/Ethernet1");
    private static final TimeWindow TEN_SECONDS = new TimeWindow(START.plusSeconds(5), START.plusSeconds(15));

    @Test
    void gives_the_cause_in_place_of_a_number() {
        assertThat(said(tallies().of(Kind.TX_BYTES.one()))).isEqualTo("it was not read");
        Message silent = Message.of("plain", "text", "no answer within 10 s");
        PortCounters missing = new PortCounters(PORT, 1, Lossless.USUAL, List.of(), Optional.of(silent));
        assertThat(said(new Tallies(missing, TEN_SECONDS).errors())).isEqualTo("no answer within 10 s");
        assertThat(said(tallies(series("s", 1, i -> Map.of(Kind.RX_BYTES.one(), 0L)))
                        .of(Kind.TX_BYTES.one())))
                .isEqualTo("not counted here");
    }

    @Test
    void prefers_the_finer_source_and_takes_the_coarser_where_that_knows_nothing() {
        CounterSeries fine = series("fine", 1, i -> i == 12 ? Map.of(Kind.TX_BYTES.one(), 0L) : bytes(i));
        CounterSeries coarse = series("coarse", 2, TalliesTest::bytes);
        assertThat(tallies(coarse, series("fine", 1, TalliesTest::bytes))
                        .of(Kind.TX_BYTES.one())
                        .source())
                .isEqualTo("fine");
        assertThat(tallies(coarse, fine).of(Kind.TX_BYTES.one()).source()).isEqualTo("coarse");
    }

    @Test
    void never_lets_an_unknown_counter_hide_behind_a_zero() {
        Counter known = Kind.RX_ERRORS.one();
        Counter reset = Kind.SYMBOL_ERRORS.one();
        IntFunction<Map<Counter, Long>> zero = i -> Map.of(known, 0L, reset, i == 9 ? 7L : 3L);
        assertThat(said(tallies(series("s", 1, zero)).errors())).isEqualTo("the counter began anew");
        IntFunction<Map<Counter, Long>> some = i -> Map.of(known, (long) i, reset, i == 9 ? 7L : 3L);
        assertThat(said(tallies(series("s", 1, some)).errors()))
                .as("what begins anew does so for all counters of its source")
                .isEqualTo("the counter began anew");
    }

    @Test
    void bounds_the_pause_where_only_frames_are_counted() {
        IntFunction<Map<Counter, Long>> storm =
                i -> Map.of(Kind.RX_PAUSE_FRAMES.of(3), i < 5 ? 0 : Math.min(20_000L, (i - 5) * 2_000L));
        assertThat(said(tallies(series("s", 1, storm)).pauseShare(Kind.RX_PAUSE_TIME, Kind.RX_PAUSE_FRAMES)))
                .isEqualTo("only frames are counted: 0 to 33.6 %");
        IntFunction<Map<Counter, Long>> quiet = i -> Map.of(Kind.RX_PAUSE_FRAMES.of(3), 8L);
        assertThat(tallies(series("s", 1, quiet))
                        .pauseShare(Kind.RX_PAUSE_TIME, Kind.RX_PAUSE_FRAMES)
                        .amount())
                .as("no frames, no pause")
                .hasValue(0);
    }

    @Test
    void takes_no_share_of_no_packets() {
        Map<Counter, Long> still = Map.of(Kind.QUEUE_MARKED.of(3), 5L, Kind.QUEUE_PACKETS.of(3), 100L);
        assertThat(said(tallies(series("s", 1, i -> still)).markedShare())).isEqualTo("no packets, so no share");
    }

    @Test
    void tells_a_window_that_is_too_short_for_its_source() {
        assertThat(said(tallies(series("s", 4, TalliesTest::bytes)).of(Kind.TX_BYTES.one())))
                .isEqualTo("window too short for the source");
    }

    @Test
    void compares_two_ends_within_one_percent_and_one_refresh_interval() {
        assertThat(compared(1_000_000, 995_000)).isEqualTo(Pairing.Agreement.AGREE);
        assertThat(compared(1_000_000, 895_000))
                .as("10 % come in one refresh interval")
                .isEqualTo(Pairing.Agreement.AGREE);
        assertThat(compared(1_000_000, 885_000)).isEqualTo(Pairing.Agreement.DIFFER);
        assertThat(compared(0, 1)).isEqualTo(Pairing.Agreement.DIFFER);
        assertThat(compared(0, 0)).isEqualTo(Pairing.Agreement.AGREE);
    }

    @Test
    void calls_a_zero_of_one_end_alone_one_sided() {
        Tally unknown = Tally.unknown(Message.of("congestion.absent"), "", Duration.ZERO);
        Pairing half = Pairing.compared(
                Pairing.Fact.PAUSE_FRAMES, Pairing.Way.A_TO_B, tally(0), unknown, TEN_SECONDS.length());
        assertThat(half.agreement()).isEqualTo(Pairing.Agreement.ONE_SIDED);
    }

    private static Pairing.Agreement compared(long a, long b) {
        return Pairing.compared(Pairing.Fact.PACKETS, Pairing.Way.A_TO_B, tally(a), tally(b), TEN_SECONDS.length())
                .agreement();
    }

    private static Tally tally(long amount) {
        return Tally.known(amount, "s", Duration.ofSeconds(1));
    }

    private static String said(Tally tally) {
        assertThat(tally.amount()).isEmpty();
        return Texts.sentence(tally.cause().orElseThrow());
    }

    private static Map<Counter, Long> bytes(int second) {
        return Map.of(Kind.TX_BYTES.one(), 1_000L * second);
    }

    private static Tallies tallies(CounterSeries... series) {
        PortCounters port = new PortCounters(PORT, 200_000_000_000L, Lossless.USUAL, List.of(series), Optional.empty());
        return new Tallies(port, TEN_SECONDS);
    }

    /** One reading per second over 20 s. */
    private static CounterSeries series(String name, int refresh, IntFunction<Map<Counter, Long>> values) {
        CounterSource source = new CounterSource("leaf-1", name, Duration.ofSeconds(refresh), Duration.ZERO);
        List<CounterReading> readings = new ArrayList<>();
        for (int i = 0; i <= 20; i++) {
            readings.add(CounterReading.full(PORT, name, START.plusSeconds(i), new HashMap<>(values.apply(i))));
        }
        return CounterSeries.of(PORT, source, readings);
    }
}
