package io.seatrial.measurement;

import java.util.Objects;

/**
 * The thing that a number or a verdict is about. The name is the same in every run and does not depend on positions in a list.
 *
 * @param kind what it is
 * @param name {@code gpu-01}, {@code gpu-01/mlx5_0}, {@code gpu-01/mlx5_0~leaf-1/Ethernet1} (link),
 *     {@code gpu-01/mlx5_0>gpu-02/mlx5_0} (flow), {@code leaf-1}
 */
public record SubjectId(Kind kind, String name) implements Comparable<SubjectId> {
    /** Kinds of subject, from a host down to a flow. */
    public enum Kind {
        CLUSTER,
        HOST,
        PORT,
        SWITCH,
        LINK,
        FLOW,
        /** Ranks that run a collective together. */
        GROUP
    }

    public SubjectId {
        Objects.requireNonNull(kind, "kind");
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("subject name: expected a name, got '" + name + "'");
        }
    }

    @Override
    public int compareTo(SubjectId other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + " " + name;
    }
}
