package io.seatrial.archive.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RunArchive;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that imports is killed while it writes: what it finished is there, of the rest there is nothing. */
class KilledImportTest {
    private static final int NIGHTS = 6;
    private static final int FLOWS = 3_000;

    @TempDir
    Path folder;

    /** Imports every run and says so after each. */
    static final class Importing {
        private Importing() {}

        public static void main(String[] arguments) {
            try (HistoryStore store = HistoryStore.open(new StoreAddress(arguments[0]))) {
                for (RunArchive archive : RunArchive.readable(Path.of(arguments[1]))) {
                    store.add(RunDigest.of(archive));
                    System.out.println(archive.header().run());
                    System.out.flush();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void what_was_finished_is_whole_and_the_rest_is_imported_later(int finished) throws Exception {
        Nights nights = new Nights(folder, "alpha");
        for (int night = 0; night < NIGHTS; night++) {
            long base = 1_000L * night;
            nights.night(
                    night,
                    Nights.BANDWIDTH,
                    IntStream.range(0, FLOWS).mapToObj(i -> base + i).toArray(Long[]::new));
        }
        StoreAddress address = StoreAddress.of(folder.resolve("history.sqlite"));
        killAfter(finished, address, nights.runs());
        try (HistoryStore store = HistoryStore.open(address)) {
            List<StoredRun> there = store.queries().runs("alpha", NIGHTS);
            assertThat(there).hasSizeBetween(finished, NIGHTS);
            there.forEach(run -> assertWhole(store, run, nights.runs()));
            for (RunArchive archive : RunArchive.readable(nights.runs())) {
                store.add(RunDigest.of(archive));
            }
            assertThat(store.queries().runs("alpha", NIGHTS + 1)).hasSize(NIGHTS);
        }
    }

    private static void assertWhole(HistoryStore store, StoredRun run, Path runs) {
        RunDigest digest = RunDigest.of(RunArchive.open(RunArchive.find(runs, run.run())));
        assertThat(store.queries().values(run)).isEqualTo(digest.values());
        assertThat(digest.values().get(digest.values().firstKey())).hasSize(FLOWS);
    }

    private static void killAfter(int finished, StoreAddress address, Path runs)
            throws IOException, InterruptedException {
        Process importing = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Importing.class.getName(),
                        address.text(),
                        runs.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = importing.inputReader()) {
            for (int i = 0; i < finished; i++) {
                assertThat(said.readLine()).isEqualTo(Nights.id(i));
            }
            importing.destroyForcibly().waitFor();
        }
    }
}
