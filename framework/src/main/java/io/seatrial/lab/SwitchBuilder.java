package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.Switch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the switches that can be reached: those with an address that run SONiC, which is what the lab's switches speak. */
record SwitchBuilder(Cluster cluster, Topology topology) {
    /** Return the switches by SSH address. */
    Map<String, VirtualSwitch> switches() {
        Map<String, VirtualSwitch> switches = new LinkedHashMap<>();
        for (Switch node : cluster.switches()) {
            if (Lab.serves(node)) {
                switches.put(
                        node.address(),
                        new VirtualSwitch(new SwitchMeter(node.name(), ports(node.name()), topology.quality())));
            }
        }
        return switches;
    }

    private List<SwitchPort> ports(String name) {
        List<SwitchPort> ports = new ArrayList<>();
        for (Link link : topology.links()) {
            if (link.a().node().equals(name)) {
                ports.add(port(link, link.a(), link.b(), ports.size() + 1));
            } else if (link.b().node().equals(name)) {
                ports.add(port(link, link.b(), link.a(), ports.size() + 1));
            }
        }
        return ports;
    }

    private SwitchPort port(Link link, End here, End there, int index) {
        return new SwitchPort(
                here.port(),
                index,
                link,
                topology.side(here, there),
                topology.side(there, here),
                topology.isUp(link) ? Optional.of(neighbor(there)) : Optional.empty());
    }

    private SwitchPort.Neighbor neighbor(End end) {
        String port = cluster.ports().stream()
                .filter(each ->
                        each.id().equals(end.toString()) && !each.netdev().isEmpty())
                .map(RdmaPort::netdev)
                .findFirst()
                .orElse(end.port());
        return new SwitchPort.Neighbor(end.node(), port);
    }
}
