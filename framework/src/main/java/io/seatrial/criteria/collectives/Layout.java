package io.seatrial.criteria.collectives;

import io.seatrial.plan.RankKind;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * How the ranks of a group lie on nodes, and what joins them.
 *
 * @param kind what plays a rank
 * @param nodes what NVLink joins inside; with a rank for each NIC every rank is a node of its own
 * @param nvlink usable NVLink bandwidth of a GPU in one direction, B/s; empty where nobody declares it
 * @param reducing whether switches of the network may add (SHARP): InfiniBand, or a fabric of which nothing is declared
 * @param neighbours tiers that hold back traffic between neighbours of a ring
 * @param everyone tiers that hold back traffic from everybody to everybody
 */
public record Layout(
        RankKind kind,
        List<Node> nodes,
        OptionalLong nvlink,
        boolean reducing,
        List<Cut> neighbours,
        List<Cut> everyone) {
    private static final int BITS = 8;

    public Layout {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(nvlink, "nvlink");
        nodes = List.copyOf(nodes);
        neighbours = List.copyOf(neighbours);
        everyone = List.copyOf(everyone);
        if (nodes.stream().mapToLong(Node::ranks).sum() < 2) {
            throw new IllegalArgumentException("layout: expected 2 ranks or more: one rank moves nothing");
        }
        if (nvlink.isPresent() && nvlink.getAsLong() < 1) {
            throw new IllegalArgumentException("layout: expected an NVLink bandwidth above 0, got " + nvlink);
        }
    }

    /**
     * A node.
     *
     * @param ranks how many it plays
     * @param nics how many NIC ports take part
     * @param bandwidth of all of them together in one direction, B/s
     */
    public record Node(int ranks, int nics, long bandwidth) {
        public Node {
            if (ranks < 1 || nics < 1 || bandwidth < 1) {
                throw new IllegalArgumentException("node: expected ranks, NICs and bandwidth above 0, got " + ranks
                        + ", " + nics + ", " + bandwidth + " B/s");
            }
        }
    }

    /**
     * Make a layout of equal nodes on a fabric that holds nothing back.
     *
     * @param count number of nodes
     * @param gpus GPUs of a node, a rank each
     * @param nics NIC ports of a node
     * @param rate of a port, bit/s
     */
    public static Layout ofGpus(int count, int gpus, int nics, long rate) {
        Node node = new Node(gpus, nics, nics * rate / BITS);
        return new Layout(
                RankKind.GPU, Collections.nCopies(count, node), OptionalLong.empty(), true, List.of(), List.of());
    }

    /** Make a layout of equal NIC ports, a rank each, on a fabric that holds nothing back. */
    public static Layout ofNics(int ranks, long rate) {
        return new Layout(
                RankKind.NIC,
                Collections.nCopies(ranks, new Node(1, 1, rate / BITS)),
                OptionalLong.empty(),
                false,
                List.of(),
                List.of());
    }

    /** Return a copy whose GPUs are joined by NVLink of so many B/s in one direction. */
    public Layout withNvlink(long bandwidth) {
        return new Layout(kind, nodes, OptionalLong.of(bandwidth), reducing, neighbours, everyone);
    }

    /** Return a copy on a fabric with these tiers. */
    public Layout across(List<Cut> forNeighbours, List<Cut> forEveryone) {
        return new Layout(kind, nodes, nvlink, reducing, forNeighbours, forEveryone);
    }

    /** Return a copy on a fabric whose switches do not add. */
    public Layout withoutReduction() {
        return new Layout(kind, nodes, nvlink, false, neighbours, everyone);
    }

    /** Return the number of ranks. */
    public int ranks() {
        return nodes.stream().mapToInt(Node::ranks).sum();
    }

    /** Say what leaves a node, for people. */
    String ways() {
        Node least = nodes.get(0);
        boolean equal = nodes.stream().allMatch(least::equals);
        String nics = least.nics() == 1 ? "one NIC of " : least.nics() + " NICs of ";
        String each = kind == RankKind.NIC ? " for each rank" : " a node";
        return equal && least.bandwidth() * BITS % least.nics() == 0
                ? nics + Figures.bits(least.bandwidth() * BITS / least.nics()) + each
                : Figures.bytes(narrowest()) + " of the node with the least NICs";
    }

    private long narrowest() {
        return nodes.stream().mapToLong(Node::bandwidth).min().orElseThrow();
    }
}
