package io.seatrial.inventory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Writes a resolved cluster for other programs: {@code inventory check --json}. Rates are bit/s; what is not declared is null. */
public final class ClusterJson {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ClusterJson() {}

    /** Return the cluster as JSON: name, hash, platform, hosts, switches, links, cables, tiers, nvlinkDomains. */
    public static String write(Cluster cluster) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", cluster.name());
        tree.put("hash", cluster.hash());
        tree.put("platform", cluster.platform());
        tree.put("virtual", cluster.lab().isPresent());
        tree.put("hosts", cluster.hosts().stream().map(ClusterJson::host).toList());
        tree.put(
                "switches", cluster.switches().stream().map(ClusterJson::device).toList());
        tree.put("links", cluster.links().stream().map(ClusterJson::link).toList());
        tree.put("cables", cluster.cables());
        tree.put("tiers", cluster.tiers());
        tree.put("nvlinkDomains", cluster.nvlinkDomains());
        try {
            return JSON.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cluster " + cluster.name() + " has a part that JSON cannot hold", e);
        }
    }

    private static Map<String, Object> host(Host host) {
        List<Map<String, Object>> ports = new ArrayList<>();
        host.ports().forEach(port -> ports.add(port(port)));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", host.name());
        tree.put("address", host.address());
        tree.put("gpus", host.gpus());
        tree.put("ports", ports);
        return tree;
    }

    private static Map<String, Object> device(Switch device) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", device.name());
        tree.put("role", device.role());
        tree.put("address", device.address());
        tree.put("system", device.system());
        return tree;
    }

    private static Map<String, Object> port(RdmaPort port) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("device", port.device());
        tree.put("port", port.number());
        tree.put("netdev", port.netdev());
        tree.put("address", port.address());
        tree.put("rail", orNull(port.rail()));
        tree.put("plane", orNull(port.plane()));
        tree.put("numa", orNull(port.numa()));
        tree.put("pcie", port.pcie().map(PciLink::text).orElse(null));
        tree.put("bond", port.bond().orElse(null));
        tree.put("rate", port.rate());
        tree.put("links", port.links());
        return tree;
    }

    private static Map<String, Object> link(Link link) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("id", link.id());
        tree.put("a", link.a().toString());
        tree.put("b", link.b().toString());
        tree.put("tier", link.tier());
        tree.put("rate", link.rate());
        tree.put("cable", link.cable());
        return tree;
    }

    private static Integer orNull(OptionalInt number) {
        return number.isPresent() ? number.getAsInt() : null;
    }
}
