package io.seatrial.criteria.collectives;

import io.seatrial.measurement.Collective;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How a collective moves its data; the names are those of NCCL_ALGO, in lower case. */
public enum Algorithm {
    /** Each rank passes on to the next; every byte crosses every link of the ring. */
    RING("ring", List.of()),
    /** Sums go up, the result comes down. */
    TREE("tree", List.of()),
    /** NVSwitches add within a node; between nodes it needs switches that add too. */
    NVLS("nvls", List.of()),
    /** NVSwitches add within a node, a tree joins the nodes. */
    NVLS_TREE("nvls-tree", List.of("nvlstree")),
    /** Each rank passes on what it gathered in steps of doubled distance; between nodes of one GPU (NCCL 2.23 and later). */
    PAT("pat", List.of()),
    /** Switches of the network add: each node sends its data once and receives the result once. */
    SHARP("sharp", List.of("collnet-direct", "collnet-chain", "collnet", "collnetdirect", "collnetchain"));

    /** The condition of a measurement that says which one ran, where that is known. */
    public static final String CONDITION = "algorithm";

    private final String text;
    private final List<String> others;

    Algorithm(String text, List<String> others) {
        this.text = text;
        this.others = others;
    }

    /** Return the name used in files and conditions. */
    public String text() {
        return text;
    }

    /** Return the names that criteria.yaml and the command line take: those here, and the two of NCCL_ALGO that are sharp. */
    public static List<String> names() {
        return List.of("ring", "tree", "nvls", "nvls-tree", "pat", "sharp", "collnet-direct", "collnet-chain");
    }

    /**
     * Return those that a collective has anywhere; none where each rank sends to others itself and nothing is chosen (NCCL user guide,
     * NCCL_ALGO).
     */
    public static List<Algorithm> of(Collective collective) {
        return switch (collective) {
            case ALL_REDUCE -> List.of(RING, TREE, NVLS, NVLS_TREE, SHARP);
            case ALL_GATHER, REDUCE_SCATTER -> List.of(RING, NVLS, PAT, SHARP);
            case BROADCAST -> List.of(RING);
            case ALL_TO_ALL, SEND_RECV -> List.of();
        };
    }

    /** Say why a collective cannot be bound to an algorithm that it does not have: {@code all-gather has no tree}. */
    public static String refusal(Collective collective, String name) {
        List<Algorithm> has = of(collective);
        return collective.text() + " has no " + name
                + (has.isEmpty()
                        ? ": each rank sends to the others itself, and no algorithm is chosen"
                        : ", it has "
                                + String.join(
                                        ", ", has.stream().map(Algorithm::text).toList()));
    }

    /** Find an algorithm by its name here or by NCCL's, in any case; empty where there is none. */
    public static Optional<Algorithm> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(one -> one.text.equals(lower) || one.others.contains(lower))
                .findFirst();
    }
}
