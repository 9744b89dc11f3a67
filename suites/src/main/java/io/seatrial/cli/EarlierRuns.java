package io.seatrial.cli;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.plan.Ages;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What earlier runs of a cluster asked, and when.
 *
 * @param folder folder of all runs
 * @param before only runs that began before that; a run that is resumed must plan as it did when it began
 */
record EarlierRuns(Path folder, Optional<Instant> before) {
    /** Two months of nights; what was not asked in them may as well never have been. */
    private static final int MOST = 60;

    /**
     * Read runs, the newest first, until everything wanted is known.
     *
     * @param wanted subjects by ask
     * @param notes gets a line for each run that cannot be read: what it asked counts as not asked
     */
    Ages ages(String cluster, Map<String, Set<SubjectId>> wanted, List<String> notes) {
        Map<String, Map<SubjectId, Instant>> asked = new HashMap<>();
        Map<String, Set<SubjectId>> open = new HashMap<>();
        wanted.forEach((ask, subjects) -> open.put(ask, new HashSet<>(subjects)));
        for (RunArchive archive : newestFirst(cluster)) {
            open.values().removeIf(Set::isEmpty);
            if (open.isEmpty()) {
                break;
            }
            try {
                take(archive, open, asked);
            } catch (ArchiveException e) {
                notes.add("run " + archive.header().run() + " cannot be read (" + e.getMessage()
                        + "); what it asked counts as not asked");
            }
        }
        return new Ages(asked);
    }

    private List<RunArchive> newestFirst(String cluster) {
        List<RunArchive> runs = new ArrayList<>(RunArchive.readable(folder).stream()
                .filter(run -> run.header().cluster().equals(cluster))
                .filter(run -> before.isEmpty() || run.header().started().isBefore(before.get()))
                .toList());
        Collections.reverse(runs);
        return runs.subList(0, Math.min(MOST, runs.size()));
    }

    /** All of a run counts as asked when it began, so that what was asked together is as old as each other. */
    private static void take(
            RunArchive archive, Map<String, Set<SubjectId>> open, Map<String, Map<SubjectId, Instant>> asked) {
        for (RoundRecord round : archive.rounds()) {
            Set<SubjectId> missing = open.getOrDefault(round.ask(), new HashSet<>());
            for (Measurement one : round.measurements()) {
                boolean retest = round.attempt() > 0 || !one.provenance().with().isEmpty();
                if (!retest && missing.remove(one.subject())) {
                    asked.computeIfAbsent(round.ask(), ask -> new HashMap<>())
                            .put(one.subject(), archive.header().started());
                }
            }
        }
    }
}
