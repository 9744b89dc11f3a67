package io.seatrial.cli;

import io.seatrial.archive.Folders;
import io.seatrial.archive.Manifest;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.criteria.proof.Proofs;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Judgement;
import io.seatrial.run.PlannedAsk;
import io.seatrial.testkit.Concluded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The runs of one record, oldest first: of one cluster, one profile and the same criteria.
 *
 * @param list the runs
 */
record SignedRuns(List<SignedRun> list) {
    static SignedRuns read(Path runs, List<String> names) throws IOException {
        Set<Path> folders = new HashSet<>();
        List<SignedRun> read = new ArrayList<>();
        for (String name : names) {
            Path folder = RunArchive.find(runs, name);
            if (folders.add(folder.toRealPath())) {
                read.add(SignedRun.read(folder));
            }
        }
        read.sort(Comparator.comparing(run -> run.archive().header().started()));
        SignedRuns signed = new SignedRuns(List.copyOf(read));
        signed.list.forEach(signed::requireAlike);
        return signed;
    }

    SignedRun newest() {
        return list.get(list.size() - 1);
    }

    /** Return the whole cluster as the newest run describes it. */
    Cluster cluster() {
        return newest().described();
    }

    /** Return SHA-256 of {@code criteria.yaml}. */
    String criteria() {
        return criteria(newest());
    }

    private static String criteria(SignedRun run) {
        return Manifest.hash(run.archive().inputs().resolve(CriteriaFile.NAME));
    }

    private void requireAlike(SignedRun run) {
        RunHeader other = run.archive().header();
        RunHeader last = newest().archive().header();
        requireSame(run, "cluster", last.cluster(), other.cluster());
        requireSame(run, "profile", last.profile(), other.profile());
        requireSame(run, "criteria.yaml with SHA-256", criteria(), criteria(run));
        grown(run.described(), cluster()).ifPresent(what -> {
            throw SignedRun.refused(
                    run.archive(),
                    what + " is not in cluster.yaml of run " + last.run()
                            + " as it was; expected a cluster that only grew between the runs: what was changed must be"
                            + " run again");
        });
    }

    private void requireSame(SignedRun run, String what, String expected, String seen) {
        if (!seen.equals(expected)) {
            throw SignedRun.refused(
                    run.archive(),
                    "it is of " + what + " " + seen + ", and run "
                            + newest().archive().header().run() + " of " + expected
                            + "; expected the same in all runs of one record: sign two records, or run again");
        }
    }

    /** Return what of an earlier description is not in the later one as it was. */
    private static Optional<String> grown(Cluster earlier, Cluster later) {
        if (earlier.hash().equals(later.hash())) {
            return Optional.empty();
        }
        Map<String, Host> hosts = later.hosts().stream().collect(Collectors.toMap(Host::name, host -> host));
        Set<Link> links = Set.copyOf(later.links());
        return earlier.hosts().stream()
                .filter(host -> !isSame(host, hosts.get(host.name())))
                .map(host -> "host " + host.name())
                .findFirst()
                .or(() -> earlier.links().stream()
                        .filter(link -> !links.contains(link))
                        .map(link -> "link " + link.id())
                        .findFirst())
                .or(() -> earlier.platform().equals(later.platform())
                                && earlier.qos().equals(later.qos())
                                && earlier.lab().isPresent() == later.lab().isPresent()
                        ? Optional.empty()
                        : Optional.of("platform, qos or lab"));
    }

    /** How a host is reached may change. */
    private static boolean isSame(Host earlier, Host later) {
        return later != null && earlier.ports().equals(later.ports()) && earlier.gpus() == later.gpus();
    }

    /** Join what the runs say about everything that the cluster as a whole is asked. */
    Proofs proofs(LocalDate today) throws IOException {
        return Proofs.of(
                asked(), list.stream().map(run -> run.results(cluster())).toList(), today);
    }

    /** What the whole cluster is asked is what a run of all of it is judged by before anything is measured. */
    private List<Judgement> asked() throws IOException {
        Prepared of = newest().prepared();
        Prepared whole = new Prepared(cluster(), of.criteria(), of.profile(), of.baseline(), of.waivers(), of.seed());
        Path folder = Files.createTempDirectory("seatrial-signoff-");
        try {
            RunArchive blank =
                    RunArchive.create(folder, blank(), newest().archive().inputs());
            whole.plan(List.of()).asks().stream().map(PlannedAsk::record).forEach(blank::append);
            return Judged.of(blank, whole, List.of(), folder.resolve("results"), false, Judged.day(blank.header()))
                    .concluded()
                    .stream()
                    .map(Concluded::judgement)
                    .toList();
        } finally {
            Folders.remove(folder);
        }
    }

    private RunHeader blank() {
        RunHeader of = newest().archive().header();
        return new RunHeader(
                RunHeader.FORMAT,
                "asked",
                of.cluster(),
                of.clusterHash(),
                of.profile(),
                of.seed(),
                of.started(),
                cluster().hosts().stream().map(Host::name).toList(),
                Map.of(),
                of.version());
    }
}
