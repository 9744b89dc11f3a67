package io.seatrial.cli;

import io.seatrial.archive.history.HistoryQueries;
import io.seatrial.archive.history.StoredRun;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists runs. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "List the runs of the store, oldest first.")
final class HistoryRuns implements Callable<Integer> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    @Mixin
    HistoryScope scope;

    @Mixin
    HistoryView view;

    @Override
    public Integer call() {
        view.last(); // refused before the store is opened
        return scope.ask(this::show);
    }

    private int show(HistoryQueries queries) {
        List<StoredRun> runs = scope.clusters(queries).stream()
                .flatMap(cluster -> queries.runs(cluster, view.last()).stream())
                .toList();
        if (view.json) {
            HistoryView.json(scope.out(), runs);
            return Status.HOLDS;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("cluster", "run", "began", "profile", "verdict", "countable", "fabric"));
        runs.forEach(run -> rows.add(List.of(
                run.cluster(),
                run.run(),
                time(run.started()),
                run.profile(),
                run.verdict(),
                run.countable() ? "yes" : "no",
                run.fabric())));
        Columns.lines(rows, Set.of()).forEach(scope.out()::println);
        return Status.HOLDS;
    }

    static String time(Instant at) {
        return TIME.format(at);
    }
}
