package io.seatrial.criteria.collectives;

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
    /** Switches of the network add: each node sends its data once and receives the result once. */
    SHARP("sharp", List.of("collnet", "collnetdirect", "collnetchain"));

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

    /** Return the names for files. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Algorithm::text).toList();
    }

    /** Find an algorithm by its name here or by NCCL's, in any case; empty where there is none. */
    public static Optional<Algorithm> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(one -> one.text.equals(lower) || one.others.contains(lower))
                .findFirst();
    }
}
