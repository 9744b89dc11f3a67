package io.seatrial.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what a run would measure, without touching the cluster. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show what a run would measure: rounds, flows and groups, time and traffic; touches nothing.")
final class PlanCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    ClusterOption cluster;

    @Mixin
    RunOptions options;

    @Mixin
    RunsOption runs;

    @Option(names = "--rounds", description = "List every round with its flows or groups.")
    boolean rounds;

    @Option(names = "--limits", description = "List every declared limit with its source and evidence grade.")
    boolean limits;

    @Override
    public Integer call() {
        Schedule schedule = Schedule.of(cluster, options, new EarlierRuns(runs.folder, Optional.empty()));
        schedule.lines(rounds).forEach(spec.commandLine().getOut()::println);
        if (limits) {
            schedule.limits().forEach(spec.commandLine().getOut()::println);
        }
        return Status.HOLDS;
    }
}
