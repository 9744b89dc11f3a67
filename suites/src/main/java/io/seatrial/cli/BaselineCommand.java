package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.archive.Doubt;
import io.seatrial.archive.RunArchive;
import io.seatrial.baseline.Acceptance;
import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.BaselineDiff;
import io.seatrial.baseline.BaselineFile;
import io.seatrial.baseline.InvalidBaselineException;
import io.seatrial.baseline.Losses;
import io.seatrial.baseline.Origin;
import io.seatrial.baseline.Proposal;
import io.seatrial.baseline.SourceRun;
import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.Ask;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.FairRounds;
import io.seatrial.criteria.Profile;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Message;
import io.seatrial.report.Texts;
import io.seatrial.run.ReplayTestbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Learned references: proposed from runs, accepted by people. */
@Command(
        name = "baseline",
        mixinStandardHelpOptions = true,
        description = "Learn references from runs that people accept by name, and show what was learned.",
        subcommands = {
            BaselineCommand.Propose.class,
            BaselineCommand.Show.class,
            BaselineCommand.Diff.class,
            BaselineCommand.Accept.class
        })
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
                description = "A run to learn from; repeatable (default: the last countable ones, see --last).")
        List<String> named = List.of();

        @Option(
                names = "--last",
                paramLabel = "N",
                description = "Learn from so many of the last countable runs (default: ${DEFAULT-VALUE}).")
        int last = Proposal.RUNS_NEEDED;

        @Option(
                names = "--without",
                paramLabel = "RUN:SUBJECT",
                description = "Leave out what a run measured of a subject where that disagrees with the other runs;"
                        + " repeatable; to accept it needs --reason.")
        List<String> without = List.of();

        Proposal proposal(Optional<String> single) {
            Cluster cluster = option.cluster();
            Criteria criteria = option.criteria(cluster);
            List<Path> folders = single.map(List::of).orElse(named).stream()
                    .map(run -> RunArchive.find(runs.folder, run))
                    .toList();
            List<SourceRun> sources = new ArrayList<>();
            for (Path folder : folders.isEmpty() ? lastCountable(cluster) : folders) {
                sources.add(source(cluster, RunArchive.open(folder)));
            }
            Proposal proposal = Proposal.from(
                    new Proposal.Terms(cluster.name(), cluster.hash(), tolerances(criteria), leftOut()), sources);
            return single.isPresent() ? proposal : proposal.requiring(Proposal.RUNS_NEEDED);
        }

        /** Whoever asks for more runs than there are is told. */
        Optional<String> fewer(Proposal proposal) {
            int got = proposal.runs().size();
            return named.isEmpty() && got < last && got >= Proposal.RUNS_NEEDED
                    ? Optional.of(Texts.sentence(
                            Message.of("accepting.fewer-runs", "asked", (long) last, "runs", (long) got)))
                    : Optional.empty();
        }

        private Set<Proposal.Without> leftOut() {
            Set<Proposal.Without> named = new HashSet<>();
            for (String text : without) {
                try {
                    named.add(Proposal.Without.parse(text));
                } catch (IllegalArgumentException e) {
                    throw new UsageException("--without: " + e.getMessage());
                }
            }
            return named;
        }

        private List<Path> lastCountable(Cluster cluster) {
            if (last < 1) {
                throw new UsageException("--last: expected at least 1, got " + last);
            }
            List<Path> countable = new ArrayList<>();
            for (RunArchive archive : RunArchive.readable(runs.folder)) {
                boolean same = archive.header().clusterHash().equals(cluster.hash());
                if (same && isCountable(archive)) {
                    countable.add(archive.folder());
                }
            }
            return countable.subList(Math.max(0, countable.size() - last), countable.size());
        }

        /** Runs that ended before nights were told apart say that they count, whatever they left out. */
        private static boolean isCountable(RunArchive archive) {
            return archive.closing().map(Closing::countable).orElse(false)
                    && archive.asks().stream().allMatch(ask -> ask.leftOut().isEmpty());
        }

        /** Hold a proposal against what is known now; a file that cannot be understood knows nothing. */
        Losses losses(Proposal proposal) {
            Cluster cluster = option.cluster();
            Optional<Baseline> known;
            try {
                known = BaselineFile.read(option.folder);
            } catch (InvalidBaselineException e) {
                known = Optional.empty();
            }
            return Losses.of(
                    known.filter(baseline -> baseline.origin().cluster().equals(cluster.name())),
                    proposal,
                    cluster.hosts().stream().map(Host::name).collect(Collectors.toSet()));
        }

        private static SourceRun source(Cluster cluster, RunArchive archive) {
            if (!archive.header().cluster().equals(cluster.name())) {
                throw new UsageException("run " + archive.header().run() + " is of cluster "
                        + archive.header().cluster() + "; expected a run of " + cluster.name());
            }
            Optional<Doubt> doubt = archive.doubt();
            if (doubt.isPresent()) {
                return SourceRun.doubtful(
                        archive.header().run(),
                        archive.header().started(),
                        Message.of("accepting.run-in-doubt", "why", DoubtfulRun.text(doubt.get())));
            }
            Prepared prepared = JudgeCommand.prepared(archive, Optional.empty());
            Traffic traffic = Traffic.of(archive);
            return new SourceRun(
                    archive.header().run(),
                    archive.header().started(),
                    archive.closing().map(Closing::countable).orElse(false),
                    traffic.left(),
                    traffic.all(),
                    Reporting.fabrics(archive, prepared),
                    FairRounds.of(ReplayTestbed.surveys(archive).values(), prepared.criteria()),
                    Optional.empty());
        }

        private static Function<String, Tolerance> tolerances(Criteria criteria) {
            return ask -> criteria.ask(ask)
                    .flatMap(Ask::drift)
                    .map(Ask.DriftRule::ofFlow)
                    .orElse(Tolerance.UNLIMITED);
        }
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
            Proposal learned = sources.proposal(Optional.empty());
            Losses losses = sources.losses(learned);
            Proposal proposal = learned.against(losses.objections());
            BaselineLines.of(proposal, losses, sources.option)
                    .forEach(spec.commandLine().getOut()::println);
            sources.fewer(proposal).ifPresent(spec.commandLine().getOut()::println);
            return proposal.objections().isEmpty() ? Status.HOLDS : Status.DOES_NOT_HOLD;
        }
    }

    /** Shows what was accepted. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description =
                    "Show the accepted baseline: where it comes from, how its classes are spread, what it can see,"
                            + " and how far it is from the declared limits.")
    static final class Show implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Mixin
        ClusterOption option;

        @Option(
                names = "--profile",
                paramLabel = "PROFILE",
                defaultValue = "nightly",
                description = "The profile whose criteria it is held against (default: ${DEFAULT-VALUE}).")
        String profile;

        @Option(
                names = "--subject",
                paramLabel = "NAME",
                description = "Show what each accepted run gave of this subject, for example a flow or a group.")
        Optional<String> subject = Optional.empty();

        @Override
        public Integer call() {
            Baseline baseline = accepted(option);
            List<String> lines = subject.map(name -> BaselineLines.ofSubject(baseline, name))
                    .orElseGet(() -> BaselineLines.of(baseline, option, profile(profile)));
            if (lines.isEmpty()) {
                throw new UsageException("--subject: the baseline of " + option.folder + " holds nothing of '"
                        + subject.orElseThrow() + "'; expected the name of one of its "
                        + BaselineLines.names(baseline).size() + " subjects, for example "
                        + BaselineLines.names(baseline).first());
            }
            lines.forEach(spec.commandLine().getOut()::println);
            return Status.HOLDS;
        }
    }

    private static Profile profile(String text) {
        try {
            return Profile.of(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--profile: " + e.getMessage());
        }
    }

    private static Baseline accepted(ClusterOption option) {
        if (!Files.isDirectory(option.folder)) {
            throw new UsageException("--cluster: " + option.folder
                    + ": no such folder; expected the folder of a cluster, which holds cluster.yaml");
        }
        return BaselineFile.read(option.folder)
                .orElseThrow(() -> new UsageException("no " + BaselineFile.NAME + " in " + option.folder
                        + "; make three good runs and accept them: seatrial baseline accept --cluster "
                        + option.folder));
    }

    /** Shows what would change. */
    @Command(
            name = "diff",
            mixinStandardHelpOptions = true,
            description = "Show what would change if the proposed baseline took the place of the accepted one.")
    static final class Diff implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Mixin
        Sources sources;

        @Override
        public Integer call() {
            Baseline accepted = accepted(sources.option);
            Proposal learned = sources.proposal(Optional.empty());
            Losses losses = sources.losses(learned);
            Proposal proposal = learned.against(losses.objections());
            BaselineLines.of(BaselineDiff.of(accepted.references(), proposal.references()))
                    .forEach(spec.commandLine().getOut()::println);
            sources.fewer(proposal).ifPresent(spec.commandLine().getOut()::println);
            BaselineLines.warnings(losses.lines()).forEach(spec.commandLine().getOut()::println);
            BaselineLines.objections(proposal).forEach(spec.commandLine().getOut()::println);
            return proposal.objections().isEmpty() ? Status.HOLDS : Status.DOES_NOT_HOLD;
        }
    }

    /** Writes baseline.json. */
    @Command(
            name = "accept",
            mixinStandardHelpOptions = true,
            description =
                    "Accept three countable runs or more, or one by name with a reason, as the cluster's baseline.")
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

        @Option(
                names = "--allow-lost",
                description = "Accept although asks that the baseline before knows would be lost; needs --reason.")
        boolean allowLost;

        @Override
        public Integer call() throws IOException {
            if (allowLost && reason.isBlank()) {
                throw new UsageException("--allow-lost: expected a --reason why asks may be lost, got none");
            }
            if (by.isBlank()) {
                throw new UsageException("--by: expected who accepts, got nothing");
            }
            Path folder = sources.option.folder;
            List<Origin.Predecessor> before = BaselineFile.predecessors(folder); // what cannot be read is not replaced
            Proposal learned = sources.proposal(from);
            Losses losses = sources.losses(learned);
            Proposal proposal = allowLost ? learned : learned.against(losses.objections());
            PrintWriter out = spec.commandLine().getOut();
            BaselineLines.of(proposal, losses, sources.option).forEach(out::println);
            if (allowLost) {
                BaselineLines.warnings(losses.objections()).forEach(out::println);
            }
            sources.fewer(proposal).ifPresent(out::println);
            if (!proposal.objections().isEmpty()) {
                out.println(Texts.sentence(Message.of("accepting.not-accepted", "objections", (long)
                        proposal.objections().size())));
                return Status.DOES_NOT_HOLD;
            }
            BaselineFile.write(folder, accepted(proposal).after(before));
            out.println("accepted: " + folder.resolve(BaselineFile.NAME));
            return Status.HOLDS;
        }

        private Baseline accepted(Proposal proposal) {
            Acceptance acceptance = new Acceptance(by, Instant.now(), reason);
            try {
                return from.isPresent() ? proposal.acceptSingle(acceptance) : proposal.accept(acceptance);
            } catch (IllegalStateException e) {
                throw new UsageException(e.getMessage());
            }
        }
    }
}
