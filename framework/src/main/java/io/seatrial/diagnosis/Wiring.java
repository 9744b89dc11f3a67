package io.seatrial.diagnosis;

import io.seatrial.inventory.Link;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which port belongs to which link, and which links share flows. */
final class Wiring {
    private static final BitSet NONE = new BitSet();

    private final List<Finding> findings;
    private final Map<String, Link> byPort = new HashMap<>();
    private final Map<String, Link> byId = new HashMap<>();
    private final Map<String, Set<String>> byNode = new HashMap<>();
    /** By link the positions of the findings whose flows cross it; made when it is first needed. */
    private Map<String, BitSet> flows;

    Wiring(Collection<Link> links, List<Finding> findings) {
        this.findings = findings;
        for (Link link : links) {
            byId.put(link.id(), link);
            byPort.put(link.a().toString(), link);
            byPort.put(link.b().toString(), link);
            byNode.computeIfAbsent(link.a().node(), node -> new HashSet<>()).add(link.id());
            byNode.computeIfAbsent(link.b().node(), node -> new HashSet<>()).add(link.id());
        }
    }

    static String nodeOf(String port) {
        int slash = port.indexOf('/');
        return slash < 0 ? port : port.substring(0, slash);
    }

    Optional<Link> linkAt(String port) {
        return Optional.ofNullable(byPort.get(port));
    }

    Optional<Link> link(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Return the ids of the links of a host or switch. */
    Set<String> linksOf(String node) {
        return byNode.getOrDefault(node, Set.of());
    }

    boolean isOfHost(String port) {
        return linkAt(port)
                .filter(Wiring::isOfHost)
                .filter(link -> link.a().toString().equals(port))
                .isPresent();
    }

    static boolean isOfHost(Link link) {
        return link.tier().equals(Link.HOST_LEAF);
    }

    /** Return the port at the other end of the cable, empty for one that the inventory does not know. */
    Optional<String> otherEnd(String port) {
        return linkAt(port)
                .map(link -> link.a().toString().equals(port)
                        ? link.b().toString()
                        : link.a().toString());
    }

    /** Return the ids of the links whose traffic meets that of a link, itself among them; without asks that of every ask counts. */
    Set<String> sharing(String link, Set<String> asks) {
        Set<String> sharing = new HashSet<>(Set.of(link));
        over(Set.of(link)).stream()
                .mapToObj(findings::get)
                .filter(finding -> asks.isEmpty() || asks.contains(finding.ask()))
                .forEach(finding -> sharing.addAll(crossed(finding)));
        return sharing;
    }

    /** Return the positions of the findings whose flows cross any of some links. */
    BitSet over(Set<String> links) {
        if (flows == null) {
            flows = new HashMap<>();
            for (int i = 0; i < findings.size(); i++) {
                for (String link : crossed(findings.get(i))) {
                    flows.computeIfAbsent(link, l -> new BitSet()).set(i);
                }
            }
        }
        BitSet over = new BitSet();
        links.forEach(link -> over.or(flows.getOrDefault(link, NONE)));
        return over;
    }

    private static Set<String> crossed(Finding finding) {
        Set<String> crossed = new HashSet<>();
        finding.flow().certain().forEach(link -> crossed.add(link.id()));
        finding.flow().possible().forEach(link -> crossed.add(link.id()));
        return crossed;
    }
}
