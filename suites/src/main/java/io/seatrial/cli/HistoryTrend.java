package io.seatrial.cli;

import io.seatrial.archive.history.HistoryQueries;
import io.seatrial.archive.history.OfRounds;
import io.seatrial.archive.history.Trend;
import io.seatrial.inventory.Nearest;
import io.seatrial.measurement.Quantity;
import io.seatrial.report.Quantities;
import io.seatrial.report.trends.TrendPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One subject over many runs. */
@Command(
        name = "trend",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show what was measured on a subject, run by run.")
final class HistoryTrend implements Callable<Integer> {
    /** Names that are shown where one is not known. */
    private static final int NEAREST = 5;

    @Parameters(
            paramLabel = "SUBJECT",
            description = "A flow (gpu-01/mlx5_0>gpu-02/mlx5_0), port, link, host or group, as reports name it.")
    String subject;

    @Mixin
    HistoryScope scope;

    @Mixin
    HistoryView view;

    @Option(names = "--ask", paramLabel = "ID", description = "Only this ask, for example bandwidth.within-rail.")
    String ask = "";

    @Option(names = "--metric", paramLabel = "ID", description = "Only this metric.")
    String metric = "";

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw it too; needs a single series.")
    Optional<Path> svg = Optional.empty();

    @Override
    public Integer call() {
        view.last(); // refused before the store is opened
        return scope.ask(this::show);
    }

    private int show(HistoryQueries queries) {
        scope.clusters(queries);
        List<Trend> trends =
                queries.trends(subject, new HistoryQueries.Only(scope.cluster.orElse(""), ask, metric), view.last());
        if (trends.isEmpty()) {
            throw new UsageException(unknown(queries));
        }
        if (view.json) {
            HistoryView.json(scope.out(), trends);
        } else {
            trends.forEach(this::print);
        }
        svg.ifPresent(file -> draw(trends, file));
        return trends.stream().allMatch(trend -> trend.values().isEmpty()) ? Status.CANNOT_TELL : Status.HOLDS;
    }

    private String unknown(HistoryQueries queries) {
        List<Trend> others = queries.trends(subject, HistoryQueries.Only.ALL, 1);
        if (!others.isEmpty()) {
            SortedSet<String> there = new TreeSet<>();
            others.forEach(trend -> there.add(trend.of().cluster() + ": "
                    + trend.of().ask() + " " + trend.of().metric().id()));
            return subject + ": no such series of it; there are " + String.join(", ", there);
        }
        SortedSet<String> names = new TreeSet<>(queries.subjects());
        List<String> nearest = new ArrayList<>(names.stream()
                .filter(name -> name.contains(subject))
                .limit(NEAREST)
                .toList());
        names.removeIf(nearest::contains);
        Nearest.to(subject, names).ifPresent(name -> nearest.add(0, name));
        return subject + ": nothing was measured on it in " + scope.address().text()
                + (nearest.isEmpty()
                        ? "; expected a subject as reports name it"
                        : "; nearest: " + String.join(", ", nearest));
    }

    private void print(Trend trend) {
        scope.out()
                .println(trend.subject() + ": " + trend.of().ask() + " "
                        + trend.of().metric().id() + " ("
                        + trend.of()
                                .metric()
                                .better()
                                .name()
                                .toLowerCase(Locale.ROOT)
                                .replace('_', ' ')
                        + "), cluster " + trend.of().cluster());
        scope.out().println("  " + trend.of().conditions());
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("  run", "began", "profile", "verdict", "rounds", "median", "least", "most", "change"));
        Iterator<String> texts = texts(trend).iterator();
        List<Long> before = new ArrayList<>();
        trend.points().forEach(point -> rows.add(row(point, texts, before)));
        Columns.lines(rows, Set.of(4, 5, 6, 7, 8)).forEach(scope.out()::println);
    }

    /** All values in one scale, three for each point that has any. */
    private static List<String> texts(Trend trend) {
        List<Quantity> quantities = new ArrayList<>();
        for (OfRounds value : trend.values()) {
            for (long each : new long[] {value.median(), value.least(), value.most()}) {
                quantities.add(new Quantity(each, trend.of().metric().unit()));
            }
        }
        return quantities.isEmpty() ? List.of() : Quantities.column(quantities);
    }

    private static List<String> row(Trend.Point point, Iterator<String> texts, List<Long> before) {
        List<String> row = new ArrayList<>(List.of(
                "  " + point.run().run(),
                HistoryRuns.time(point.run().started()),
                point.run().profile(),
                point.run().verdict()));
        if (point.value().isEmpty()) {
            row.addAll(List.of("0", point.asked() ? "no value" : "not asked", "", "", ""));
            return row;
        }
        OfRounds value = point.value().get();
        row.add(Integer.toString(value.rounds()));
        row.addAll(List.of(texts.next(), texts.next(), texts.next(), change(value.median(), before)));
        before.add(value.median());
        return row;
    }

    /** Against the median of the runs before it. */
    private static String change(long now, List<Long> before) {
        if (before.isEmpty()) {
            return "-";
        }
        List<Long> sorted = before.stream().sorted().toList();
        long usual = sorted.get((sorted.size() - 1) / 2);
        return usual == 0 ? "-" : HistoryMovers.percent((now - usual) / Math.abs((double) usual));
    }

    private void draw(List<Trend> trends, Path file) {
        if (trends.size() != 1) {
            throw new UsageException("--svg: " + subject + " has " + trends.size()
                    + " series; choose one by --ask, --metric and --cluster");
        }
        try {
            Files.writeString(file, TrendPicture.of(trends.get(0)));
        } catch (IOException e) {
            throw new UsageException("--svg: " + Failures.text(e));
        }
    }
}
