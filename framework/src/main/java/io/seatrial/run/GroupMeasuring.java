package io.seatrial.run;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupRound;
import io.seatrial.plan.GroupShape;
import io.seatrial.plan.Groups;
import io.seatrial.plan.RankKind;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.GroupRunner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;

/**
 * Works through the groups of an ask. A group that fails is measured again, and then the links of its ring two ranks at a time: a ring is as slow as
 * its slowest link, and only that tells which one it is.
 */
final class GroupMeasuring {
    /** Beyond so many groups the fabric is bad at large, and taking each apart would take longer than the run. */
    private static final int MOST_TAKEN_APART = 16;

    private final RunArchive archive;
    private final GroupRunner runner;
    private final Progress progress;
    private final BiPredicate<Integer, Integer> begins;
    private final BooleanSupplier interrupted;
    private final PlannedAsk.Groups ask;

    /**
     * @param begins whether a round with this number and attempt is not yet in the archive
     * @param interrupted asked before every round; true leaves out the rest, which then counts as not measured
     */
    GroupMeasuring(
            RunArchive archive,
            GroupRunner runner,
            Progress progress,
            PlannedAsk.Groups ask,
            BiPredicate<Integer, Integer> begins,
            BooleanSupplier interrupted) {
        this.interrupted = interrupted;
        this.archive = archive;
        this.runner = runner;
        this.progress = progress;
        this.ask = ask;
        this.begins = begins;
    }

    void first() {
        progress.phase(ask.ask(), count(ask.rounds()));
        ask.rounds().forEach(round -> one(ask.probe(), round.number(), 0, round.groups()));
    }

    /** Measure again what is doubtful, and what decides about it. */
    void again(Set<SubjectId> doubtful) {
        List<Part> parts = parts(doubtful);
        if (parts.isEmpty()) {
            return;
        }
        progress.phase(
                ask.ask() + " retest",
                parts.stream().mapToInt(part -> part.groups().size()).sum());
        for (int number = 0; number < parts.size(); number++) {
            one(parts.get(number).probe(), number, 1, parts.get(number).groups());
        }
    }

    /** Groups that run at the same moment, with what runs over them. */
    private record Part(CollectiveProbe probe, List<Group> groups) {}

    private List<Part> parts(Set<SubjectId> doubtful) {
        List<Part> parts = new ArrayList<>();
        List<Group> apart = new ArrayList<>();
        for (GroupRound round : ask.once()) {
            List<Group> bad = round.groups().stream()
                    .filter(group -> doubtful.contains(group.subject()))
                    .toList();
            if (!bad.isEmpty()) {
                parts.add(new Part(ask.probe(), round.groups())); // under the same load
                apart.addAll(bad);
            }
        }
        boolean byNic = ask.probe().settings().backend().ranks() == RankKind.NIC;
        // what a step of training waits for is no bus bandwidth, and tells nothing of single links
        if (byNic && ask.probe().step().isEmpty()) {
            apart.stream()
                    .filter(group -> group.ranks().size() > 2)
                    .limit(MOST_TAKEN_APART)
                    .forEach(ring -> decide(Groups.edges(ring, RankKind.NIC).rounds(), parts));
            decide(apart.stream().anyMatch(GroupMeasuring::spans) ? ask.deciding() : List.of(), parts);
        }
        return parts;
    }

    /** What a host or two ports do among themselves says too little of leaves to spend the time. */
    private static boolean spans(Group group) {
        return group.shape() != GroupShape.HOST && group.shape() != GroupShape.HALVES;
    }

    private void decide(List<GroupRound> rounds, List<Part> parts) {
        rounds.forEach(round -> parts.add(new Part(ask.probe().deciding(), round.groups())));
    }

    private static int count(List<GroupRound> rounds) {
        return rounds.stream().mapToInt(round -> round.groups().size()).sum();
    }

    private void one(CollectiveProbe probe, int number, int attempt, List<Group> groups) {
        if (interrupted.getAsBoolean()) {
            return;
        }
        if (!begins.test(number, attempt)) {
            groups.forEach(group -> progress.done(true));
            return;
        }
        Instant begin = Instant.now();
        List<Measurement> measured = runner.run(probe, number, attempt, groups);
        TimeWindow window = new TimeWindow(begin, Instant.now());
        archive.append(new RoundRecord(ask.ask(), number, attempt, measured, List.of(), Optional.of(window)));
        measured.forEach(one -> progress.done(one.value().isPresent()));
    }
}
