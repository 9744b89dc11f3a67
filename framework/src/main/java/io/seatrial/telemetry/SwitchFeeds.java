package io.seatrial.telemetry;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Switch;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.transport.Consoles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The switches of a cluster: those that are asked, and those of which nothing is ever known from their side. */
public final class SwitchFeeds {
    private SwitchFeeds() {}

    /** Make a feed for each switch with an address and a system, in the order of the inventory; nothing is connected yet. */
    public static List<CounterFeed> of(Cluster cluster, Consoles consoles) {
        return cluster.switches().stream()
                .filter(Switch::isAsked)
                .<CounterFeed>map(node -> SwitchFeed.of(cluster, node, consoles, SwitchFeed.Options.standard()))
                .toList();
    }

    /** Return why each other switch is not asked, by its name. */
    public static Map<String, Message> notAsked(Cluster cluster) {
        Map<String, Message> causes = new LinkedHashMap<>();
        for (Switch node : cluster.switches()) {
            if (node.address().isEmpty()) {
                causes.put(node.name(), Message.of("telemetry.no-address", "switch", node.name()));
            } else if (node.system().isEmpty()) {
                String known = String.join(", ", Switch.SYSTEMS);
                causes.put(node.name(), Message.of("telemetry.no-system", "switch", node.name(), "known", known));
            }
        }
        return causes;
    }

    /** Return the settings of a switch that is not asked, as unreadable. */
    public static List<Setting> unread(Cluster cluster, String node, Message cause) {
        return SettingGaps.unreadable(SwitchPorts.of(cluster, node), SettingGaps.ALL, cause);
    }
}
