package io.seatrial.cli;

import picocli.CommandLine.Command;

/** Arithmetic behind verdicts, for people: touches no cluster. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Show the arithmetic behind limits and claims; touches nothing.",
        subcommands = {StepTimeTable.class, BoundTable.class})
final class ExplainCommand {}
