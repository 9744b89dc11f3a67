package io.seatrial.inventory;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A cluster, resolved: ranges expanded, templates filled in, links made.
 *
 * @param name name of the cluster, also of its folder under {@code reports/runs}
 * @param folder where {@code cluster.yaml} lies
 * @param hash SHA-256 of the bytes of {@code cluster.yaml}, hex
 * @param platform platform class, for example {@code h100-8x400g}; empty where not declared
 * @param hosts in the order of the file
 * @param switches in the order of the file
 * @param tiers from the hosts upwards
 * @param links every link of the fabric, host links first
 * @param cables every cable; a breakout cable holds several links
 * @param nvlinkDomains groups of hosts that are one node to a collective
 * @param lab settings of the virtual fabric; present only where the cluster is virtual
 * @param qos the classes of traffic; empty where not declared
 * @param servers what knows counters of ports beside hosts and Ethernet switches
 */
public record Cluster(
        String name,
        Path folder,
        String hash,
        String platform,
        List<Host> hosts,
        List<Switch> switches,
        List<Tier> tiers,
        List<Link> links,
        List<Cable> cables,
        List<NvlinkDomain> nvlinkDomains,
        Optional<LabSettings> lab,
        Optional<Qos> qos,
        Servers servers) {
    public Cluster {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(folder, "folder");
        hosts = List.copyOf(hosts);
        switches = List.copyOf(switches);
        tiers = List.copyOf(tiers);
        links = List.copyOf(links);
        cables = List.copyOf(cables);
        nvlinkDomains = List.copyOf(nvlinkDomains);
        Objects.requireNonNull(qos, "qos");
        Objects.requireNonNull(servers, "servers");
    }

    /** Make a cluster of which neither classes of traffic nor servers are declared. */
    public Cluster(
            String name,
            Path folder,
            String hash,
            String platform,
            List<Host> hosts,
            List<Switch> switches,
            List<Tier> tiers,
            List<Link> links,
            List<Cable> cables,
            List<NvlinkDomain> nvlinkDomains,
            Optional<LabSettings> lab) {
        this(
                name,
                folder,
                hash,
                platform,
                hosts,
                switches,
                tiers,
                links,
                cables,
                nvlinkDomains,
                lab,
                Optional.empty(),
                Servers.NONE);
    }

    /** Return every RDMA port, by host in the order of the file. */
    public List<RdmaPort> ports() {
        return hosts.stream().flatMap(host -> host.ports().stream()).toList();
    }

    /** Return the links of one tier. */
    public List<Link> linksOfTier(String tier) {
        return links.stream().filter(link -> link.tier().equals(tier)).toList();
    }

    /** Return the links by either end: {@code gpu-01/mlx5_0} or {@code leaf-1/Ethernet1}. */
    public Map<String, List<Link>> linksByEnd() {
        return links.stream()
                .flatMap(link ->
                        List.of(
                                Map.entry(link.a().toString(), link),
                                Map.entry(link.b().toString(), link))
                                .stream())
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }

    /** Return a copy whose hosts are reached with other settings, as the lab needs it. */
    public Cluster reachedBy(Function<Host, SshSettings> settings) {
        List<Host> moved =
                hosts.stream().map(host -> host.reachedBy(settings.apply(host))).toList();
        return new Cluster(
                name, folder, hash, platform, moved, switches, tiers, links, cables, nvlinkDomains, lab, qos, servers);
    }

    /** Return a copy whose switches are reached with other settings, as the lab needs it. */
    public Cluster switchesReachedBy(Function<Switch, SshSettings> settings) {
        List<Switch> moved = switches.stream()
                .map(each -> each.reachedBy(settings.apply(each)))
                .toList();
        return new Cluster(
                name, folder, hash, platform, hosts, moved, tiers, links, cables, nvlinkDomains, lab, qos, servers);
    }
}
