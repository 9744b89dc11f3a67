package io.seatrial.criteria;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What the flows of one survey say about one link. */
final class LinkEvidence {
    /** Largest chance that all good flows missed a link which none of them surely crossed. */
    private static final double MISSED_AT_MOST = 0.001;

    private static final int NAMED = 8;

    private final Link link;
    private final List<SubjectId> failingSurely = new ArrayList<>();
    private final List<SubjectId> failingPerhaps = new ArrayList<>();
    private final List<Message> doubts = new ArrayList<>();
    private int goodSurely;
    private int goodPerhaps;
    private double chanceThatAllMissed = 1;
    private Optional<Evidence> best = Optional.empty();

    LinkEvidence(Link link) {
        this.link = link;
    }

    SubjectId subject() {
        return link.subject();
    }

    void surely(Flow flow, Verdict verdict) {
        if (verdict instanceof Verdict.Fail) {
            failingSurely.add(flow.subject());
        } else if (verdict instanceof Verdict.Pass) {
            goodSurely++;
        }
        note(verdict);
    }

    void perhaps(Flow flow, Verdict verdict) {
        if (verdict instanceof Verdict.Fail) {
            failingPerhaps.add(flow.subject());
        } else if (verdict instanceof Verdict.Pass) {
            goodPerhaps++;
            chanceThatAllMissed *= 1 - 1.0 / alternatives(flow);
        }
        note(verdict);
    }

    /** Links among which ECMP chooses where this one is chosen: same tier, same lower switch. */
    private long alternatives(Flow flow) {
        return flow.possible().stream()
                .filter(other -> other.tier().equals(link.tier())
                        && other.a().node().equals(link.a().node()))
                .count();
    }

    private void note(Verdict verdict) {
        if (verdict == null) {
            return;
        }
        if (verdict instanceof Verdict.NotProven) {
            doubts.add(verdict.message());
            return;
        }
        verdict.evidence()
                .ifPresent(seen ->
                        best = Optional.of(best.map(b -> better(b, seen)).orElse(seen)));
    }

    private static Evidence better(Evidence a, Evidence b) {
        Direction better = a.better();
        return better.isWorse(a.seen().value(), b.seen().value()) ? b : a;
    }

    List<SubjectId> failing() {
        List<SubjectId> failing = new ArrayList<>(failingSurely);
        failing.addAll(failingPerhaps);
        return failing;
    }

    boolean everyCertainFlowFails() {
        return !failingSurely.isEmpty() && goodSurely == 0;
    }

    double badShareOfPossible() {
        int bad = failingPerhaps.size() + failingSurely.size();
        return bad == 0 ? 0 : (double) bad / (bad + goodPerhaps + goodSurely);
    }

    /** A failing flow that is explained elsewhere proves nothing good about this link. */
    boolean isProven() {
        return goodSurely > 0 || chanceThatAllMissed <= MISSED_AT_MOST;
    }

    Verdict fails(List<SubjectId> flows, Collection<SubjectId> inDoubtWith) {
        long proven = failing().size() + goodSurely + goodPerhaps;
        Message message = inDoubtWith.isEmpty()
                ? told(
                        "link.fails",
                        "flows",
                        ThroughLinks.names(flows, NAMED),
                        "failing",
                        (long) flows.size(),
                        "proven",
                        proven)
                : told(
                        "link.fails-or",
                        "flows",
                        ThroughLinks.names(flows, NAMED),
                        "failing",
                        (long) flows.size(),
                        "proven",
                        proven,
                        "others",
                        ThroughLinks.names(inDoubtWith, NAMED));
        return new Verdict.Fail(message, best);
    }

    Verdict passes(Collection<SubjectId> explainedBy) {
        Optional<Message> watch = explainedBy.isEmpty()
                ? Optional.empty()
                : Optional.of(told(
                        "watch.explained-elsewhere",
                        "flows",
                        ThroughLinks.names(failing(), NAMED),
                        "where",
                        ThroughLinks.names(explainedBy, NAMED)));
        Message message = goodSurely > 0
                ? told("link.passes", "good", (long) goodSurely)
                : told("link.passes-by-chance", "good", (long) goodPerhaps, "missed-ppm", (long)
                        Math.ceil(chanceThatAllMissed * 1e6));
        return new Verdict.Pass(message, best, watch);
    }

    /** Pass the cause on where there is one; a link that no flow could prove says how many more would. */
    Verdict notProven() {
        if (!doubts.isEmpty()) {
            return Ruling.notProven(subject(), doubts.get(0));
        }
        Message message = goodPerhaps > 0
                ? Message.of("link.perhaps-not-crossed", "good", (long) goodPerhaps, "missed-ppm", (long)
                        Math.ceil(chanceThatAllMissed * 1e6))
                : Message.of("link.no-proven-flow");
        return Ruling.notProven(subject(), message);
    }

    private Message told(String key, Object... values) {
        return ThroughLinks.message(key, this, values);
    }
}
