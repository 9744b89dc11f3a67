package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.criteria.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ParseResult;

/**
 * Makes a run measure what an earlier one did: the same seed, and so the same pairs in the same order, of the same part of the cluster.
 * What the command line says beside it must say the same.
 */
final class Following {
    private final RunOptions options;
    private final RunHeader earlier;

    private Following(RunOptions options, RunHeader earlier) {
        this.options = options;
        this.earlier = earlier;
    }

    /** Return the options of a command as they were in the run that it follows; where it follows none, perhaps narrowed to a retest. */
    static RunOptions narrow(RunCommand command) {
        if (command.as.isEmpty()) {
            return Retested.narrow(command);
        }
        if (command.retest.isPresent() || command.resume.isPresent()) {
            throw new UsageException(
                    "--as: expected without --retest and --resume, which say themselves what to measure");
        }
        RunHeader header = RunArchive.open(RunArchive.find(command.runs.folder, command.as.get()))
                .header();
        String cluster = command.cluster.cluster().name();
        if (!header.cluster().equals(cluster)) {
            throw new UsageException("--as: run " + header.run() + " is of cluster " + header.cluster()
                    + "; expected a run of " + cluster);
        }
        if (header.profile().equals(Profile.NIGHTLY.text()) && header.options().containsKey("budget")) {
            throw new UsageException("--as: run " + header.run() + " chose its rounds by what was oldest that night,"
                    + " which no other run can follow; expected a run without --budget");
        }
        return new Following(command.options, header).narrow();
    }

    private RunOptions narrow() {
        ParseResult given = options.spec.commandLine().getParseResult();
        if (given.hasMatchedOption("--seed")) {
            require("--seed", Long.toString(earlier.seed()), Long.toString(options.seed));
        }
        options.seed = earlier.seed();
        options.only = tags();
        options.hosts = same("hosts", options.hosts, text -> text);
        options.exclude = same("exclude", options.exclude, text -> text);
        options.leaf = same("leaf", options.leaf, text -> text);
        options.rail = same("rail", options.rail, Integer::valueOf);
        options.budget = same("budget", options.budget, text -> text);
        options.lasts = same("for", options.lasts, text -> text);
        return options;
    }

    private List<String> tags() {
        String then = earlier.options().getOrDefault("only", "");
        if (!options.only.isEmpty()) {
            require("--only", then.isEmpty() ? "not given" : then, String.join(" ", options.only));
        }
        return then.isEmpty() ? List.of() : new ArrayList<>(Arrays.asList(then.split(" ")));
    }

    private <T> Optional<T> same(String name, Optional<T> now, Function<String, T> reading) {
        Map<String, String> recorded = earlier.options();
        Optional<T> then = Optional.ofNullable(recorded.get(name)).map(reading);
        if (now.isPresent()) {
            require(
                    "--" + name,
                    recorded.getOrDefault(name, "not given"),
                    now.get().toString());
        }
        return then;
    }

    private void require(String option, String then, String now) {
        if (!then.equals(now)) {
            throw new UsageException("--as: run " + earlier.run() + " was measured with " + option + " " + then
                    + ", now it is " + now + "; leave " + option + " out, or start without --as");
        }
    }
}
