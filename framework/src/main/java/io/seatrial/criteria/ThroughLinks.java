package io.seatrial.criteria;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * From verdicts over flows to one verdict per link. A link fails when every proven flow that surely crosses it fails, or when a failing
 * flow that crosses it is explained by no such link; so every failing flow leads to at least one failing link. A link whose failing
 * flows are explained elsewhere passes with a remark that names where. A link that no proven flow crossed is not proven.
 *
 * <p>Under ECMP a flow may or may not cross an uplink. A failing flow whose certain links are all cleared by good flows is laid on its
 * possible links; those with the largest bad share fail together, because one survey cannot tell them apart. Good flows prove an uplink
 * only when the chance that all of them missed it is at most 0.1 %.
 */
public final class ThroughLinks {
    private final List<Link> links;
    private final Map<SubjectId, LinkEvidence> evidence = new HashMap<>();
    private final Map<SubjectId, Set<SubjectId>> explanations = new TreeMap<>();

    private ThroughLinks(Collection<Link> links) {
        this.links = List.copyOf(links);
        links.forEach(link -> evidence.put(link.subject(), new LinkEvidence(link)));
    }

    /**
     * Judge links by the flows over them.
     *
     * @param flows what was measured, with the links that each crosses
     * @param links the links that get a verdict; no other is ever blamed
     * @param verdicts the verdict on each flow; a flow without one counts as not proven
     * @throws IllegalArgumentException if a failing flow crosses none of the links: its failure would be lost
     */
    public static SortedMap<SubjectId, Verdict> judge(
            Collection<Flow> flows, Collection<Link> links, Map<SubjectId, Verdict> verdicts) {
        ThroughLinks through = new ThroughLinks(links);
        flows.forEach(flow -> through.gather(flow, unwaived(verdicts.get(flow.subject()))));
        flows.stream()
                .filter(flow -> unwaived(verdicts.get(flow.subject())) instanceof Verdict.Fail)
                .forEach(through::explain);
        return through.verdicts();
    }

    /** A waiver of a flow is no good news about its links; they have waivers of their own. */
    private static Verdict unwaived(Verdict verdict) {
        return verdict instanceof Verdict.Waived waived ? waived.instead() : verdict;
    }

    private void gather(Flow flow, Verdict verdict) {
        for (Link link : flow.certain()) {
            LinkEvidence of = evidence.get(link.subject());
            if (of != null) {
                of.surely(flow, verdict);
            }
        }
        for (Link link : flow.possible()) {
            LinkEvidence of = evidence.get(link.subject());
            if (of != null) {
                of.perhaps(flow, verdict);
            }
        }
    }

    private void explain(Flow flow) {
        List<LinkEvidence> certain = known(flow.certain());
        List<LinkEvidence> possible = known(flow.possible());
        List<LinkEvidence> guilty =
                certain.stream().filter(LinkEvidence::everyCertainFlowFails).toList();
        if (guilty.isEmpty()) {
            guilty = possible.isEmpty() ? certain : worst(possible);
        }
        if (guilty.isEmpty()) {
            throw new IllegalArgumentException(
                    "flow " + flow.id() + " fails and crosses none of the links that are judged; judge its links too");
        }
        Set<SubjectId> names = new LinkedHashSet<>();
        guilty.forEach(link -> names.add(link.subject()));
        explanations.put(flow.subject(), names);
    }

    private List<LinkEvidence> known(List<Link> crossed) {
        return crossed.stream()
                .map(link -> evidence.get(link.subject()))
                .filter(of -> of != null)
                .distinct()
                .toList();
    }

    private static List<LinkEvidence> worst(List<LinkEvidence> possible) {
        double worst = possible.stream()
                .mapToDouble(LinkEvidence::badShareOfPossible)
                .max()
                .orElseThrow();
        return possible.stream()
                .filter(link -> link.badShareOfPossible() == worst)
                .toList();
    }

    private SortedMap<SubjectId, Verdict> verdicts() {
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        links.forEach(link -> verdicts.put(link.subject(), verdict(evidence.get(link.subject()))));
        return verdicts;
    }

    private Verdict verdict(LinkEvidence link) {
        List<SubjectId> blaming = new ArrayList<>();
        Set<SubjectId> elsewhere = new LinkedHashSet<>();
        for (SubjectId flow : link.failing()) {
            Set<SubjectId> explanation = explanations.get(flow);
            if (explanation.contains(link.subject())) {
                blaming.add(flow);
            } else {
                elsewhere.addAll(explanation);
            }
        }
        if (!blaming.isEmpty()) {
            return link.fails(blaming, inDoubtWith(link, blaming));
        }
        return link.isProven() ? link.passes(elsewhere) : link.notProven();
    }

    /** Return the other links that the same failing flows are laid on. */
    private Set<SubjectId> inDoubtWith(LinkEvidence link, List<SubjectId> blaming) {
        Set<SubjectId> others = new LinkedHashSet<>();
        blaming.forEach(flow -> others.addAll(explanations.get(flow)));
        others.remove(link.subject());
        return others;
    }

    /** Join names for a message: all of a few, else the first and how many more. */
    static String names(Collection<SubjectId> subjects, int atMost) {
        List<String> names =
                subjects.stream().map(SubjectId::name).sorted().limit(atMost).toList();
        int more = subjects.size() - names.size();
        return String.join(", ", names) + (more > 0 ? " +" + more : "");
    }

    static Message message(String key, LinkEvidence link, Object... values) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("subject", link.subject().name());
        told.putAll(Message.of(key, values).values());
        return new Message(key, told);
    }
}
