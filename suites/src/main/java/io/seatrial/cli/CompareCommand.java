package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.Amount;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.CompareSummary;
import io.seatrial.report.ComparedRuns;
import io.seatrial.report.page.ComparePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds a run against an earlier one of the same cluster: what a maintenance window changed. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Hold a run against an earlier one: what got worse, better, what cannot be told, what was changed.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:nothing worse",
            "1:something worse",
            "2:wrong usage or input",
            "3:cannot tell whether something is worse",
            "4:the comparison itself failed"
        })
final class CompareCommand implements Callable<Integer> {
    private static final int WIDTH = 140;
    private static final long MILLION = 1_000_000;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PRE", description = "Id or folder of the run before.")
    String pre;

    @Parameters(index = "1", paramLabel = "POST", description = "Id or folder of the run after, or 'latest'.")
    String post;

    @Mixin
    RunsOption runs;

    @Option(
            names = "--tolerance",
            paramLabel = "SHARE",
            description = "How far a value may move before it matters, for example 5%% (default: what criteria.yaml of"
                    + " the run after tolerates against a baseline, 5%% where it says nothing).")
    Optional<String> tolerance = Optional.empty();

    @Option(names = "--json", paramLabel = "FILE", description = "Write everything as JSON.")
    Optional<Path> json = Optional.empty();

    @Option(names = "--html", paramLabel = "FILE", description = "Write everything as one page.")
    Optional<Path> html = Optional.empty();

    @Override
    public Integer call() throws IOException {
        Optional<Tolerance> tolerated = tolerance.map(CompareCommand::tolerance);
        TwoRuns two = TwoRuns.of(
                RunArchive.open(RunArchive.find(runs.folder, pre)),
                RunArchive.open(RunArchive.find(runs.folder, post)));
        ComparedRuns compared = two.compared(tolerated);
        if (json.isPresent()) {
            write(json.get(), CompareJson.text(compared));
        }
        if (html.isPresent()) {
            write(html.get(), ComparePage.html(compared));
        }
        CompareSummary.lines(compared, html, WIDTH).forEach(spec.commandLine().getOut()::println);
        return compared.answer().exitStatus();
    }

    private static Tolerance tolerance(String text) {
        String expected = "--tolerance: expected a share above 0 % and below 100 %, for example 5%, got '" + text + "'";
        try {
            Quantity share = Amount.parse(text);
            if (share.unit() != Unit.PARTS_PER_MILLION || share.value() < 1 || share.value() >= MILLION) {
                throw new UsageException(expected);
            }
            return new Tolerance(share.value(), 0);
        } catch (IllegalArgumentException e) {
            throw new UsageException(expected);
        }
    }

    static void write(Path file, String text) throws IOException {
        Path absolute = file.toAbsolutePath();
        if (Files.isDirectory(absolute)) {
            throw new UsageException(file + " is a folder; expected the name of a file to write");
        }
        Files.createDirectories(absolute.getParent());
        Files.writeString(absolute, text);
    }
}
