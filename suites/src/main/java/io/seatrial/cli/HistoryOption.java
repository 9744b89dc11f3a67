package io.seatrial.cli;

import io.seatrial.archive.history.HistoryStore;
import io.seatrial.archive.history.StoreAddress;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the history of many runs is kept. */
final class HistoryOption {
    private static final String FILE = "history.sqlite";

    @Option(
            names = "--history",
            paramLabel = "FILE|URL",
            description = {
                "Store of many runs: a file of SQLite, or jdbc:postgresql://HOST/DATABASE with PGUSER and PGPASSWORD or",
                "~/.pgpass (default: " + FILE + " beside the folder of all runs)."
            })
    Optional<String> given = Optional.empty();

    StoreAddress address(RunsOption runs) {
        return address(runs.folder);
    }

    StoreAddress address(Path runs) {
        return given.map(StoreAddress::new).orElseGet(() -> StoreAddress.of(runs.resolveSibling(FILE)));
    }

    /** Tell whether a run has a store to go to: somebody named one, or there is one. */
    boolean isKept(Path runs) {
        return given.isPresent() || HistoryStore.exists(address(runs));
    }
}
