package io.seatrial.cli;

import picocli.CommandLine.Command;

/** Judges what others left behind, without touching a cluster. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Judge what a job left behind, without touching a cluster.",
        subcommands = NcclLogCheck.class)
final class CheckCommand {}
