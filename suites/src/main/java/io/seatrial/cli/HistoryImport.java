package io.seatrial.cli;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.Doubt;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.history.HistoryStore;
import io.seatrial.archive.history.HistoryStore.Stored;
import io.seatrial.archive.history.RunDigest;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Fills the store from the folders of runs, each whole or not at all; what is there already is left as it is. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Store finished runs; those that are there already are left as they are.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every finished run is in the store",
            "1:a folder is damaged, or differs from what the store holds of it; all others are stored",
            "2:wrong usage, or no store",
            "3:there is no finished run to import",
            "4:the store could not be written"
        })
final class HistoryImport implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "RUN_FOLDER", description = "Folders of runs (default: all below --runs).")
    List<Path> folders = List.of();

    @Mixin
    RunsOption runs;

    @Mixin
    HistoryOption history;

    @Option(
            names = "--verify",
            description = "Read runs again that are in the store already, and say which do not give what it holds.")
    boolean verify;

    private final List<String> damaged = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private int added;
    private int known;

    @Override
    public Integer call() {
        List<Path> all = folders.isEmpty() ? RunArchive.all(runs.folder) : folders;
        folders.stream()
                .filter(folder -> !Files.isDirectory(folder))
                .findFirst()
                .ifPresent(folder -> {
                    throw new UsageException(
                            folder + ": no such folder; expected the folder of a run, reports/runs/CLUSTER/RUN");
                });
        PrintWriter out = spec.commandLine().getOut();
        if (all.isEmpty()) {
            out.println("no run below " + runs.folder + "; name the folders of runs, or theirs by --runs");
            return Status.CANNOT_TELL;
        }
        try (HistoryStore store = HistoryStore.open(history.address(runs))) {
            all.forEach(folder -> take(store, folder));
            damaged.forEach(out::println);
            left.forEach(out::println);
            out.println("imported " + added + ", there already " + known + ", left out " + left.size() + ", damaged "
                    + damaged.size() + "; history: " + store.address().text());
        }
        if (!damaged.isEmpty()) {
            return Status.DOES_NOT_HOLD;
        }
        return added + known == 0 ? Status.CANNOT_TELL : Status.HOLDS; // only what was left out
    }

    /** A damaged folder is no reason to leave out the others. */
    private void take(HistoryStore store, Path folder) {
        try {
            RunArchive archive = RunArchive.open(folder);
            RunHeader header = archive.header();
            if (header.constructed().isPresent()) {
                left.add(folder + ": nothing was measured there, it is constructed from "
                        + header.constructed().get());
            } else if (!verify && store.queries().holds(header.cluster(), header.run())) {
                known++;
            } else {
                archive.doubt()
                        .ifPresentOrElse(
                                doubt -> leave(doubt, folder), () -> count(store.add(RunDigest.of(archive)), folder));
            }
        } catch (ArchiveException | UncheckedIOException | IllegalArgumentException e) {
            damaged.add(folder + ": damaged, not imported: " + e.getMessage());
        }
    }

    private void leave(Doubt doubt, Path folder) {
        if (doubt.kind() == Doubt.Kind.CHANGED) {
            damaged.add(folder + ": damaged, not imported: " + DoubtfulRun.text(doubt));
        } else {
            left.add(folder + ": " + DoubtfulRun.text(doubt));
        }
    }

    private void count(Stored stored, Path folder) {
        switch (stored) {
            case ADDED -> added++;
            case KNOWN -> known++;
            case OTHER_CONTENT ->
                damaged.add(folder + ": does not give what the store holds of this run; the store was left as it is,"
                        + " look which of both was changed");
        }
    }
}
