package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.archive.RunArchive;
import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.BaselineFile;
import io.seatrial.baseline.Proposal;
import io.seatrial.baseline.SourceRun;
import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.Ask;
import io.seatrial.inventory.Cluster;
import io.seatrial.report.Texts;
import io.seatrial.run.ReplayTestbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Learned references: proposed from runs, accepted by people. */
@Command(
        name = "baseline",
        mixinStandardHelpOptions = true,
        description = "Learn references from runs that people accept by name.",
        subcommands = {BaselineCommand.Propose.class, BaselineCommand.Accept.class})
final class BaselineCommand {
    /** Which runs. */
    static final class Sources {
        @Mixin
        ClusterOption option;

        @Mixin
        RunsOption runs;

        @Option(
                names = "--run",
                paramLabel = "RUN",
                description = "A run to learn from; repeatable (default: the last three countable ones).")
        List<String> named = List.of();

        Proposal proposal(Optional<String> single) {
            Cluster cluster = option.cluster();
            List<Path> folders = single.map(List::of).orElse(named).stream()
                    .map(run -> RunArchive.find(runs.folder, run))
                    .toList();
            List<SourceRun> sources = new ArrayList<>();
            for (Path folder : folders.isEmpty() ? lastCountable(cluster) : folders) {
                sources.add(source(cluster, RunArchive.open(folder)));
            }
            return Proposal.from(sources, tolerances(cluster));
        }

        private List<Path> lastCountable(Cluster cluster) {
            List<Path> countable = new ArrayList<>();
            for (RunArchive archive : RunArchive.readable(runs.folder)) {
                boolean same = archive.header().clusterHash().equals(cluster.hash());
                if (same && archive.closing().map(Closing::countable).orElse(false)) {
                    countable.add(archive.folder());
                }
            }
            return countable.subList(Math.max(0, countable.size() - Proposal.RUNS_NEEDED), countable.size());
        }

        private static SourceRun source(Cluster cluster, RunArchive archive) {
            if (!archive.header().cluster().equals(cluster.name())) {
                throw new UsageException("run " + archive.header().run() + " is of cluster "
                        + archive.header().cluster() + "; expected a run of " + cluster.name());
            }
            return new SourceRun(
                    archive.header().run(),
                    archive.header().started(),
                    archive.closing().map(Closing::countable).orElse(false),
                    Reporting.fabrics(archive, JudgeCommand.prepared(archive, Optional.empty())),
                    List.copyOf(ReplayTestbed.surveys(archive).values()));
        }

        private Function<String, Tolerance> tolerances(Cluster cluster) {
            var criteria = option.criteria(cluster);
            return ask -> criteria.ask(ask)
                    .flatMap(Ask::drift)
                    .map(Ask.DriftRule::ofFlow)
                    .orElse(Tolerance.UNLIMITED);
        }
    }

    static void show(Proposal proposal, PrintWriter out) {
        out.println("runs: "
                + String.join(", ", proposal.runs().stream().map(SourceRun::id).toList()));
        proposal.references()
                .forEach((key, reference) -> out.println("  " + key.ask() + " " + key.metric() + ": "
                        + reference.flows().size() + " flows, "
                        + key.conditions().values()));
        proposal.objections().forEach(objection -> out.println("objection: " + Texts.sentence(objection)));
    }

    /** Shows what would be accepted. */
    @Command(
            name = "propose",
            mixinStandardHelpOptions = true,
            description = "Show the baseline that runs would give, and what speaks against it.")
    static final class Propose implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Mixin
        Sources sources;

        @Override
        public Integer call() {
            Proposal proposal = sources.proposal(Optional.empty());
            show(proposal, spec.commandLine().getOut());
            return proposal.objections().isEmpty() ? Status.HOLDS : Status.DOES_NOT_HOLD;
        }
    }

    /** Writes baseline.json. */
    @Command(
            name = "accept",
            mixinStandardHelpOptions = true,
            description = "Accept three countable runs, or one by name with a reason, as the cluster's baseline.")
    static final class Accept implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Mixin
        Sources sources;

        @Option(names = "--from", paramLabel = "RUN", description = "Accept this single run; needs --reason.")
        Optional<String> from = Optional.empty();

        @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
        String reason = "";

        @Option(names = "--by", paramLabel = "NAME", description = "Who accepts (default: the login name).")
        String by = System.getProperty("user.name");

        @Override
        public Integer call() throws IOException {
            Proposal proposal = sources.proposal(from);
            show(proposal, spec.commandLine().getOut());
            try {
                Baseline baseline = from.isPresent()
                        ? proposal.acceptSingle(by, Instant.now(), reason)
                        : proposal.accept(by, Instant.now(), reason);
                BaselineFile.write(sources.option.folder, baseline);
            } catch (IllegalStateException e) {
                throw new UsageException(e.getMessage());
            }
            spec.commandLine().getOut().println("accepted: " + sources.option.folder.resolve(BaselineFile.NAME));
            return Status.HOLDS;
        }
    }
}
