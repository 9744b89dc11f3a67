package io.seatrial.cli;

import io.seatrial.criteria.ExperimentFile;
import io.seatrial.criteria.experiment.Experiment;
import io.seatrial.criteria.experiment.Factor;
import io.seatrial.criteria.experiment.Level;
import io.seatrial.criteria.experiment.Treatment;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.HostList;
import io.seatrial.run.Treatments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An experiment with the cluster that it speaks of.
 *
 * @param experiment what is declared
 * @param cluster the cluster
 * @param hash SHA-256 of the file, so that runs of another version of it are not taken for its own
 */
record ExperimentPlan(Experiment experiment, Cluster cluster, String hash) {
    /** Recorded by every run of an experiment. */
    static final String EXPERIMENT = "experiment";

    static final String FILE = "experiment-file";
    static final String TREATMENT = "treatment";
    static final String BLOCK = "block";

    /** Read a file, or the file in a folder; hosts that the cluster does not have are refused. */
    static ExperimentPlan read(Path given) {
        Path file = Files.isDirectory(given) ? given.resolve(ExperimentFile.NAME) : given;
        Experiment experiment = ExperimentFile.read(file);
        Cluster cluster = ClusterFile.read(experiment.cluster());
        List<String> known = cluster.hosts().stream().map(Host::name).toList();
        for (Factor factor : experiment.factors()) {
            factor.hosts().stream()
                    .flatMap(text -> HostList.expand(text).stream())
                    .filter(host -> !known.contains(host))
                    .findFirst()
                    .ifPresent(host -> {
                        throw new UsageException(file + ": factor " + factor.name() + ": cluster " + cluster.name()
                                + " has no host " + host);
                    });
        }
        return new ExperimentPlan(experiment, cluster, hash(file));
    }

    private static String hash(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Return what is done on which host under a treatment. */
    List<Treatments.Step> steps(Treatment treatment) {
        List<Treatments.Step> steps = new ArrayList<>();
        for (Factor factor : experiment.factors()) {
            Level level = experiment.level(factor, treatment);
            if (level.apply().isPresent()) {
                hosts(factor)
                        .forEach(host -> steps.add(new Treatments.Step(
                                host, level.apply().get(), level.restore().orElseThrow())));
            }
        }
        return steps;
    }

    private List<String> hosts(Factor factor) {
        return factor.hosts()
                .map(HostList::expand)
                .orElseGet(() -> cluster.hosts().stream().map(Host::name).toList());
    }

    /** Return what a run of it records. */
    Map<String, String> recorded(int block, Treatment treatment) {
        return Map.of(
                EXPERIMENT, experiment.name(), FILE, hash, TREATMENT, treatment.text(), BLOCK, Integer.toString(block));
    }

    /** Return every command in the order in which it would be run. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(experiment.name() + ": " + experiment.question());
        experiment
                .fixed()
                .forEach(fixed ->
                        lines.add("fixed: " + fixed.name() + ": on every host, before every run: " + fixed.command()
                                + fixed.expect().map(text -> " -> " + text).orElse("")));
        for (int block = 0; block < experiment.blocks(); block++) {
            for (Treatment treatment : experiment.inBlock(block)) {
                lines.add("block " + block + ": " + treatment.text() + ": " + measured());
                lines.addAll(commands(treatment));
            }
        }
        return lines;
    }

    /** Hosts that run the same share their lines. */
    private List<String> commands(Treatment treatment) {
        Map<List<String>, List<String>> hosts = new LinkedHashMap<>();
        steps(treatment)
                .forEach(step -> hosts.computeIfAbsent(
                                List.of(step.apply(), step.restore()), commands -> new ArrayList<>())
                        .add(step.host()));
        List<String> lines = new ArrayList<>();
        hosts.forEach((commands, names) -> {
            lines.add("  " + HostList.fold(names) + ": " + commands.get(0));
            lines.add("  " + HostList.fold(names) + ": afterwards: " + commands.get(1));
        });
        return lines;
    }

    private String measured() {
        Experiment.Measuring measuring = experiment.measuring();
        String only = measuring.only().isEmpty() ? "" : " --only " + String.join(" --only ", measuring.only());
        return "run --profile " + measuring.profile().text() + " --seed " + experiment.seed() + only;
    }
}
