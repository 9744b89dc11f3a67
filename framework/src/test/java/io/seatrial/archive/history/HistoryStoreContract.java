package io.seatrial.archive.history;

import static io.seatrial.archive.history.Nights.ASK;
import static io.seatrial.archive.history.Nights.BANDWIDTH;
import static io.seatrial.archive.history.Nights.LATENCY;
import static io.seatrial.archive.history.Nights.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.history.HistoryQueries.Only;
import io.seatrial.archive.history.HistoryStore.Stored;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a history store does, whichever database it is. Each test has an empty one. */
interface HistoryStoreContract {
    /** Open the store of this test. */
    HistoryStore open();

    /** Run a statement on the store of this test, past its own code. */
    void execute(String sql) throws SQLException;

    private static RunDigest digest(Path folder, int night, Long... values) throws Exception {
        return RunDigest.of(new Nights(folder, "alpha").night(night, BANDWIDTH, values));
    }

    @Test
    default void a_run_comes_back_as_it_was_stored(@TempDir Path folder) throws Exception {
        Nights nights = new Nights(folder, "alpha");
        RunDigest digest = RunDigest.of(nights.night(
                1, BANDWIDTH, new Long[] {100L, 200L}, new Long[] {110L, null}, new Long[] {130L, 9_007_199_254_740_993L
                }));
        try (HistoryStore store = open()) {
            assertThat(store.add(digest)).isEqualTo(Stored.ADDED);
            assertThat(store.queries().clusters()).containsExactly("alpha");
            assertThat(store.queries().runs("alpha", 10)).containsExactly(digest.run());
            assertThat(store.queries().values(digest.run())).isEqualTo(digest.values());
            assertThat(digest.values().values())
                    .singleElement()
                    .satisfies(of -> assertThat(of)
                            .containsEntry(flow(0), new OfRounds(3, 110, 100, 130))
                            .containsEntry(
                                    flow(1), new OfRounds(2, 4_503_599_627_370_596L, 200, 9_007_199_254_740_993L)));
        }
    }

    @Test
    default void a_second_import_changes_nothing(@TempDir Path folder) throws Exception {
        RunDigest digest = digest(folder, 1, 100L, 200L);
        try (HistoryStore store = open()) {
            store.add(digest);
            assertThat(store.add(digest)).isEqualTo(Stored.KNOWN);
            assertThat(store.queries().runs("alpha", 10)).hasSize(1);
        }
        try (HistoryStore later = open()) {
            assertThat(later.add(digest)).isEqualTo(Stored.KNOWN);
            assertThat(later.queries().holds("alpha", Nights.id(1))).isTrue();
            assertThat(later.queries().holds("beta", Nights.id(1))).isFalse();
        }
    }

    @Test
    default void other_content_under_the_name_of_a_run_is_told_and_not_taken(@TempDir Path a, @TempDir Path b)
            throws Exception {
        RunDigest first = digest(a, 1, 100L, 200L);
        try (HistoryStore store = open()) {
            store.add(first);
            assertThat(store.add(digest(b, 1, 100L, 201L))).isEqualTo(Stored.OTHER_CONTENT);
            assertThat(store.queries().values(first.run())).isEqualTo(first.values());
        }
    }

    @Test
    default void runs_are_in_the_order_of_time_whatever_the_order_of_import(@TempDir Path folder) throws Exception {
        try (HistoryStore store = open()) {
            for (int night : new int[] {3, 1, 2}) {
                store.add(digest(folder, night, (long) night));
            }
            List<Trend> trends = store.queries().trends(flow(0).name(), Only.ALL, 2);
            assertThat(trends).hasSize(1);
            assertThat(trends.get(0).values()).extracting(OfRounds::median).containsExactly(2L, 3L);
        }
    }

    @Test
    default void a_trend_tells_what_was_asked_and_gave_nothing_from_what_was_not_asked(@TempDir Path folder)
            throws Exception {
        Nights nights = new Nights(folder, "alpha");
        RunArchive other = nights.begin(3);
        Nights.ask(other, "latency.within-rail", LATENCY, new Long[] {5L});
        Nights.close(other, List.of());
        try (HistoryStore store = open()) {
            store.add(RunDigest.of(nights.night(1, BANDWIDTH, new Long[] {100L, 7L})));
            store.add(RunDigest.of(nights.night(2, BANDWIDTH, new Long[] {null, 7L})));
            store.add(RunDigest.of(other));
            Trend trend = store.queries()
                    .trends("flow " + flow(0).name(), new Only("alpha", ASK, ""), 10)
                    .get(0);
            assertThat(trend.points())
                    .extracting(point -> point.value().isPresent())
                    .containsExactly(true, false, false);
            assertThat(trend.points()).extracting(Trend.Point::asked).containsExactly(true, true, false);
        }
    }

    @Test
    default void what_a_night_left_out_was_not_asked_and_did_not_fall_silent(@TempDir Path folder) throws Exception {
        Nights nights = new Nights(folder, "alpha");
        try (HistoryStore store = open()) {
            for (int night = 1; night <= 3; night++) {
                store.add(digest(folder, night, 100L, 200L, 300L));
            }
            RunArchive last = nights.begin(4);
            last.append(
                    new AskRecord(ASK, BANDWIDTH, 1, List.of(flow(0).name(), flow(1).name()), List.of(flow(2).name())));
            last.append(new RoundRecord(ASK, 0, 0, List.of(Nights.measured(BANDWIDTH, flow(0), 100, 0, 0))));
            Nights.close(last, List.of());
            RunDigest digest = RunDigest.of(last);
            assertThat(digest.run().countable()).isFalse();
            assertThat(store.add(digest)).isEqualTo(Stored.ADDED);
            assertThat(store.add(digest)).isEqualTo(Stored.KNOWN);

            HistoryQueries queries = store.queries();
            assertThat(queries.runs("alpha", 9))
                    .extracting(StoredRun::countable)
                    .containsExactly(true, true, true, false);
            assertThat(queries.movers("alpha", Optional.empty(), 9).silent())
                    .extracting(Movers.Silent::subject)
                    .containsExactly(flow(1));
            assertThat(queries.trends(flow(1).name(), Only.ALL, 9).get(0).points())
                    .extracting(Trend.Point::asked)
                    .containsExactly(true, true, true, true);
            assertThat(queries.trends(flow(2).name(), Only.ALL, 9).get(0).points())
                    .extracting(Trend.Point::asked)
                    .containsExactly(true, true, true, false);
        }
    }

    @Test
    default void series_are_chosen_by_cluster_ask_and_metric(@TempDir Path folder, @TempDir Path elsewhere)
            throws Exception {
        try (HistoryStore store = open()) {
            store.add(digest(folder, 1, 1L));
            store.add(RunDigest.of(new Nights(elsewhere, "beta").night(1, LATENCY, new Long[] {2L})));
            HistoryQueries queries = store.queries();
            String name = flow(0).name();
            assertThat(queries.trends(name, Only.ALL, 9)).hasSize(2);
            assertThat(queries.trends(name, new Only("beta", "", ""), 9))
                    .singleElement()
                    .satisfies(trend -> assertThat(trend.of().metric()).isEqualTo(LATENCY));
            assertThat(queries.trends(name, new Only("", "", BANDWIDTH.id()), 9))
                    .hasSize(1);
            assertThat(queries.trends("host " + name, Only.ALL, 9)).isEmpty();
            assertThat(queries.trends("gpu-77", Only.ALL, 9)).isEmpty();
            assertThat(queries.subjects()).containsExactly(name);
        }
    }

    @Test
    default void verdicts_are_counted_and_their_flips_found(@TempDir Path folder) throws Exception {
        Nights nights = new Nights(folder, "alpha");
        String[] restless = {"passed", "failed", "watch", "not-proven", "not-proven", "passed"};
        try (HistoryStore store = open()) {
            for (int night = 0; night < restless.length; night++) {
                RunArchive archive = nights.begin(night);
                Nights.close(
                        archive,
                        List.of(
                                Nights.result(0, restless[night]),
                                Nights.result(1, night % 2 == 0 ? "passed" : "watch")));
                store.add(RunDigest.of(archive));
            }
            assertThat(store.queries().flickers("alpha", 10)).singleElement().satisfies(flicker -> {
                assertThat(flicker.pattern()).isEqualTo("pFp??p");
                assertThat(flicker.flips()).isEqualTo(4);
                assertThat(flicker.subject()).isEqualTo(flow(0).toString());
            });
            StoredRun last = store.queries().runs("alpha", 1).get(0);
            assertThat(store.queries().verdicts(last).get(ASK + ".limit"))
                    .containsEntry("passed", 1L)
                    .containsEntry("watch", 1L);
        }
    }

    @Test
    default void a_slow_night_makes_nobody_a_mover_and_one_slow_flow_does(@TempDir Path folder) throws Exception {
        try (HistoryStore store = open()) {
            for (int night = 0; night < 5; night++) {
                long slow = night == 4 ? 90 : 100;
                int of = night;
                Long[] values = IntStream.range(0, 20)
                        .mapToObj(i -> slow * 10_000_000 + 1_000_000L * ((i * 7 + of * 3) % 5))
                        .toArray(Long[]::new);
                if (night == 4) {
                    values[7] = values[7] * 9 / 10;
                    values[8] = null;
                }
                store.add(RunDigest.of(new Nights(folder, "alpha").night(night, BANDWIDTH, values)));
            }
            Movers movers = store.queries().movers("alpha", Optional.empty(), 10);
            assertThat(movers.runs()).hasSize(5);
            assertThat(movers.all().get(0).subject()).isEqualTo(flow(7));
            assertThat(movers.all().get(0).worse()).isBetween(0.08, 0.10);
            assertThat(movers.all().get(0).change()).isBetween(-0.20, -0.18);
            assertThat(movers.all())
                    .filteredOn(mover -> mover.score() > Movers.SCREEN)
                    .hasSize(1);
            assertThat(movers.silent()).extracting(Movers.Silent::subject).containsExactly(flow(8));
            StoredRun before = store.queries().runs("alpha", 2).get(0);
            assertThat(store.queries().movers("alpha", Optional.of(before), 10).runs())
                    .hasSize(4);
        }
    }

    @Test
    default void several_writers_at_once_store_each_run_once(@TempDir Path folder) throws Exception {
        List<RunDigest> digests = new ArrayList<>();
        for (int night = 0; night < 4; night++) {
            Long[] values = IntStream.range(0, 200).mapToObj(i -> 1_000L + i).toArray(Long[]::new);
            digests.add(digest(folder, night, values));
        }
        List<Callable<List<Stored>>> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int shift = i;
            writers.add(() -> {
                List<Stored> results = new ArrayList<>();
                try (HistoryStore store = open()) {
                    for (int j = 0; j < digests.size(); j++) {
                        results.add(store.add(digests.get((j + shift) % digests.size())));
                    }
                }
                return results;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(writers.size());
        List<Stored> all = new ArrayList<>();
        for (Future<List<Stored>> each : threads.invokeAll(writers)) {
            all.addAll(each.get());
        }
        threads.shutdown();
        assertThat(all).hasSize(16).containsOnly(Stored.ADDED, Stored.KNOWN);
        assertThat(all).filteredOn(Stored.ADDED::equals).hasSize(4);
        try (HistoryStore store = open()) {
            for (RunDigest digest : digests) {
                assertThat(store.queries().values(digest.run())).isEqualTo(digest.values());
            }
        }
    }

    @Test
    default void what_fails_in_the_middle_leaves_nothing_of_its_run(@TempDir Path folder) throws Exception {
        RunDigest first = digest(folder, 1, 100L);
        RunDigest second = digest(folder, 2, 100L, 200L, 300L);
        try (HistoryStore store = open()) {
            store.add(first);
            execute("ALTER TABLE round_values RENAME TO away");
            assertThatThrownBy(() -> store.add(second))
                    .isInstanceOf(HistoryException.class)
                    .hasMessageContaining("round_values");
            execute("ALTER TABLE away RENAME TO round_values");
            assertThat(store.queries().runs("alpha", 9)).containsExactly(first.run());
            assertThat(store.queries().subjects()).containsExactly(flow(0).name());
            assertThat(store.add(second)).isEqualTo(Stored.ADDED);
            assertThat(store.queries().values(second.run())).isEqualTo(second.values());
        }
    }

    @Test
    default void a_store_of_a_newer_version_is_refused() throws Exception {
        open().close();
        execute("INSERT INTO migrations VALUES (99, 'later', 0)");
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        HistoryException.class, e -> assertThat(e.isInput()).isTrue())
                .hasMessageContaining("newer version (step 99")
                .hasMessageContaining("another store");
    }

    @Test
    default void names_with_quotes_and_other_scripts_are_names(@TempDir Path folder) throws Exception {
        Nights nights = new Nights(folder, "o'clock; DROP TABLE runs--\u00e9\u4e2d");
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try (HistoryStore store = open()) {
            RunDigest digest = RunDigest.of(nights.night(1, BANDWIDTH, new Long[] {1L}));
            store.add(digest);
            assertThat(store.queries().values(digest.run())).isEqualTo(digest.values());
        } finally {
            Locale.setDefault(before);
        }
    }
}
