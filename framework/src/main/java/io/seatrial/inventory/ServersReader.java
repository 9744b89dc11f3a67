package io.seatrial.inventory;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code prometheus:}, {@code infiniband:} and {@code ufm:}. */
final class ServersReader {
    private static final Duration COMMAND = Duration.ofSeconds(10);
    /** Nobody publishes how often a switch renews what its management agent tells; chosen (evidence D). */
    private static final Duration SWITCH_REFRESH = Duration.ofSeconds(1);
    /** UFM's primary telemetry, recalled from its manual (evidence C). */
    private static final Duration UFM_REFRESH = Duration.ofSeconds(30);

    private final Problems problems;
    private final HttpReader http;
    private final Set<String> hosts;
    private final Set<String> switches;
    private final boolean allHosts;

    /** @param allHosts whether every host could be read, so that an unknown one is an error of its own */
    ServersReader(Problems problems, SshReader paths, List<Host> hosts, boolean allHosts, Set<String> switches) {
        this.problems = problems;
        this.http = new HttpReader(problems, paths);
        this.hosts = hosts.stream().map(Host::name).collect(Collectors.toCollection(LinkedHashSet::new));
        this.allHosts = allHosts;
        this.switches = switches;
    }

    Servers read(Section cluster) {
        return new Servers(
                new PrometheusReader(problems, http).read(cluster),
                cluster.section("infiniband", Shape.INFINIBAND).flatMap(this::infiniband),
                cluster.section("ufm", Shape.UFM).flatMap(this::ufm));
    }

    private Optional<UfmSettings> ufm(Section server) {
        Duration refresh = http.duration(server, "refresh").orElse(UFM_REFRESH);
        return http.read(server).map(asked -> new UfmSettings(asked, refresh));
    }

    private Optional<InfinibandSettings> infiniband(Section fabric) {
        int before = problems.count();
        Optional<String> from = fabric.text("from");
        if (allHosts && from.isPresent() && !hosts.contains(from.get())) {
            problems.unknown(fabric.place("from"), "host", from.get(), hosts);
        }
        boolean sudo = fabric.flag("sudo").orElse(false);
        Duration deadline = http.duration(fabric, "deadline").orElse(COMMAND);
        if (deadline.isZero()) {
            problems.add(fabric.place("deadline"), "a deadline of 0", "more than 0, for example 10s");
        }
        Duration refresh = http.duration(fabric, "refresh").orElse(SWITCH_REFRESH);
        Map<String, String> guids = guids(fabric);
        return problems.count() > before || from.isEmpty()
                ? Optional.empty()
                : Optional.of(new InfinibandSettings(from.get(), sudo, deadline, refresh, guids));
    }

    private Map<String, String> guids(Section fabric) {
        Map<String, Node> places = new HashMap<>();
        Map<String, String> guids = new HashMap<>();
        for (Node item : fabric.filled("switches")) {
            Section.read(problems, item, Shape.INFINIBAND_SWITCH)
                    .ifPresent(entry -> guid(entry).ifPresent(guid -> put(entry, guid, guids, places)));
        }
        return guids;
    }

    private void put(Section entry, String guid, Map<String, String> guids, Map<String, Node> places) {
        String name = entry.text("name").orElse("");
        if (!name.isEmpty() && !switches.isEmpty() && !switches.contains(name)) {
            problems.unknown(entry.place("name"), "switch", name, switches);
        }
        if (Unique.once(problems, places, entry.place("guid"), guid, "GUID '" + guid + "'")) {
            guids.put(name, guid);
        }
    }

    private Optional<String> guid(Section entry) {
        Optional<String> text = entry.text("guid");
        if (text.isPresent() && !text.get().matches("(0[xX])?[0-9a-fA-F]{1,16}")) {
            problems.add(
                    entry.place("guid"), "guid '" + text.get() + "'", "the node's GUID, up to 16 hexadecimal digits");
            return Optional.empty();
        }
        return text.map(guid -> guid.toLowerCase(Locale.ROOT).replaceFirst("^(0x)?0*", ""));
    }
}
