package io.seatrial.baseline;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.SeriesKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A baseline that nobody accepted yet. Where the runs disagree by more than the tolerance, the proposal says which subject and which runs,
 * and cannot be accepted until a person names the value that is to be left out. Only one kind of value is left out without being asked, and
 * listed: see {@link Gathered}.
 *
 * @param terms of which cluster, and how runs are held against each other
 * @param runs the runs behind it, in order of time
 * @param references what would be accepted
 * @param leftOut values that would not be learned from
 * @param objections why it cannot be accepted as it is
 */
public record Proposal(
        Terms terms,
        List<SourceRun> runs,
        SortedMap<SeriesKey, Reference> references,
        List<Origin.LeftOut> leftOut,
        List<Message> objections) {
    /** So many accepted runs make a baseline (domain: must come from at least three accepted runs). */
    public static final int RUNS_NEEDED = 3;

    public Proposal {
        Objects.requireNonNull(terms, "terms");
        runs = List.copyOf(runs);
        references = Collections.unmodifiableSortedMap(new TreeMap<>(references));
        leftOut = List.copyOf(leftOut);
        objections = List.copyOf(objections);
    }

    /** A value that a person wants left out: what a run measured of a subject, wherever that disagrees with the other runs. */
    public record Without(String run, String subject) {
        /**
         * Read {@code RUN:SUBJECT}.
         *
         * @throws IllegalArgumentException if it is neither
         */
        public static Without parse(String text) {
            int colon = text.indexOf(':');
            if (colon < 1 || colon == text.length() - 1) {
                throw new IllegalArgumentException(
                        "expected RUN:SUBJECT, for example 20260131-060000-123:gpu-01/mlx5_0>gpu-02/mlx5_0, got '"
                                + text + "'");
            }
            return new Without(text.substring(0, colon), text.substring(colon + 1));
        }
    }

    /**
     * On what a proposal rests.
     *
     * @param cluster name of the cluster
     * @param clusterHash SHA-256 of its {@code cluster.yaml}
     * @param tolerances by ask, how far the runs may disagree
     * @param without what people want left out
     */
    public record Terms(
            String cluster, String clusterHash, Function<String, Tolerance> tolerances, Set<Without> without) {
        public Terms {
            Objects.requireNonNull(cluster, "cluster");
            Objects.requireNonNull(clusterHash, "clusterHash");
            Objects.requireNonNull(tolerances, "tolerances");
            without = Set.copyOf(without);
        }
    }

    /** Make a proposal from runs. */
    public static Proposal from(Terms terms, Collection<SourceRun> runs) {
        List<SourceRun> byTime = runs.stream()
                .sorted(Comparator.comparing(SourceRun::at).thenComparing(SourceRun::id))
                .toList();
        List<Message> objections = new ArrayList<>(objectionsToRuns(byTime));
        List<Origin.LeftOut> leftOut = new ArrayList<>();
        SortedMap<SeriesKey, Reference> references = new TreeMap<>();
        gather(byTime).forEach((key, gathered) -> {
            Gathered.Settled settled = gathered.settle(key, terms);
            settled.reference().ifPresent(reference -> references.put(key, reference));
            leftOut.addAll(settled.leftOut());
            objections.addAll(settled.objections());
        });
        objections.addAll(unused(terms.without(), leftOut));
        if (references.isEmpty()) {
            objections.add(Message.of("baseline.no-values", "runs", (long) byTime.size()));
        }
        return new Proposal(terms, byTime, references, leftOut, objections);
    }

    /** Return it with an objection where it rests on fewer runs than needed. */
    public Proposal requiring(int needed) {
        if (runs.size() >= needed) {
            return this;
        }
        List<Message> more = new ArrayList<>(objections);
        more.add(Message.of("baseline.too-few-runs", "runs", (long) runs.size(), "needed", (long) needed));
        return new Proposal(terms, runs, references, leftOut, more);
    }

    private static List<Message> objectionsToRuns(List<SourceRun> runs) {
        List<Message> objections = new ArrayList<>();
        runs.forEach(run -> run.doubt().ifPresent(objections::add));
        List<SourceRun> believed =
                runs.stream().filter(run -> run.doubt().isEmpty()).toList();
        believed.stream().filter(run -> run.left() > 0).forEach(run -> objections.add(leftOut(run)));
        believed.stream()
                .filter(run -> run.left() == 0 && !run.countable())
                .forEach(run -> objections.add(Message.of("baseline.run-not-countable", "run", run.id())));
        // one run may name several, for RDMA and for sockets; what counts is that every run names the same
        List<String> fabrics =
                believed.stream().map(SourceRun::fabric).distinct().sorted().toList();
        if (fabrics.size() > 1) {
            objections.add(Message.of("baseline.runs-of-several-fabrics", "fabrics", String.join("; ", fabrics)));
        }
        if (runs.stream().map(SourceRun::id).distinct().count() < runs.size()) {
            objections.add(Message.of("baseline.run-named-twice"));
        }
        return objections;
    }

    private static Message leftOut(SourceRun run) {
        return Message.of("baseline.run-left-out", "run", run.id(), "left", run.left(), "all", run.all());
    }

    private static SortedMap<SeriesKey, Gathered> gather(List<SourceRun> runs) {
        SortedMap<SeriesKey, Gathered> all = new TreeMap<>();
        List<String> ids = runs.stream().map(SourceRun::id).toList();
        for (int i = 0; i < runs.size(); i++) {
            int run = i;
            runs.get(i).values().classes().forEach((key, ofClass) -> {
                Gathered gathered = all.computeIfAbsent(key, k -> new Gathered(ofClass.metric(), ids, new TreeMap<>()));
                ofClass.rounds().forEach((subject, rounds) -> gathered.put(subject, run, rounds));
            });
        }
        return all;
    }

    /** A value that was named and agrees, or does not exist, was named by mistake. */
    private static List<Message> unused(Set<Without> without, List<Origin.LeftOut> leftOut) {
        Set<Without> unused = new HashSet<>(without);
        leftOut.forEach(
                left -> unused.remove(new Without(left.run(), left.subject().name())));
        return unused.stream()
                .sorted(Comparator.comparing(Without::run).thenComparing(Without::subject))
                .map(one -> Message.of("baseline.nothing-to-leave-out", "run", one.run(), "subject", one.subject()))
                .toList();
    }

    /** Return this proposal with more that speaks against it. */
    public Proposal against(Collection<Message> more) {
        List<Message> both = new ArrayList<>(objections);
        both.addAll(more);
        return new Proposal(terms, runs, references, leftOut, both);
    }

    /**
     * Accept three runs or more.
     *
     * @throws IllegalStateException if there is an objection, fewer runs than {@value #RUNS_NEEDED}, or something is left out by name
     *     without a reason
     */
    public Baseline accept(Acceptance accepted) {
        if (runs.size() < RUNS_NEEDED) {
            throw new IllegalStateException("baseline: expected " + RUNS_NEEDED + " countable runs, got " + runs.size()
                    + "; make more runs, or name a single run and the reason why it suffices");
        }
        if (!terms.without().isEmpty() && accepted.reason().isBlank()) {
            throw new IllegalStateException(
                    "baseline: expected a reason for what is left out by name, got none; say it by --reason");
        }
        return baseline(accepted);
    }

    /**
     * Accept one run by name, which needs a reason.
     *
     * @throws IllegalStateException if there is an objection, more than one run, or no reason
     */
    public Baseline acceptSingle(Acceptance accepted) {
        if (runs.size() != 1) {
            throw new IllegalStateException("baseline from a single run: expected one run, got " + runs.size());
        }
        if (accepted.reason().isBlank()) {
            throw new IllegalStateException("baseline from a single run: expected a reason, got none; say by --reason"
                    + " why one run suffices");
        }
        return baseline(accepted);
    }

    private Baseline baseline(Acceptance accepted) {
        if (!objections.isEmpty()) {
            throw new IllegalStateException("baseline of runs "
                    + runs.stream().map(SourceRun::id).collect(Collectors.joining(", "))
                    + ": cannot be accepted while there are objections; expected none, got "
                    + objections.stream().map(Message::key).collect(Collectors.joining(", ")));
        }
        String fabric = runs.get(0).fabric();
        List<Origin.OfRun> sources =
                runs.stream().map(run -> new Origin.OfRun(run.id(), run.at())).toList();
        return new Baseline(
                new Origin(
                        terms.cluster(),
                        terms.clusterHash(),
                        fabric,
                        Fabric.isVirtual(fabric),
                        sources,
                        accepted,
                        leftOut,
                        List.of()),
                references);
    }
}
