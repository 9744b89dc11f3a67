package io.seatrial.criteria.proof;

import io.seatrial.criteria.OverallVerdict;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Joins what runs of one cluster say, by one rule for each criterion and subject: the latest run that could decide counts. A later failure
 * beats an earlier pass, a repair beats an earlier failure, and a later run that could not tell takes nothing away.
 *
 * @param list one for everything that the cluster is asked, and one for whatever else failed, by criterion and subject
 */
public record Proofs(List<Proof> list) {
    /** Says of a criterion that a run which measured it must have given it other subjects. */
    private static final String NO_SUBJECT = "nothing-to-judge";

    public Proofs {
        list = List.copyOf(list);
    }

    /** Something that is asked. */
    private record Place(String criterion, SubjectId subject) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::criterion).thenComparing(Place::subject);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** What a run said at a place. */
    private record Said(String run, Verdict verdict, boolean lapsed) {
        boolean decides() {
            return !(unwaived(verdict) instanceof Verdict.NotProven);
        }

        boolean isWaived() {
            return verdict instanceof Verdict.Waived;
        }

        boolean fails() {
            return verdict instanceof Verdict.Fail;
        }
    }

    /**
     * Join.
     *
     * @param asked what the cluster as a whole is asked; the verdicts in it do not matter, but for a criterion without subjects
     * @param runs the runs in any order
     * @param today the day that decides which waivers have expired
     */
    public static Proofs of(Collection<Judgement> asked, Collection<RunResults> runs, LocalDate today) {
        SortedMap<Place, List<Said>> said = said(runs, today);
        Set<Place> places = places(asked, said);
        SortedMap<Place, Proof> proofs = new TreeMap<>();
        places.forEach(place -> proofs.put(place, proof(place, said.getOrDefault(place, List.of()), true)));
        said.forEach((place, verdicts) -> {
            if (!places.contains(place)) {
                Proof beside = proof(place, verdicts, false);
                if (beside.judgement().verdict() instanceof Verdict.Fail) {
                    proofs.put(place, beside);
                }
            }
        });
        return new Proofs(List.copyOf(proofs.values()));
    }

    /** Return the one answer, as for a run: what is not covered is not proven. */
    public OverallVerdict overall() {
        return OverallVerdict.of(list.stream().map(Proof::judgement).toList(), false);
    }

    private static SortedMap<Place, List<Said>> said(Collection<RunResults> runs, LocalDate today) {
        SortedMap<Place, List<Said>> said = new TreeMap<>();
        runs.stream()
                .sorted(Comparator.comparing(RunResults::started).thenComparing(RunResults::run))
                .forEach(run -> run.judgements().stream()
                        .filter(judgement -> counts(run, judgement))
                        .forEach(judgement -> said.computeIfAbsent(
                                        new Place(judgement.criterion(), judgement.subject()), p -> new ArrayList<>())
                                .add(said(run.run(), judgement.verdict(), today))));
        return said;
    }

    /** A part of the cluster can show that the cluster fails, not that the cluster as a whole keeps something. */
    private static boolean counts(RunResults run, Judgement judgement) {
        return run.whole()
                || judgement.subject().kind() != SubjectId.Kind.CLUSTER
                || unwaived(judgement.verdict()) instanceof Verdict.Fail;
    }

    private static Said said(String run, Verdict verdict, LocalDate today) {
        if (verdict instanceof Verdict.Waived waived && today.isAfter(waived.expires())) {
            return new Said(run, waived.instead(), true);
        }
        return new Said(run, verdict, false);
    }

    private static Set<Place> places(Collection<Judgement> asked, SortedMap<Place, List<Said>> said) {
        Set<Place> places = new HashSet<>();
        for (Judgement judgement : asked) {
            List<Place> measured = judgement.verdict().message().key().equals(NO_SUBJECT)
                    ? said.keySet().stream()
                            .filter(place -> place.criterion().equals(judgement.criterion()))
                            .toList()
                    : List.of();
            places.addAll(
                    measured.isEmpty() ? List.of(new Place(judgement.criterion(), judgement.subject())) : measured);
        }
        return places;
    }

    private static Proof proof(Place place, List<Said> said, boolean asked) {
        Optional<Said> counts = Stream.<Predicate<Said>>of(Said::decides, Said::isWaived, any -> true)
                .map(which -> last(said, which))
                .filter(Objects::nonNull)
                .findFirst();
        Verdict verdict = counts.map(Said::verdict).orElseGet(() -> notCovered(place));
        int at = counts.map(said::indexOf).orElse(0);
        boolean passes = verdict instanceof Verdict.Pass;
        return new Proof(
                new Judgement(place.criterion(), place.subject(), verdict),
                counts.map(Said::run),
                asked,
                counts.map(Said::lapsed).orElse(false),
                said.subList(0, at).stream()
                        .filter(one -> passes && one.fails())
                        .map(Said::run)
                        .toList(),
                said.subList(Math.min(said.size(), at + 1), said.size()).stream()
                        .map(Said::run)
                        .toList());
    }

    private static Said last(List<Said> said, Predicate<Said> which) {
        for (int i = said.size() - 1; i >= 0; i--) {
            if (which.test(said.get(i))) {
                return said.get(i);
            }
        }
        return null;
    }

    private static Verdict notCovered(Place place) {
        return new Verdict.NotProven(
                Message.of(
                        "signoff.not-covered",
                        "criterion",
                        place.criterion(),
                        "subject",
                        place.subject().name()),
                Optional.empty());
    }

    private static Verdict unwaived(Verdict verdict) {
        return verdict instanceof Verdict.Waived waived ? waived.instead() : verdict;
    }
}
