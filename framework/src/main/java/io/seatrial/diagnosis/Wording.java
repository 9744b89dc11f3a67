package io.seatrial.diagnosis;

import io.seatrial.diagnosis.Ballot.Candidate;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Names suspects and says why they are suspected and what would decide. */
final class Wording {
    private static final int NAMED = 3;

    private final Collection<Finding> findings;

    Wording(Collection<Finding> findings) {
        this.findings = findings;
    }

    Suspect ownReading(Link link, Judgement reading, double score, long failing, long notProven) {
        Message message = Message.of(
                "suspect.own-reading",
                "subject",
                nameOf(link),
                "criterion",
                reading.criterion(),
                "failing",
                failing,
                "not-proven",
                notProven);
        return new Suspect(
                1,
                subjectOf(link),
                alsoPossible(link, List.of()),
                score,
                message,
                Optional.of(reading.verdict().message()),
                List.of(swapCable(link)));
    }

    Suspect host(String host, Set<String> ports, Set<String> partners, long failing, double score) {
        Message message = Message.of(
                "suspect.host",
                "subject",
                host,
                "ports",
                (long) ports.size(),
                "partners",
                (long) partners.size(),
                "failing",
                failing);
        List<SubjectId> also =
                ports.stream().map(link -> new SubjectId(Kind.LINK, link)).toList();
        return new Suspect(
                1,
                new SubjectId(Kind.HOST, host),
                also,
                score,
                message,
                Optional.empty(),
                List.of(Message.of("decide.check-host", "host", host)));
    }

    Suspect link(Candidate candidate, List<Finding> bad, List<Link> undecided) {
        Link link = candidate.link();
        Message message = Message.of(
                candidate.strong() ? "suspect.link" : "suspect.link-weakly",
                "subject",
                nameOf(link),
                "failing",
                (long) bad.size(),
                "proven",
                (long) candidate.proven(),
                "asks",
                asks(bad));
        return new Suspect(
                1,
                subjectOf(link),
                alsoPossible(link, undecided),
                candidate.score(),
                message,
                Optional.empty(),
                decide(candidate.link(), bad));
    }

    /** A leaf one of whose uplinks is slow; with a single one it is that. */
    Suspect uplinks(UplinkBlame.Leaf leaf, List<Finding> bad) {
        List<Link> uplinks = leaf.uplinks();
        boolean one = uplinks.size() == 1;
        String names = String.join(", ", uplinks.stream().map(Link::id).toList());
        SubjectId subject = one ? uplinks.get(0).subject() : new SubjectId(Kind.SWITCH, leaf.name());
        Message message = Message.of(
                one ? "suspect.uplink" : "suspect.uplinks",
                "subject",
                subject.name(),
                "failing",
                (long) bad.size(),
                "proven",
                bad.size() + leaf.good(),
                "ports",
                (long) leaf.ports().size(),
                "partners",
                String.join(", ", leaf.partners()),
                "links",
                names);
        List<SubjectId> also = one
                ? alsoPossible(uplinks.get(0), List.of())
                : uplinks.stream().map(Link::subject).toList();
        return new Suspect(
                1,
                subject,
                also,
                bad.size(),
                message,
                Optional.empty(),
                List.of(Message.of("decide.uplinks", "links", names, "flows", flows(bad))));
    }

    Suspect noContact(String host, Message cause, long notProven) {
        Message message = Message.of("suspect.no-contact", "subject", host, "not-proven", notProven);
        return new Suspect(
                1,
                new SubjectId(Kind.HOST, host),
                List.of(),
                notProven,
                message,
                Optional.of(cause),
                List.of(Message.of("decide.reach-host", "host", host)));
    }

    private static String asks(Collection<Finding> bad) {
        Set<String> asks = new TreeSet<>();
        bad.forEach(finding -> asks.add(finding.ask()));
        return String.join(", ", asks);
    }

    /** Of a host's link the port is named: it is the name under which people look for it. */
    static SubjectId subjectOf(Link link) {
        return isHostLink(link) ? new SubjectId(Kind.PORT, link.a().toString()) : link.subject();
    }

    static String nameOf(Link link) {
        return subjectOf(link).name();
    }

    private static boolean isHostLink(Link link) {
        return link.tier().equals(Link.HOST_LEAF);
    }

    static List<SubjectId> alsoPossible(Link link, List<Link> undecided) {
        Set<SubjectId> also = new LinkedHashSet<>();
        undecided.forEach(other -> also.add(subjectOf(other)));
        if (isHostLink(link)) {
            also.add(link.subject());
        } else {
            also.add(new SubjectId(Kind.PORT, link.a().toString()));
        }
        also.add(new SubjectId(Kind.PORT, link.b().toString()));
        return new ArrayList<>(also);
    }

    /** Return what cannot be told from a port: the cable and the other end of it. */
    static List<SubjectId> otherThan(String port, Link link) {
        String other = link.a().toString().equals(port)
                ? link.b().toString()
                : link.a().toString();
        return List.of(link.subject(), new SubjectId(Kind.PORT, other));
    }

    private List<Message> decide(Link link, Collection<Finding> bad) {
        List<Message> decide = new ArrayList<>();
        if (!isHostLink(link)) {
            decide.add(Message.of("decide.other-source-ports", "flows", flows(bad)));
        } else {
            String partners = cleanPartners(link);
            decide.add(
                    partners.isEmpty()
                            ? Message.of("decide.more-partners", "subject", nameOf(link))
                            : Message.of("decide.good-partners", "subject", nameOf(link), "partners", partners));
        }
        decide.add(swapCable(link));
        return decide;
    }

    static Message swapCable(Link link) {
        return Message.of(
                "decide.swap-cable",
                "cable",
                link.cable(),
                "a",
                link.a().toString(),
                "b",
                link.b().toString());
    }

    private static String flows(Collection<Finding> bad) {
        Set<String> flows = new TreeSet<>();
        bad.forEach(finding -> flows.add(finding.flow().id()));
        return String.join(", ", flows.stream().limit(NAMED).toList());
    }

    /** Return ports of other hosts with good findings and no bad one: a pair with them tells which end is bad. */
    private String cleanPartners(Link link) {
        Set<String> good = new TreeSet<>();
        Set<String> bad = new TreeSet<>();
        for (Finding finding : findings) {
            Set<String> ports = finding.isGood() ? good : bad;
            if (!finding.isNotProven() && !finding.flow().certain().contains(link)) {
                ports.add(finding.flow().from().id());
                ports.add(finding.flow().to().id());
            }
        }
        good.removeAll(bad);
        good.removeIf(port -> port.startsWith(link.a().node() + "/"));
        return String.join(", ", good.stream().limit(NAMED).toList());
    }
}
