package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.history.HistoryQueries;
import io.seatrial.archive.history.HistoryStore;
import io.seatrial.archive.history.Movers;
import io.seatrial.archive.history.RunDigest;
import io.seatrial.archive.history.StoreAddress;
import io.seatrial.archive.history.StoredRun;
import io.seatrial.measurement.Message;
import io.seatrial.report.RunReport;
import io.seatrial.report.trends.Trends;
import java.util.List;
import java.util.Optional;

/**
 * Stores a run beside the earlier ones, and adds to its report what they say. Whatever goes wrong there is said as a remark: it never changes
 * what a run came to.
 */
final class KeptHistory {
    /** Pictures that a reader looks at. */
    private static final int SHOWN = 4;

    private final Optional<StoreAddress> address;

    private KeptHistory(Optional<StoreAddress> address) {
        this.address = address;
    }

    /** The store that was named, or the one that is there. */
    static KeptHistory of(HistoryOption history, RunsOption runs) {
        return new KeptHistory(history.isKept(runs.folder) ? Optional.of(history.address(runs)) : Optional.empty());
    }

    /** Store a run that came to its end; returns what is to be said where that does not work. */
    Optional<Message> keep(RunArchive archive) {
        if (address.isEmpty() || archive.closing().isEmpty()) {
            return Optional.empty();
        }
        try (HistoryStore store = HistoryStore.open(address.get())) {
            store.add(RunDigest.of(archive));
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(Message.of("history.not-kept", "cause", Failures.text(e)));
        }
    }

    /** Return a report with what earlier runs say beside it, unchanged where no store holds its run. */
    RunReport beside(RunArchive archive, RunReport report) {
        if (address.isEmpty()) {
            return report;
        }
        try (HistoryStore store = HistoryStore.existing(address.get()).orElse(null)) {
            return store == null ? report : report.with(trends(store.queries(), archive.header()));
        } catch (RuntimeException e) {
            return report.with(Message.of("history.not-shown", "cause", Failures.text(e)));
        }
    }

    private static Trends trends(HistoryQueries queries, RunHeader header) {
        Optional<StoredRun> run = queries.run(header.cluster(), header.run());
        return run.map(stored -> trends(queries, stored, queries.movers(header.cluster(), run, HistoryQueries.LAST)))
                .orElse(Trends.NONE);
    }

    private static Trends trends(HistoryQueries queries, StoredRun run, Movers movers) {
        if (movers.all().isEmpty()) {
            return Trends.NONE; // too few runs to say anything
        }
        List<Trends.Shown> shown = movers.all().stream()
                .filter(mover -> mover.score() >= Movers.SCREEN)
                .limit(SHOWN)
                .map(mover ->
                        new Trends.Shown(mover, queries.trend(mover.of(), mover.subject(), run, HistoryQueries.LAST)))
                .toList();
        List<String> silent = movers.silent().stream()
                .map(each -> each.subject().name() + " (" + each.of().ask() + ")")
                .toList();
        return new Trends(movers.runs().size(), movers.all().size(), shown, silent);
    }
}
