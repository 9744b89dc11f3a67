package io.seatrial.diagnosis;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Says of groups why something is suspected, and what would decide. */
final class GroupWording {
    private static final int NAMED = 4;
    private static final String NOTHING = "-";

    /** A host whose own ranks fail among themselves. */
    Suspect alone(String host, List<GroupFinding> failing, long groups) {
        Message message = Message.of("suspect.host-alone", "subject", host, "asks", asks(failing), "failing", groups);
        return new Suspect(
                1,
                new SubjectId(Kind.HOST, host),
                List.of(),
                groups,
                message,
                Optional.of(failing.get(0).verdict().message()),
                List.of(Message.of("decide.check-host-alone", "host", host)));
    }

    /** A host that is slow with several others, of which some do well elsewhere. */
    Suspect inPairs(String host, Set<String> asks, long groups) {
        Message message = Message.of(
                "suspect.host-in-pairs", "subject", host, "asks", String.join(", ", asks), "failing", groups);
        return new Suspect(
                1,
                new SubjectId(Kind.HOST, host),
                List.of(),
                groups,
                message,
                Optional.empty(),
                List.of(Message.of("decide.check-host", "host", host)));
    }

    /** A group whose steps are good one by one. */
    Suspect commonPart(GroupFinding finding, List<Link> shared) {
        String names = named(shared.stream().map(Link::id).toList());
        Message message = Message.of(
                shared.isEmpty() ? "suspect.whole-ring" : "suspect.common-part",
                "subject",
                finding.group().name(),
                "ask",
                finding.ask(),
                "steps",
                (long) finding.steps().size(),
                "shared",
                names);
        return group(
                finding,
                shared.stream().map(Link::subject).toList(),
                message,
                Message.of("decide.common-part", "group", finding.group().name(), "shared", names));
    }

    /** A group of which nobody knows which step is slow. */
    Suspect undecided(GroupFinding finding) {
        Message message =
                Message.of("suspect.group", "subject", finding.group().name(), "ask", finding.ask(), "ranks", (long)
                        finding.group().ranks().size());
        return group(
                finding,
                finding.group().hosts().stream()
                        .map(host -> new SubjectId(Kind.HOST, host))
                        .toList(),
                message,
                Message.of("decide.steps-apart", "group", finding.group().name()));
    }

    private static Suspect group(GroupFinding finding, List<SubjectId> also, Message message, Message decide) {
        return new Suspect(
                1,
                finding.group().subject(),
                also,
                1,
                message,
                Optional.of(finding.verdict().message()),
                List.of(decide));
    }

    private static String asks(Collection<GroupFinding> failing) {
        Set<String> asks = new TreeSet<>();
        failing.forEach(finding -> asks.add(finding.ask()));
        return String.join(", ", asks);
    }

    private static String named(List<String> names) {
        if (names.isEmpty()) {
            return NOTHING;
        }
        String some = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() > NAMED ? some + ", ... (" + names.size() + ")" : some;
    }
}
