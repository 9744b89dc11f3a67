package io.seatrial.plan;

import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What cannot vouch for anything: the bad subjects, and the ends of bad flows. A bad flow with an end of the flow in question says nothing
 * about its other end, since that flow's ends are the ones under suspicion.
 */
final class Suspicion {
    private final Set<String> hosts = new HashSet<>();
    private final Set<String> ports = new HashSet<>();
    private final Set<String> links = new HashSet<>();

    Suspicion(Flow failing, Set<SubjectId> bad) {
        Set<String> inQuestion = Set.of(failing.from().id(), failing.to().id());
        for (SubjectId subject : bad) {
            switch (subject.kind()) {
                case HOST -> hosts.add(subject.name());
                case PORT -> ports.add(subject.name());
                case LINK -> links.add(subject.name());
                case FLOW -> {
                    List<String> ends = List.of(subject.name().split(">", 2));
                    if (ends.stream().noneMatch(inQuestion::contains)) {
                        ports.addAll(ends);
                    }
                }
                case SWITCH, CLUSTER -> {
                    // every partner of the same path class crosses such a thing as well: no reason to refuse one
                }
            }
        }
    }

    boolean of(RdmaPort port) {
        return hosts.contains(port.host())
                || ports.contains(port.id())
                || port.links().stream().anyMatch(links::contains);
    }
}
