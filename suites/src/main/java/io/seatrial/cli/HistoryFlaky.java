package io.seatrial.cli;

import io.seatrial.archive.history.Flicker;
import io.seatrial.archive.history.HistoryQueries;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What comes and goes. */
@Command(
        name = "flaky",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show what comes and goes from run to run: verdicts that change, values that jump to and fro.",
            "One letter a run, oldest first: p pass, F fail, ? not proven, w waived; - value before its first jump,",
            "_ after one down, ^ after one up; . nothing."
        })
final class HistoryFlaky implements Callable<Integer> {
    /** There and back again. */
    private static final int RUNS = 3;

    @Mixin
    HistoryScope scope;

    @Mixin
    HistoryView view;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "Show so many (default: ${DEFAULT-VALUE}).")
    int top;

    @Override
    public Integer call() {
        view.last(); // refused before the store is opened
        return scope.ask(this::show);
    }

    private int show(HistoryQueries queries) {
        List<Flicker> found = new ArrayList<>();
        List<String> few = new ArrayList<>();
        List<String> looked = new ArrayList<>();
        for (String cluster : scope.clusters(queries)) {
            int runs = queries.runs(cluster, view.last()).size();
            if (runs < RUNS) {
                few.add("cluster " + cluster + ": too few runs to tell what comes and goes: expected " + RUNS
                        + " or more, got " + runs);
                continue;
            }
            looked.add("the last " + runs + " runs of cluster " + cluster);
            found.addAll(queries.flickers(cluster, view.last()));
        }
        if (view.json) {
            HistoryView.json(scope.out(), found);
        } else {
            few.forEach(scope.out()::println);
            if (!looked.isEmpty()) {
                print(found, String.join(" and ", looked));
            }
        }
        return looked.isEmpty() ? Status.CANNOT_TELL : Status.HOLDS;
    }

    private void print(List<Flicker> found, String over) {
        scope.out().println(found.size() + " that came and went over " + over);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("  flips", "runs", "pattern", "what", "subject"));
        found.stream()
                .limit(top)
                .forEach(each -> rows.add(List.of(
                        "  " + each.flips(),
                        Integer.toString(each.runs()),
                        each.pattern(),
                        each.what(),
                        each.subject())));
        if (!found.isEmpty()) {
            Columns.lines(rows, Set.of(0, 1)).forEach(scope.out()::println);
        }
    }
}
