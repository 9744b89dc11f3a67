package io.seatrial.telemetry.infiniband;

import io.seatrial.formats.Iblinkinfo;
import io.seatrial.formats.InfinibandPort;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.InfinibandSettings;
import io.seatrial.inventory.Switch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A switch of the cluster as the fabric shows it.
 *
 * @param name in cluster.yaml
 * @param lid where it is asked; 0 where it has none
 * @param ports by their number
 */
record FabricSwitch(String name, int lid, Map<Integer, InfinibandPort> ports) {
    /** The node description that a managed switch makes of its name: {@code MF0;leaf-1:MQM9700/U1}. */
    private static final Pattern MANAGED = Pattern.compile("^(?:MF0;)?([^:;]+)(?::.*)?$");

    int lastPort() {
        return ports.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /**
     * Find the switches of the cluster in what iblinkinfo printed: by the GUIDs in cluster.yaml, else by their node description. A
     * description that several nodes share names none of them.
     */
    static List<FabricSwitch> of(Iblinkinfo.Report report, InfinibandSettings settings, Cluster cluster) {
        Map<String, List<Iblinkinfo.Port>> byGuid = new LinkedHashMap<>();
        for (Iblinkinfo.Port port : report.links()) {
            if ("Switch".equals(port.nodeKind()) && port.guid() != null) {
                byGuid.computeIfAbsent(plain(port.guid()), guid -> new ArrayList<>())
                        .add(port);
            }
        }
        Set<String> names = cluster.switches().stream().map(Switch::name).collect(Collectors.toSet());
        Map<String, List<FabricSwitch>> found = new LinkedHashMap<>();
        byGuid.forEach((guid, ports) -> name(guid, ports.get(0).nodeName(), settings)
                .filter(names::contains)
                .ifPresent(name ->
                        found.computeIfAbsent(name, n -> new ArrayList<>()).add(of(name, ports))));
        return found.values().stream()
                .filter(same -> same.size() == 1)
                .flatMap(List::stream)
                .toList();
    }

    static String plain(String guid) {
        return guid.toLowerCase(Locale.ROOT).replaceFirst("^(0x)?0*", "");
    }

    private static Optional<String> name(String guid, String description, InfinibandSettings settings) {
        Optional<String> declared = settings.switches().entrySet().stream()
                .filter(each -> each.getValue().equals(guid))
                .map(Map.Entry::getKey)
                .findFirst();
        Matcher managed = MANAGED.matcher(description.strip());
        Optional<String> described =
                managed.matches() ? Optional.of(managed.group(1).strip()) : Optional.empty();
        return declared.or(() -> described.filter(name -> !settings.switches().containsKey(name)));
    }

    private static FabricSwitch of(String name, List<Iblinkinfo.Port> ports) {
        Map<Integer, InfinibandPort> byNumber = new HashMap<>();
        int lid = 0;
        for (Iblinkinfo.Port port : ports) {
            // port 0 is the switch's own management port
            if (port.link().port() > 0) {
                byNumber.put(port.link().port(), port.link());
            }
            lid = port.link().lid() == null ? lid : port.link().lid();
        }
        return new FabricSwitch(name, lid, Map.copyOf(byNumber));
    }
}
