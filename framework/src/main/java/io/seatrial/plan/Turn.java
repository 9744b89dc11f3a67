package io.seatrial.plan;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A round that may run in a night, with all of its passes.
 *
 * @param ask id of its ask
 * @param round its number in the pattern
 * @param time what all passes take
 * @param links what it measures, each with the links that this surely crosses; of groups none are known
 */
public record Turn(String ask, int round, Duration time, SortedMap<SubjectId, SortedSet<SubjectId>> links) {
    public Turn {
        Objects.requireNonNull(ask, "ask");
        if (time.isNegative()) {
            throw new IllegalArgumentException("turn of " + ask + ": time: expected 0 or more, got " + time);
        }
        links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
    }

    /** Make the turn of a round of flows. */
    public static Turn of(String ask, Round round, Duration time) {
        SortedMap<SubjectId, SortedSet<SubjectId>> links = new TreeMap<>();
        round.flows().forEach(flow -> links.put(flow.subject(), subjects(flow.certain())));
        return new Turn(ask, round.number(), time, links);
    }

    /** Make the turn of a round of groups. */
    public static Turn of(String ask, GroupRound round, Duration time) {
        SortedMap<SubjectId, SortedSet<SubjectId>> links = new TreeMap<>();
        round.groups().forEach(group -> links.put(group.subject(), Collections.emptySortedSet()));
        return new Turn(ask, round.number(), time, links);
    }

    private static SortedSet<SubjectId> subjects(Collection<Link> links) {
        SortedSet<SubjectId> subjects = new TreeSet<>();
        links.forEach(link -> subjects.add(link.subject()));
        return subjects;
    }
}
