package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.SmallFabric;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What samplers deliver, kept; and how long one waits until they have told everything. */
class CounterRecorderTest {
    private static final SubjectId NIC = new SubjectId(SubjectId.Kind.PORT, "gpu-01/mlx5_0");
    private static final CounterSource SOURCE =
            new CounterSource("gpu-01", "ethtool", Duration.ofMillis(100), Duration.ofMillis(5));

    @TempDir
    private Path folder;

    private RunArchive archive;
    private CounterRecorder recorder;

    @BeforeEach
    void begin() {
        archive = Runs.archive(folder, SmallFabric.cluster());
        recorder = new CounterRecorder(archive, new StormWatch());
    }

    private void read(Instant at) {
        recorder.readings(List.of(reading(at)));
    }

    private static CounterReading reading(Instant at) {
        return CounterReading.full(NIC, "ethtool", at, Map.of(Kind.TX_PACKETS.one(), 1L));
    }

    private CompletableFuture<Void> awaiting(Instant moment) {
        return CompletableFuture.runAsync(() -> {
            try {
                recorder.awaitToldUpTo(moment);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void keeps_readings_sources_and_failures() {
        recorder.source(SOURCE);
        recorder.source(SOURCE);
        read(Instant.parse("2026-11-30T10:00:00Z"));
        recorder.failure("leaf-1", "", Message.of("plain", "text", "no answer"));
        List<CounterReading> kept = new ArrayList<>();
        archive.forEachReading(kept::add);
        assertThat(kept).hasSize(1);
        assertThat(archive.sources()).as("what did not change is kept once").hasSize(2);
        assertThat(archive.sources().get(1).cause()).isPresent();
    }

    @Test
    void waits_until_a_source_has_told_what_happened_up_to_the_moment() {
        recorder.source(SOURCE);
        Instant moment = Instant.now();
        CompletableFuture<Void> waiting = awaiting(moment);
        read(moment.plusMillis(50)); // may still show what was before
        assertThat(waiting).isNotDone();
        read(moment.plusMillis(105));
        assertThat(waiting).succeedsWithin(5, TimeUnit.SECONDS);
    }

    @Test
    void a_vague_reading_has_told_only_what_it_is_sure_of() {
        recorder.source(SOURCE);
        Instant moment = Instant.now();
        CompletableFuture<Void> waiting = awaiting(moment);
        recorder.readings(List.of(reading(moment.plusMillis(900)).within(Duration.ofSeconds(1))));
        assertThat(waiting).isNotDone();
        recorder.readings(List.of(reading(moment.plusMillis(1000)).within(Duration.ofMillis(900))));
        assertThat(waiting).succeedsWithin(5, TimeUnit.SECONDS);
    }

    @Test
    void a_reading_is_kept_with_the_uncertainty_that_it_has_or_has_not() {
        CounterReading own = reading(Instant.parse("2026-11-30T10:00:00Z")).within(Duration.ofNanos(1_234_567));
        CounterReading ofSource = reading(Instant.parse("2026-11-30T10:00:01Z"));
        recorder.readings(List.of(own, ofSource));
        List<CounterReading> kept = new ArrayList<>();
        archive.forEachReading(kept::add);
        assertThat(kept).containsExactly(own, ofSource);
    }

    @Test
    void does_not_wait_for_a_source_that_failed() {
        recorder.source(SOURCE);
        CompletableFuture<Void> waiting = awaiting(Instant.now());
        recorder.failure("gpu-01", "", Message.of("plain", "text", "host lost"));
        assertThat(waiting).succeedsWithin(4, TimeUnit.SECONDS);
    }

    @Test
    void the_first_round_waits_until_the_first_reading_of_each_source_was_surely_made() throws InterruptedException {
        recorder.awaitBegun(); // of nothing
        recorder.source(SOURCE);
        Instant at = Instant.now();
        recorder.readings(List.of(reading(at).within(Duration.ofMillis(300))));
        recorder.awaitBegun();
        assertThat(Instant.now()).isAfterOrEqualTo(at.plusMillis(300));
    }

    @Test
    void the_first_round_does_not_wait_longer_for_a_vague_reading_once_a_better_one_came() {
        recorder.source(SOURCE);
        recorder.readings(List.of(reading(Instant.now()).within(Duration.ofHours(1))));
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            try {
                recorder.awaitBegun();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        read(Instant.now());
        assertThat(waiting).succeedsWithin(4, TimeUnit.SECONDS);
    }

    @Test
    void does_not_wait_where_there_is_no_source() {
        assertThatNoException().isThrownBy(() -> awaiting(Instant.now()).get(2, TimeUnit.SECONDS));
    }
}
