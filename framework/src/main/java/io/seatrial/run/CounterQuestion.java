package io.seatrial.run;

import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.SubjectId;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Something that a suite asks of counters, over the windows in which other asks have traffic.
 *
 * @param ask id, for example {@code congestion.pause-ratio}
 */
public record CounterQuestion(String ask) {
    public CounterQuestion {
        Objects.requireNonNull(ask, "ask");
        if (CounterRule.of(ask).isEmpty()) {
            throw new IllegalArgumentException("ask " + ask + ": nothing is counted under this name");
        }
    }

    CounterRule rule() {
        return CounterRule.of(ask).orElseThrow();
    }

    /** @param tiers tiers whose links are asked; empty for all */
    SortedSet<SubjectId> subjects(Cluster cluster, Set<String> tiers) {
        SortedSet<SubjectId> subjects = new TreeSet<>();
        if (rule().kind() == SubjectId.Kind.CLUSTER) {
            subjects.add(new SubjectId(SubjectId.Kind.CLUSTER, cluster.name()));
        } else {
            cluster.links().stream()
                    .filter(link -> tiers.isEmpty() || tiers.contains(link.tier()))
                    .forEach(link -> subjects.add(link.subject()));
        }
        return subjects;
    }
}
