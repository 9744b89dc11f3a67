package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.archive.Folders;
import io.seatrial.archive.Manifest;
import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.proof.RunResults;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Judgement;
import io.seatrial.report.Kind;
import io.seatrial.testkit.Concluded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A run that came to its end, is as it was then, and is judged again to the same results: only of such a run can be signed what it says.
 *
 * @param archive its folder
 * @param closing how it ended
 * @param manifest what its files contained
 * @param described the whole cluster as the run knew it
 * @param prepared its inputs
 * @param judgements its results with their numbers
 */
record SignedRun(
        RunArchive archive,
        Closing closing,
        Manifest manifest,
        Cluster described,
        Prepared prepared,
        List<Judgement> judgements) {
    static SignedRun read(Path folder) throws IOException {
        RunArchive archive = RunArchive.open(folder);
        Closing closing = archive.closing()
                .orElseThrow(() -> refused(
                        archive,
                        "it did not come to its end; expected a closed run: go on with 'seatrial run --resume "
                                + archive.header().run() + "', or sign another one"));
        if (closing.status() == Status.FAILED) {
            throw refused(archive, "the run itself failed; expected one that came to a verdict of the cluster");
        }
        Manifest manifest = whole(archive);
        Prepared prepared = JudgeCommand.prepared(archive, Optional.empty());
        SignedRun run = new SignedRun(
                archive, closing, manifest, ClusterFile.read(archive.inputs()), prepared, judged(archive, prepared));
        run.requireSameResults();
        run.requireSameEnd();
        return run;
    }

    private static Manifest whole(RunArchive archive) {
        Manifest manifest = archive.manifest()
                .orElseThrow(() -> refused(
                        archive,
                        "there is no " + Manifest.NAME + " that tells whether it was changed; "
                                + (archive.isHalfClosed()
                                        ? "expected 'seatrial run --resume "
                                                + archive.header().run()
                                                + "' first, because it crashed while it was closed"
                                        : "expected a run of a version that writes one: run again")));
        manifest.check(archive.folder()).stream().findFirst().ifPresent(found -> {
            throw refused(
                    archive,
                    found.text() + "; expected the files as they were when the run ended: restore them, or run again");
        });
        return manifest;
    }

    private static List<Judgement> judged(RunArchive archive, Prepared prepared) throws IOException {
        Path results = Files.createTempDirectory("seatrial-signoff-");
        try {
            return Judged.of(
                            archive, prepared, JudgeCommand.tags(archive), results, false, Judged.day(archive.header()))
                    .concluded()
                    .stream()
                    .map(Concluded::judgement)
                    .toList();
        } finally {
            Folders.remove(results);
        }
    }

    /** The words and numbers of the record are made anew; they must be about what the run itself said. */
    private void requireSameResults() {
        Map<String, String> then = new TreeMap<>();
        closing.results().forEach(r -> then.put(r.criterion() + " of " + r.subject(), r.verdict()));
        Map<String, String> now = new TreeMap<>();
        judgements.forEach(j -> now.put(
                j.criterion() + " of " + j.subject(), Kind.of(j.verdict()).css()));
        if (then.equals(now)) {
            return;
        }
        Set<String> all = new TreeSet<>(then.keySet());
        all.addAll(now.keySet());
        String first = all.stream()
                .filter(key -> !then.getOrDefault(key, "-").equals(now.getOrDefault(key, "-")))
                .findFirst()
                .orElseThrow();
        throw refused(
                archive,
                "this version (" + Version.text() + ") judges " + first + " " + now.getOrDefault(first, "not at all")
                        + ", and the run (" + archive.header().version() + ") said "
                        + then.getOrDefault(first, "nothing") + "; expected the same: sign with the version that ran");
    }

    /** The results are those of the judgement made anew, so that it ends as they say. */
    private void requireSameEnd() {
        Closing expected = closing.ofItsResults();
        if (!closing.equals(expected)) {
            throw refused(
                    archive,
                    "its closed.json says " + closing.text() + ", and its results, judged again, make "
                            + expected.text() + "; expected the same: it was changed, restore it or run again");
        }
    }

    static UsageException refused(RunArchive archive, String why) {
        return new UsageException("run " + archive.header().run() + " cannot be signed: " + why);
    }

    /** Tell whether it had every host, on every leaf and rail. */
    boolean isOfAll(Cluster whole) {
        Map<String, String> options = archive.header().options();
        Set<String> hosts = whole.hosts().stream().map(Host::name).collect(Collectors.toSet());
        return !options.containsKey("leaf")
                && !options.containsKey("rail")
                && Set.copyOf(archive.header().hosts()).equals(hosts);
    }

    RunResults results(Cluster whole) {
        return new RunResults(archive.header().run(), archive.header().started(), isOfAll(whole), judgements);
    }
}
