package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.inventory.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Tells whether a row of limits can hold for anything that an ask measures in a cluster. Of a fabric only what the ask itself says is known
 * before it is measured.
 *
 * @param known what is asked
 * @param cluster the cluster; empty where the file is read by itself
 * @param probe how the probe measures; empty for rows that come with the product
 */
record Reach(KnownAsk known, Optional<Cluster> cluster, Optional<ProbeSettings> probe) {
    private static final List<String> SOCKETS = List.of("tcp", "virtual-tcp");

    boolean canHold(Limit.Scope scope) {
        return isOfRate(scope) && isOfMemory(scope) && isOfFabric(scope) && scope.isOfPlatform(cluster);
    }

    private boolean isOfRate(Limit.Scope scope) {
        return cluster.isEmpty()
                || scope.rate().isEmpty()
                || rates().anyMatch(rate -> rate == scope.rate().getAsLong());
    }

    private LongStream rates() {
        return known.id().startsWith("links.") || known.isCounter()
                ? cluster.orElseThrow().links().stream().mapToLong(link -> link.rate())
                : cluster.orElseThrow().ports().stream().mapToLong(port -> port.rate());
    }

    /** A ratio has no memory and no fabric of its own: it is made of two measurements. */
    private boolean isOfMemory(Limit.Scope scope) {
        if (probe.isEmpty() || known.isRatio() || scope.memory().isEmpty()) {
            return true;
        }
        String memory = probe.get().verbs().memory().orElse(Limit.Scope.HOST);
        String kind = memory.equals(Limit.Scope.HOST) ? Limit.Scope.HOST : Limit.Scope.GPU;
        return scope.memory().get().equals(kind);
    }

    private boolean isOfFabric(Limit.Scope scope) {
        boolean flows = known.isLatency() || known.id().contains("bandwidth");
        return scope.fabric().isEmpty()
                || known.isRatio()
                || !flows
                || SOCKETS.contains(scope.fabric().get()) != known.isRdma();
    }

    /** Say what there is, for a person whose rows hold for nothing of it. */
    String text() {
        String where = cluster.map(c -> "platform '" + c.platform() + "', rates "
                        + String.join(
                                ", ",
                                rates().distinct()
                                        .sorted()
                                        .mapToObj(rate -> rate + " bit/s")
                                        .toList())
                        + ", ")
                .orElse("");
        return where + (known.isRdma() ? "RDMA" : "TCP") + ", memory "
                + probe.flatMap(p -> p.verbs().memory()).orElse(Limit.Scope.HOST);
    }
}
