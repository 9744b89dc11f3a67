package io.seatrial.cli;

import picocli.CommandLine.Command;

/** What many runs came to. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = "Keep what runs came to in one store, and ask it: trends, movers, what comes and goes.",
        subcommands = {
            HistoryImport.class,
            HistoryRuns.class,
            HistoryTrend.class,
            HistoryMovers.class,
            HistoryFlaky.class,
            HistoryExport.class
        })
final class HistoryCommand {}
