package io.seatrial.cli;

import io.seatrial.archive.history.HistoryQueries;
import io.seatrial.archive.history.Mover;
import io.seatrial.archive.history.Movers;
import io.seatrial.archive.history.StoredRun;
import io.seatrial.measurement.Quantity;
import io.seatrial.report.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What moved since the runs before. */
@Command(
        name = "movers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show what became worse in the last run against the median of the runs before, less what its class as a",
            "whole moved. A screen for people, no verdict: nothing is tested, nobody is accused."
        })
final class HistoryMovers implements Callable<Integer> {
    @Mixin
    HistoryScope scope;

    @Mixin
    HistoryView view;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "Show so many (default: ${DEFAULT-VALUE}).")
    int top;

    @Override
    public Integer call() {
        view.last(); // refused before the store is opened
        return scope.ask(this::show);
    }

    private int show(HistoryQueries queries) {
        List<Movers> all = scope.clusters(queries).stream()
                .map(cluster -> queries.movers(cluster, Optional.empty(), view.last()))
                .toList();
        if (view.json) {
            HistoryView.json(scope.out(), all.stream().map(this::cut).toList());
        } else {
            all.forEach(this::print);
        }
        return all.stream().allMatch(movers -> movers.all().isEmpty()) ? Status.CANNOT_TELL : Status.HOLDS;
    }

    private Movers cut(Movers movers) {
        return new Movers(
                movers.runs(),
                movers.all().subList(0, Math.min(top, movers.all().size())),
                movers.silent());
    }

    private void print(Movers movers) {
        StoredRun last = movers.runs().get(movers.runs().size() - 1);
        int earlier = movers.runs().size() - 1;
        scope.out()
                .println("cluster " + last.cluster() + ": run " + last.run() + " against the median of the " + earlier
                        + " before it, screen at a score of " + Movers.SCREEN);
        if (movers.all().isEmpty()) {
            scope.out().println("  cannot tell: no series of this run has " + Movers.EARLIER + " earlier values");
        } else {
            long beyond = movers.all().stream()
                    .filter(each -> each.score() >= Movers.SCREEN)
                    .count();
            scope.out().println("  " + movers.all().size() + " series, " + beyond + " beyond the screen; the worst:");
            Columns.lines(rows(cut(movers).all()), Set.of(0, 1, 2, 3, 4)).forEach(scope.out()::println);
        }
        if (!movers.silent().isEmpty()) {
            scope.out()
                    .println("  " + movers.silent().size()
                            + " series had values before and none in this run, the first: "
                            + movers.silent().get(0).of().ask() + " "
                            + movers.silent().get(0).subject());
        }
    }

    private static List<List<String>> rows(List<Mover> worst) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("  score", "worse", "scatter", "seen", "usual", "ask", "metric", "subject"));
        for (Mover mover : worst) {
            List<String> texts = Quantities.together(List.of(
                    new Quantity(mover.seen(), mover.of().metric().unit()),
                    new Quantity(mover.usual(), mover.of().metric().unit())));
            rows.add(List.of(
                    "  " + String.format(Locale.ROOT, "%.1f", mover.score()),
                    percent(mover.worse()),
                    percent(mover.spread()).substring(1),
                    texts.get(0),
                    texts.get(1),
                    mover.of().ask(),
                    mover.of().metric().id(),
                    mover.subject().name()));
        }
        return rows;
    }

    /** Return a share with its sign, {@code +1.2 %}. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share + 0.0);
    }
}
