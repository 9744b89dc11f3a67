package io.seatrial.cli;

import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.BaselineFile;
import io.seatrial.criteria.Ask;
import io.seatrial.criteria.CounterTerms;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.criteria.Profile;
import io.seatrial.criteria.Waivers;
import io.seatrial.criteria.WaiversFile;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Selection;
import io.seatrial.measurement.Metric;
import io.seatrial.probe.FlowProbe;
import io.seatrial.run.FlowQuestion;
import io.seatrial.run.PlanningTestbed;
import io.seatrial.suites.Suites;
import io.seatrial.testkit.Launch;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A cluster's folder, read, with what a profile asks of the selected part.
 *
 * @param cluster the selected part
 */
record Prepared(
        Cluster cluster, Criteria criteria, Profile profile, Optional<Baseline> baseline, Waivers waivers, long seed) {
    /** Read a folder; every file that is wrong is refused here, before anything is touched. */
    static Prepared read(Path folder, Profile profile, Selection selection, long seed) {
        Cluster whole = ClusterFile.read(folder);
        Criteria criteria = CriteriaFile.read(folder, whole);
        return new Prepared(
                selection.apply(whole), criteria, profile, BaselineFile.read(folder), WaiversFile.read(folder), seed);
    }

    /** Return the ids of everything that some question of the profile needs. */
    Set<String> asks() {
        return criteria.asked(profile).stream().map(Criteria.Asked::ask).collect(Collectors.toSet());
    }

    /** Learn from the suites what they ask. */
    PlanningTestbed plan(List<String> tags) {
        // JUnit would take an expression here, which the archive could not keep as one word.
        tags.stream().filter(tag -> !tag.matches("[A-Za-z0-9-]+")).findFirst().ifPresent(tag -> {
            throw new UsageException(
                    "--only: expected one tag (configuration, cabling, links, latency, bandwidth, rdma, collectives, congestion, stability), got '"
                            + tag + "'");
        });
        PlanningTestbed testbed =
                new PlanningTestbed(cluster, asks()::contains, new Probes(criteria).parameters(profile), this::tiers);
        try {
            new Launch(Suites.ALL, tags).plan(testbed);
            return testbed;
        } catch (IllegalArgumentException e) {
            throw new UsageException("--only: " + e.getMessage());
        }
    }

    private Set<String> tiers(String ask) {
        return criteria.ask(ask).flatMap(Ask::counters).map(CounterTerms::tiers).orElse(Set.of());
    }

    Metric metric(FlowQuestion question) {
        return probe(question).metric();
    }

    /** Fill in the parameters of a question from the criteria; what they leave open has a default there. */
    FlowProbe probe(FlowQuestion question) {
        return new Probes(criteria).probe(question);
    }

    /** Return what the traffic runs on, as conditions name it: what is measured on a virtual cluster is never compared with anything else. */
    String fabric() {
        return cluster.lab().isPresent() ? "virtual-tcp" : "tcp";
    }
}
