package io.seatrial.cli;

import io.seatrial.report.ExperimentResult;
import io.seatrial.report.ExperimentSummary;
import io.seatrial.report.page.ExperimentPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tuning experiments: one variable at a time, in blocks of random order, restored on exit. */
@Command(
        name = "experiment",
        mixinStandardHelpOptions = true,
        description = "Vary one setting, measure it in blocks of random order, say what it does.",
        subcommands = {ExperimentCommand.Plan.class, ExperimentCommand.Run.class, ExperimentCommand.Analyse.class})
final class ExperimentCommand {
    /** Which experiment. */
    static final class Declared {
        @Parameters(paramLabel = "FILE", description = "experiment.yaml, or the folder that holds it.")
        Path file;

        ExperimentPlan plan() {
            return ExperimentPlan.read(file);
        }
    }

    /** Shows what would be done. */
    @Command(
            name = "plan",
            mixinStandardHelpOptions = true,
            description = "Show the order of blocks and every command that would be run on a host.")
    static final class Plan implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Mixin
        Declared declared;

        @Override
        public Integer call() {
            declared.plan().lines().forEach(spec.commandLine().getOut()::println);
            return Status.HOLDS;
        }
    }

    /** Measures. */
    @Command(
            name = "run",
            mixinStandardHelpOptions = true,
            description = "Measure every block that is not measured yet; settings are restored after every run.")
    static final class Run implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Mixin
        Declared declared;

        @Mixin
        RunsOption runs;

        @Option(names = "--dry-run", description = "Show every command that would be run, and end.")
        boolean dryRun;

        @Override
        public Integer call() throws IOException {
            ExperimentPlan plan = declared.plan();
            if (dryRun) {
                plan.lines().forEach(spec.commandLine().getOut()::println);
                return Status.HOLDS;
            }
            return new ExperimentRuns(
                            plan,
                            runs.folder,
                            spec.commandLine().getOut(),
                            spec.commandLine().getErr())
                    .execute();
        }
    }

    /** Says what a level does. */
    @Command(
            name = "analyse",
            mixinStandardHelpOptions = true,
            description = "Say what each level does against the first one, from the folders of runs alone.")
    static final class Analyse implements Callable<Integer> {
        private static final int WIDTH = 140;

        @Spec
        CommandSpec spec;

        @Mixin
        Declared declared;

        @Mixin
        RunsOption runs;

        @Option(names = "--json", paramLabel = "FILE", description = "Write everything as JSON.")
        Optional<Path> json = Optional.empty();

        @Option(names = "--html", paramLabel = "FILE", description = "Write everything as one page.")
        Optional<Path> html = Optional.empty();

        @Override
        public Integer call() throws IOException {
            ExperimentResult result = ExperimentAnalysis.of(declared.plan(), runs.folder);
            if (json.isPresent()) {
                CompareCommand.write(json.get(), ExperimentJson.text(result));
            }
            if (html.isPresent()) {
                CompareCommand.write(html.get(), ExperimentPage.html(result));
            }
            ExperimentSummary.lines(result, html, WIDTH)
                    .forEach(spec.commandLine().getOut()::println);
            return result.answer().exitStatus();
        }
    }
}
