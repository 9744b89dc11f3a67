package io.seatrial.criteria;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The waivers of a cluster, in the order of the file.
 *
 * @param list the waivers
 */
public record Waivers(List<Waiver> list) {
    /** No waivers at all. */
    public static final Waivers NONE = new Waivers(List.of());

    public Waivers {
        list = List.copyOf(list);
    }

    /**
     * What applying waivers came to.
     *
     * @param judgements the judgements, in their order, with the waived ones replaced
     * @param remarks about the waivers: expired, no longer needed, matching nothing
     */
    public record Applied(List<Judgement> judgements, List<Message> remarks) {
        public Applied {
            judgements = List.copyOf(judgements);
            remarks = List.copyOf(remarks);
        }
    }

    /** What the results say about one waiver. */
    public enum Use {
        NOTHING_MATCHED,
        NO_LONGER_NEEDED,
        EXPIRED,
        NEEDED
    }

    /**
     * How a waiver stands.
     *
     * @param use whether it is needed, and still applies
     * @param results how many results it waives
     */
    public record Standing(Waiver waiver, Use use, int results) {}

    /**
     * Say of every waiver how it stands.
     *
     * @param applied judgements with the waived ones replaced
     * @param today the day that decides what has expired
     */
    public List<Standing> standings(Collection<Judgement> applied, LocalDate today) {
        return list.stream()
                .map(waiver -> new Standing(waiver, use(waiver, applied, today), results(waiver, applied)))
                .toList();
    }

    private static int results(Waiver waiver, Collection<Judgement> applied) {
        return (int) applied.stream()
                .filter(judgement -> judgement.verdict() instanceof Verdict.Waived waived
                        && waived.ticket().equals(waiver.ticket())
                        && waiver.matches(judgement))
                .count();
    }

    /**
     * Apply the waivers of which the day has not passed. A failure is waived by any that matches, a result that is not proven only by one
     * that says so.
     *
     * @param today the day that decides what has expired
     */
    public Applied apply(Collection<Judgement> judgements, LocalDate today) {
        List<Waiver> unneeded = list.stream()
                .filter(waiver -> use(waiver, judgements, today) == Use.NO_LONGER_NEEDED)
                .toList();
        List<Judgement> applied = new ArrayList<>();
        for (Judgement judgement : judgements) {
            Verdict verdict = waived(judgement, today)
                    .or(() -> noLongerNeeded(judgement, unneeded))
                    .orElse(judgement.verdict());
            applied.add(new Judgement(judgement.criterion(), judgement.subject(), verdict));
        }
        List<Message> remarks = new ArrayList<>();
        list.forEach(waiver -> remark(waiver, judgements, today).ifPresent(remarks::add));
        return new Applied(applied, remarks);
    }

    /** Return one judgement, waived where it fails and a waiver of which the day has not passed matches. */
    public Judgement waive(Judgement judgement, LocalDate today) {
        return new Judgement(
                judgement.criterion(),
                judgement.subject(),
                waived(judgement, today).orElse(judgement.verdict()));
    }

    private Optional<Verdict> waived(Judgement judgement, LocalDate today) {
        return list.stream()
                .filter(waiver -> needs(judgement, waiver) && !waiver.expiredOn(today))
                .findFirst()
                .map(waiver -> waivedBy(waiver, judgement));
    }

    private static boolean needs(Judgement judgement, Waiver waiver) {
        boolean covered = judgement.verdict() instanceof Verdict.Fail
                || judgement.verdict() instanceof Verdict.NotProven && waiver.coversNotProven();
        return covered && waiver.matches(judgement);
    }

    private static Verdict waivedBy(Waiver waiver, Judgement judgement) {
        Message message = Message.of(
                "waiver.waived",
                "subject",
                judgement.subject().name(),
                "ticket",
                waiver.ticket(),
                "owner",
                waiver.owner(),
                "reason",
                waiver.reason(),
                "expires",
                waiver.expires().toString());
        Verdict instead = judgement.verdict();
        return new Verdict.Waived(message, instead.evidence(), waiver.ticket(), waiver.expires(), instead);
    }

    private static Optional<Verdict> noLongerNeeded(Judgement judgement, List<Waiver> unneeded) {
        if (!(judgement.verdict() instanceof Verdict.Pass pass) || pass.watch().isPresent()) {
            return Optional.empty();
        }
        return unneeded.stream()
                .filter(waiver -> waiver.matches(judgement))
                .findFirst()
                .map(waiver -> new Verdict.Pass(
                        pass.message(), pass.evidence(), Optional.of(told("waiver.no-longer-needed", waiver))));
    }

    private static Optional<Message> remark(Waiver waiver, Collection<Judgement> judgements, LocalDate today) {
        return switch (use(waiver, judgements, today)) {
            case NOTHING_MATCHED -> Optional.of(told("waiver.matches-nothing", waiver));
            case NO_LONGER_NEEDED -> Optional.of(told("waiver.no-longer-needed", waiver));
            case EXPIRED -> Optional.of(told("waiver.expired", waiver));
            case NEEDED -> Optional.empty();
        };
    }

    private static Use use(Waiver waiver, Collection<Judgement> judgements, LocalDate today) {
        List<Judgement> matching = judgements.stream().filter(waiver::matches).toList();
        if (matching.isEmpty()) {
            return Use.NOTHING_MATCHED;
        }
        if (matching.stream().allMatch(judgement -> judgement.verdict() instanceof Verdict.Pass)) {
            return Use.NO_LONGER_NEEDED;
        }
        return waiver.expiredOn(today) ? Use.EXPIRED : Use.NEEDED;
    }

    private static Message told(String key, Waiver waiver) {
        return Message.of(
                key,
                "ticket",
                waiver.ticket(),
                "owner",
                waiver.owner(),
                "criterion",
                waiver.criterion(),
                "subject",
                waiver.subject(),
                "expires",
                waiver.expires().toString());
    }
}
