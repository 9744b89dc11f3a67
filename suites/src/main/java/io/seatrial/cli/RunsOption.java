package io.seatrial.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where runs are kept. */
final class RunsOption {
    @Option(
            names = "--runs",
            paramLabel = "DIR",
            defaultValue = "reports/runs",
            description = "Folder of all runs (default: ${DEFAULT-VALUE}).")
    Path folder;
}
