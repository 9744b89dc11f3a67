package io.seatrial.inventory;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The keys that each kind of mapping in {@code cluster.yaml} may have; {@code cluster.schema.json} says the same to editors. */
enum Shape {
    CLUSTER(
            "the cluster",
            List.of("format", "name", "tiers", "switches", "hosts"),
            List.of("platform", "lab", "qos", "ssh", "cables", "nvlink-domains", "prometheus", "infiniband", "ufm")),
    LAB("lab", List.of("delay", "queue"), List.of("qos")),
    LAB_QOS("qos of the lab", List.of(), List.of("kmin", "kmax", "pmax", "xoff", "xon")),
    QOS("qos", List.of("congestion-control"), List.of("lossless", "queues", "cnp-priority")),
    SSH("ssh", List.of(), List.of("user", "port", "keys", "agent", "passphrase-env", "known-hosts", "bastion")),
    SWITCH_SSH(
            "ssh of switches",
            List.of(),
            List.of(
                    "user",
                    "port",
                    "keys",
                    "agent",
                    "passphrase-env",
                    "known-hosts",
                    "bastion",
                    "password-file",
                    "password-env")),
    TIER("a tier", List.of("name"), List.of("oversubscription")),
    SWITCH("a group of switches", List.of("names", "role"), List.of("address", "system", "ssh")),
    HOST("a group of hosts", List.of("names", "address", "ports"), List.of("gpus", "ssh")),
    PORT(
            "a port",
            List.of("device", "address", "rate"),
            List.of("number", "netdev", "rail", "plane", "numa", "pcie", "bond", "link", "links", "cable")),
    LINK("a link", List.of("to"), List.of("rate", "cable")),
    CABLE("a cable", List.of("from", "to", "rate"), List.of("cable")),
    NVLINK_DOMAIN("an NVLink domain", List.of("name", "hosts"), List.of()),
    PROMETHEUS("prometheus", List.of("url"), withHttp("where", "node", "maps", "metrics")),
    PROMETHEUS_NODE("the node of prometheus", List.of("label"), List.of("match", "name")),
    METRIC("a metric", List.of("metric", "counter"), List.of("port", "scale", "delay")),
    INFINIBAND("infiniband", List.of("from"), List.of("sudo", "deadline", "refresh", "switches")),
    INFINIBAND_SWITCH("a switch of infiniband", List.of("name", "guid"), List.of()),
    UFM("ufm", List.of("url"), withHttp());

    private final String text;
    private final List<String> required;
    private final Set<String> keys;

    Shape(String text, List<String> required, List<String> optional) {
        this.text = text;
        this.required = required;
        Set<String> all = new LinkedHashSet<>(required);
        all.addAll(optional);
        this.keys = all;
    }

    private static List<String> withHttp(String... more) {
        return Stream.concat(HttpReader.KEYS.stream(), Stream.of(more)).toList();
    }

    String text() {
        return text;
    }

    List<String> required() {
        return required;
    }

    Set<String> keys() {
        return keys;
    }
}
