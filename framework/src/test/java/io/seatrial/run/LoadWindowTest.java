package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RoundRecord;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rounds become windows that are long enough for the sources. */
class LoadWindowTest {
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

    private static RoundRecord round(String ask, int number, int from, int to) {
        TimeWindow window = new TimeWindow(START.plusSeconds(from), START.plusSeconds(to));
        return new RoundRecord(ask, number, 0, List.of(), List.of(), Optional.of(window));
    }

    private static List<String> windows(Duration shortest, RoundRecord... rounds) {
        return LoadWindow.of(List.of(rounds), shortest).stream()
                .map(w -> w.ask() + "#" + w.number() + " "
                        + Duration.between(START, w.window().from()).toSeconds() + "-"
                        + Duration.between(START, w.window().to()).toSeconds())
                .toList();
    }

    @Test
    void rounds_that_are_long_enough_stay_windows_of_their_own() {
        assertThat(windows(Duration.ofSeconds(3), round("a", 0, 0, 5), round("a", 1, 6, 11)))
                .containsExactly("a#0 0-5", "a#1 6-11");
    }

    @Test
    void of_a_burn_in_rounds_are_put_together_until_they_are_few() {
        RoundRecord[] day = IntStream.range(0, 24 * 60)
                .mapToObj(i -> round("a", i, i * 60, i * 60 + 60))
                .toArray(RoundRecord[]::new);
        List<LoadWindow> windows = LoadWindow.of(List.of(day), Duration.ofSeconds(10), 48);
        assertThat(windows).hasSize(48);
        assertThat(windows).extracting(one -> one.window().length()).containsOnly(Duration.ofMinutes(30));
        assertThat(windows).extracting(LoadWindow::number).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void of_an_hour_or_less_they_stay_as_they_are() {
        RoundRecord[] hour = IntStream.range(0, 60)
                .mapToObj(i -> round("a", i, i * 60, i * 60 + 60))
                .toArray(RoundRecord[]::new);
        assertThat(LoadWindow.of(List.of(hour), Duration.ofSeconds(10), 48)).hasSize(60);
    }

    @Test
    void short_rounds_are_put_together_and_the_rest_goes_to_the_last() {
        assertThat(windows(
                        Duration.ofSeconds(4),
                        round("a", 0, 0, 2),
                        round("a", 1, 2, 4),
                        round("a", 2, 4, 6),
                        round("a", 3, 6, 8),
                        round("a", 4, 8, 10)))
                .containsExactly("a#0 0-4", "a#1 4-10");
    }

    @Test
    void an_ask_is_never_put_together_with_another() {
        assertThat(windows(Duration.ofSeconds(10), round("a", 0, 0, 2), round("b", 0, 3, 5)))
                .containsExactly("a#0 0-2", "b#0 3-5");
    }

    @Test
    void rounds_without_traffic_make_no_window() {
        assertThat(LoadWindow.of(List.of(new RoundRecord("links.state", 0, 0, List.of())), Duration.ZERO))
                .isEmpty();
    }
}
