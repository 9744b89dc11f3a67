package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.baseline.Fabric;
import io.seatrial.baseline.Tolerance;
import io.seatrial.baseline.comparing.BeforeAfter;
import io.seatrial.baseline.comparing.Comparing;
import io.seatrial.baseline.comparing.Rules;
import io.seatrial.baseline.comparing.SettingChange;
import io.seatrial.baseline.comparing.VerdictChange;
import io.seatrial.criteria.Ask;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.criteria.Profile;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Message;
import io.seatrial.report.ComparedRuns;
import io.seatrial.report.RunFacts;
import io.seatrial.report.Texts;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Two archived runs of one cluster that may be held against each other; what must not be is refused here. */
final class TwoRuns {
    /** What is tolerated where nobody declared anything: 5 %, the field's bound for bandwidth. */
    private static final Tolerance OTHERWISE = new Tolerance(50_000, 0);

    private final RunSide before;
    private final RunSide after;

    private TwoRuns(RunSide before, RunSide after) {
        this.before = before;
        this.after = after;
    }

    /** Read both; what speaks against a comparison is found before the rounds are read, as far as the headers tell it. */
    static TwoRuns of(RunArchive before, RunArchive after) {
        RunHeader then = before.header();
        RunHeader now = after.header();
        if (then.run().equals(now.run()) && then.cluster().equals(now.cluster())) {
            throw new UsageException("compare: " + then.run() + " is named twice; expected two runs");
        }
        if (!then.cluster().equals(now.cluster())) {
            throw new UsageException("compare: run " + then.run() + " is of cluster " + then.cluster() + ", run "
                    + now.run() + " of cluster " + now.cluster() + "; expected two runs of one cluster");
        }
        DoubtfulRun.refuse("compare", before);
        DoubtfulRun.refuse("compare", after);
        TwoRuns runs = read(before, after);
        runs.refuseOtherFabric();
        return runs;
    }

    /** Both at once: reading is most of the work. */
    private static TwoRuns read(RunArchive before, RunArchive after) {
        CompletableFuture<RunSide> first = CompletableFuture.supplyAsync(() -> RunSide.read(before));
        RunSide second = RunSide.read(after);
        try {
            return new TwoRuns(first.join(), second);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Numbers of software say nothing about hardware. */
    private void refuseOtherFabric() {
        before.fabrics().forEach((ask, then) -> {
            SortedSet<String> now = after.fabrics().getOrDefault(ask, then);
            if (isSoftware(then) != isSoftware(now)) {
                throw new UsageException("compare: " + ask + " was measured on " + String.join(", ", then) + " in run "
                        + before.archive().header().run() + " and on " + String.join(", ", now) + " in run "
                        + after.archive().header().run()
                        + "; numbers of a software fabric are never compared with those of hardware");
            }
        });
    }

    private static boolean isSoftware(SortedSet<String> fabrics) {
        return fabrics.stream().anyMatch(Fabric::isSoftware);
    }

    /**
     * Compare.
     *
     * @param tolerance for every ask; empty takes what the criteria of the second run tolerate against a baseline
     */
    ComparedRuns compared(Optional<Tolerance> tolerance) {
        Cluster cluster = ClusterFile.read(after.archive().inputs());
        Criteria criteria = CriteriaFile.read(after.archive().inputs(), cluster);
        Function<String, Tolerance> tolerances =
                tolerance.<Function<String, Tolerance>>map(one -> ask -> one).orElse(declared(criteria));
        BeforeAfter numbers = Comparing.of(before.side(), after.side(), new Rules(tolerances, Rules.Q));
        return new ComparedRuns(
                facts(before, cluster),
                facts(after, cluster),
                ChangedInputs.of(before, after),
                SettingChange.of(before.settings(), after.settings()),
                VerdictChange.of(before.verdicts(), after.verdicts()),
                lost(),
                numbers,
                remarks(tolerance));
    }

    private static Function<String, Tolerance> declared(Criteria criteria) {
        return ask ->
                criteria.ask(ask).flatMap(Ask::drift).map(Ask.DriftRule::ofFlow).orElse(OTHERWISE);
    }

    private static RunFacts facts(RunSide side, Cluster cluster) {
        RunHeader header = side.archive().header();
        Instant end = side.archive().closing().map(Closing::ended).orElse(header.started());
        return new RunFacts(
                header.run(),
                header.cluster(),
                header.profile(),
                header.started(),
                end,
                cluster.lab().isPresent());
    }

    /** Criteria of the first run without any result in the second. */
    private List<String> lost() {
        SortedSet<String> lost = criteria(before);
        lost.removeAll(criteria(after));
        return List.copyOf(lost);
    }

    private static SortedSet<String> criteria(RunSide side) {
        return side.verdicts().keySet().stream()
                .map(VerdictChange.Result::criterion)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<Message> remarks(Optional<Tolerance> tolerance) {
        List<Message> remarks = new ArrayList<>();
        remarks.add(Message.of("compare.terms", "tolerance", text(tolerance), "q", percent(Rules.Q)));
        SortedSet<String> fabrics = new TreeSet<>();
        after.fabrics().values().forEach(fabrics::addAll);
        if (!fabrics.isEmpty()) {
            remarks.add(Message.of("compare.fabric", "fabric", String.join(", ", fabrics)));
        }
        remarks.addAll(profiles());
        remarks.addAll(otherOrder());
        for (RunSide side : List.of(before, after)) {
            failed(side).ifPresent(remarks::add);
            if (side.archive().closing().isEmpty()) {
                remarks.add(Message.of(
                        "compare.no-verdicts", "run", side.archive().header().run()));
            }
            JudgeCommand.notes(side.archive(), ClusterFile.read(side.archive().inputs()))
                    .forEach(note -> remarks.add(Message.of("remark", "text", note)));
        }
        return remarks;
    }

    private static String text(Optional<Tolerance> tolerance) {
        String otherwise = percent(OTHERWISE.ppm() / 1e6);
        return tolerance
                .map(one -> percent(one.ppm() / 1e6))
                .orElseGet(() -> Texts.sentence(Message.of("compare.tolerance.declared", "otherwise", otherwise)));
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    private List<Message> profiles() {
        String then = before.archive().header().profile();
        String now = after.archive().header().profile();
        if (then.equals(Profile.PRE.text()) && now.equals(Profile.POST.text())) {
            return List.of();
        }
        return then.equals(now)
                ? List.of(Message.of("compare.not-pre-post", "profile", then))
                : List.of(Message.of("compare.profiles", "before", then, "after", now));
    }

    /** The same subjects beside other ones share other links: part of a move may come from the company. */
    private List<Message> otherOrder() {
        List<Message> remarks = new ArrayList<>();
        before.rounds().forEach((ask, then) -> {
            if (after.rounds().containsKey(ask) && !after.rounds().get(ask).equals(then)) {
                remarks.add(Message.of(
                        "compare.order",
                        "ask",
                        ask,
                        "before",
                        before.archive().header().seed(),
                        "after",
                        after.archive().header().seed(),
                        "run",
                        before.archive().header().run()));
            }
        });
        return remarks;
    }

    private static Optional<Message> failed(RunSide side) {
        return side.archive()
                .closing()
                .filter(closing -> closing.status() == Status.FAILED)
                .map(closing -> Message.of(
                        "compare.failed", "run", side.archive().header().run(), "verdict", closing.verdict()));
    }
}
