package io.seatrial.inventory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code nvlink-domains:}. */
final class NvlinkReader {
    private final Problems problems;
    private final boolean complete;
    private final Set<String> hosts = new LinkedHashSet<>();
    private final Map<String, Node> names = new HashMap<>();
    private final Map<String, Node> members = new HashMap<>();

    /** @param complete whether a host that is not in the list is a mistake, and not only the trace of an earlier one */
    NvlinkReader(Problems problems, List<Host> hosts, boolean complete) {
        this.problems = problems;
        this.complete = complete;
        hosts.forEach(host -> this.hosts.add(host.name()));
    }

    List<NvlinkDomain> read(Section cluster) {
        List<NvlinkDomain> domains = new ArrayList<>();
        for (Node node : cluster.list("nvlink-domains")) {
            Section.read(problems, node, Shape.NVLINK_DOMAIN).map(this::domain).ifPresent(domains::add);
        }
        return domains;
    }

    private NvlinkDomain domain(Section domain) {
        String name = domain.text("name").orElse("");
        Unique.address(problems, names, domain.place("name"), name, "NVLink domain");
        List<String> list = domain.names("hosts");
        list.forEach(host -> member(domain.place("hosts"), host));
        return new NvlinkDomain(name, list);
    }

    private void member(Node place, String host) {
        if (!hosts.contains(host) && !complete) {
            return;
        }
        if (!hosts.contains(host)) {
            problems.unknown(place, "host", host, hosts);
        } else {
            Unique.once(problems, members, place, host, "host '" + host + "' in an NVLink domain");
        }
    }
}
