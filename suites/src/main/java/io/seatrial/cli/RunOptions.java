package io.seatrial.cli;

import io.seatrial.criteria.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is asked of which part of a cluster; shared by {@code run} and {@code plan}. */
final class RunOptions {
    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(
            names = "--profile",
            required = true,
            paramLabel = "PROFILE",
            description = "bringup, nightly, pre or post: what is asked, as criteria.yaml says.")
    String profile;

    @Option(
            names = "--only",
            paramLabel = "TAG",
            description =
                    "Only suites with this tag (configuration, cabling, links, latency, bandwidth, rdma, collectives,"
                            + " congestion, stability); repeatable.")
    List<String> only = List.of();

    @Option(names = "--hosts", paramLabel = "HOSTLIST", description = "Only these hosts, for example gpu-[01-16,20].")
    Optional<String> hosts = Optional.empty();

    @Option(names = "--exclude", paramLabel = "HOSTLIST", description = "Not these hosts.")
    Optional<String> exclude = Optional.empty();

    @Option(names = "--leaf", paramLabel = "NAME", description = "Only what hangs on this leaf.")
    Optional<String> leaf = Optional.empty();

    @Option(names = "--rail", paramLabel = "N", description = "Only this rail.")
    Optional<Integer> rail = Optional.empty();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = {
                "Cut rounds so that measuring takes no longer, for example 30m; what is cut is said. In profile nightly",
                "each night asks what was never asked, then what was asked the longest ago."
            })
    Optional<String> budget = Optional.empty();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description =
                    "How long the load of suite stability lasts, for example 24h (default: what criteria.yaml says).")
    Optional<String> lasts = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the plan (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    long seed;

    /** Return how long load lasts that is to last, empty where nothing was said. */
    Optional<Duration> lasts() {
        return lasts.map(text -> Durations.parse("--for", text));
    }

    Profile profile() {
        try {
            return Profile.of(profile);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--profile: " + e.getMessage());
        }
    }
}
