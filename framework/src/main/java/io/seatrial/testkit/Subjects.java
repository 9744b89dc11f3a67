package io.seatrial.testkit;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the name of a subject says: which hosts, which tier, which flows stand behind it. */
final class Subjects {
    /** Names of groups join hosts or ports by a plus, and say in words what they are ({@code within gpu-01}, {@code a+b rail 0}). */
    private static final String BETWEEN_ENDS = "[>~+ ]";

    private Subjects() {}

    static Verdict noEvidence(String criterion, SubjectId subject) {
        return new Verdict.NotProven(
                Message.of("no-evidence", "criterion", criterion, "subject", subject.name()), Optional.empty());
    }

    /** Return the subjects of a survey that stand behind a result: itself, or the flows of a link's host port. */
    static List<SubjectId> behind(Survey survey, SubjectId subject) {
        if (survey.subjects().containsKey(subject)) {
            return List.of(subject);
        }
        String port = subject.name().substring(0, Math.max(0, subject.name().indexOf('~')));
        return survey.subjects().keySet().stream()
                .filter(flow -> List.of(flow.name().split(">")).contains(port))
                .toList();
    }

    static Map<String, String> labels(Cluster cluster, SubjectId subject) {
        Map<String, String> labels = new TreeMap<>();
        if (subject.kind() == SubjectId.Kind.HOST) {
            labels.put("host", subject.name());
        }
        ports(subject).stream()
                .findFirst()
                .ifPresent(port -> cluster.ports().stream()
                        .filter(p -> p.id().equals(port))
                        .findFirst()
                        .ifPresent(p -> label(labels, cluster, p)));
        if (subject.kind() == SubjectId.Kind.PORT) {
            cluster.switches().stream()
                    .filter(each -> subject.name().startsWith(each.name() + "/"))
                    .forEach(each -> labels.put("switch", each.name()));
        }
        cluster.links().stream()
                .filter(link -> link.subject().equals(subject))
                .findFirst()
                .ifPresent(link -> labels.put("tier", link.tier()));
        return labels;
    }

    private static void label(Map<String, String> labels, Cluster cluster, RdmaPort port) {
        labels.put("host", port.host());
        port.rail().ifPresent(rail -> labels.put("rail", Integer.toString(rail)));
        cluster.links().stream()
                .filter(link -> port.links().contains(link.id()))
                .map(Link::b)
                .map(End::node)
                .findFirst()
                .ifPresent(leaf -> labels.put("switch", leaf));
    }

    /** Return the names of the hosts that a subject speaks of. */
    static List<String> hosts(SubjectId subject, Cluster cluster) {
        List<String> hosts = new ArrayList<>();
        for (String port : subject.name().split(BETWEEN_ENDS)) {
            String host = port.contains("/") ? port.substring(0, port.indexOf('/')) : port;
            if (cluster.hosts().stream().anyMatch(h -> h.name().equals(host))) {
                hosts.add(host);
            }
        }
        return hosts.stream().distinct().toList();
    }

    private static List<String> ports(SubjectId subject) {
        return List.of(subject.name().split("[>~]"));
    }
}
