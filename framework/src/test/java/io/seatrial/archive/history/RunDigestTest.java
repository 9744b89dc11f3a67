package io.seatrial.archive.history;

import static io.seatrial.archive.history.Nights.ASK;
import static io.seatrial.archive.history.Nights.BANDWIDTH;
import static io.seatrial.archive.history.Nights.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.RoundValues;
import io.seatrial.run.ReplayTestbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDigestTest {
    @TempDir
    Path folder;

    private Nights nights;

    @BeforeEach
    void begin() throws IOException {
        nights = new Nights(folder, "alpha");
    }

    @Test
    void values_are_those_that_every_statistic_of_rounds_takes() {
        RunArchive archive = nights.begin(1);
        Nights.ask(archive, ASK, BANDWIDTH, new Long[] {10L, 20L}, new Long[] {12L, null}, new Long[] {11L, 24L});
        archive.append(new RoundRecord(ASK, 0, 1, List.of(Nights.measured(BANDWIDTH, flow(0), 99, 0, 1))));
        Nights.close(archive, List.of());
        RunDigest digest = RunDigest.of(archive);
        RoundValues expected = RoundValues.of(ReplayTestbed.surveys(archive).values());
        assertThat(expected.classes()).hasSize(1);
        expected.classes()
                .forEach((key, of) -> of.rounds()
                        .forEach((subject, values) -> assertThat(digest.values()
                                        .get(digest.values().firstKey())
                                        .get(subject))
                                .isEqualTo(OfRounds.of(values.stream()
                                        .mapToLong(Long::longValue)
                                        .toArray()))));
        assertThat(digest.values().firstKey().conditions()).isEqualTo("fabric=roce2, message-bytes=65536");
        assertThat(digest.run().fabric()).isEqualTo("roce2");
        assertThat(digest.asks()).containsExactly(ASK);
    }

    @Test
    void a_run_that_did_not_end_has_no_history() {
        RunArchive open = nights.begin(1);
        assertThatThrownBy(() -> RunDigest.of(open))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("did not come to its end");
    }

    @Test
    void a_damaged_run_is_named() throws IOException {
        RunArchive archive = nights.night(1, BANDWIDTH, new Long[] {1L});
        Files.writeString(archive.folder().resolve("closed.json"), "{");
        assertThatThrownBy(() -> RunDigest.of(archive))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("closed.json");
    }

    @Test
    void the_worst_of_several_results_of_a_question_counts() {
        RunArchive archive = nights.begin(1);
        Nights.close(
                archive,
                List.of(Nights.result(0, "passed"), Nights.result(0, "not-proven"), Nights.result(0, "waived")));
        assertThat(RunDigest.of(archive).verdicts().values()).containsExactly("not-proven");
    }

    @Test
    void every_change_of_a_value_gives_another_hash() throws IOException {
        List<String> hashes = IntStream.range(0, 3)
                .mapToObj(i -> hash(folder.resolve("h" + i), i == 2 ? 0 : i))
                .toList();
        assertThat(hashes.get(0))
                .isNotEqualTo(hashes.get(1))
                .isEqualTo(hashes.get(2))
                .hasSize(64);
    }

    private static String hash(Path folder, long more) {
        try {
            return RunDigest.of(new Nights(folder, "alpha").night(1, BANDWIDTH, new Long[] {5L, 6L + more}))
                    .run()
                    .hash();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void the_median_of_an_even_number_lies_between_and_cannot_overflow() {
        assertThat(OfRounds.of(4, 1, 3, 2)).isEqualTo(new OfRounds(4, 2, 1, 4));
        assertThat(OfRounds.of(Long.MAX_VALUE, Long.MAX_VALUE - 2).median()).isEqualTo(Long.MAX_VALUE - 1);
        assertThatThrownBy(OfRounds::of).hasMessageContaining("expected at least one");
    }
}
