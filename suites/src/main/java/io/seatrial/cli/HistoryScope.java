package io.seatrial.cli;

import io.seatrial.archive.history.HistoryQueries;
import io.seatrial.archive.history.HistoryStore;
import io.seatrial.archive.history.StoreAddress;
import io.seatrial.inventory.Nearest;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which part of which history; shared by all that ask it. */
final class HistoryScope {
    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Mixin
    RunsOption runs;

    @Mixin
    HistoryOption history;

    @Option(names = "--cluster", paramLabel = "NAME", description = "Only this cluster (its name, not its folder).")
    Optional<String> cluster = Optional.empty();

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    StoreAddress address() {
        return history.address(runs);
    }

    /** Ask the store; where there is none, or none that holds a run, say so and that nothing can be told. */
    int ask(ToIntFunction<HistoryQueries> question) {
        try (HistoryStore store = HistoryStore.existing(address()).orElse(null)) {
            if (store == null || store.queries().clusters().isEmpty()) {
                out().println("history " + address().text() + ": "
                        + (store == null ? "there is none" : "no run is in it")
                        + " yet; fill it by 'seatrial history import'");
                return Status.CANNOT_TELL;
            }
            return question.applyAsInt(store.queries());
        }
    }

    /** Return the clusters that are asked about. */
    List<String> clusters(HistoryQueries queries) {
        List<String> all = queries.clusters();
        if (cluster.isPresent() && !all.contains(cluster.get())) {
            throw new UsageException("--cluster: " + cluster.get() + " has no run in "
                    + address().text()
                    + Nearest.to(cluster.get(), all)
                            .map(name -> "; did you mean " + name + "?")
                            .orElse("")
                    + " (there are " + String.join(", ", all) + ")");
        }
        return cluster.map(List::of).orElse(all);
    }
}
