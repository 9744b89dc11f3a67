package io.seatrial.criteria;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One row of declared limits: for what it holds, and its edges.
 *
 * @param holdsFor what it is declared for
 * @param fail a value beyond it is a failure; a value equal to it keeps it
 * @param warn a value beyond it is worth a look
 * @param source where the number comes from
 * @param grade how well it is founded
 * @param approval who approved it; empty = proposed, not approved
 */
public record Limit(
        Scope holdsFor,
        Bound fail,
        Optional<Bound> warn,
        String source,
        EvidenceGrade grade,
        Optional<Approval> approval) {
    public Limit {
        Objects.requireNonNull(holdsFor, "holdsFor");
        Objects.requireNonNull(fail, "fail");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(grade, "grade");
    }

    /** Tell whether the limit must be shown as provisional: its evidence is weak, or nobody approved it. */
    public boolean provisional() {
        return grade.provisional() || approval.isEmpty();
    }

    /**
     * For what a limit holds; what is empty holds for all.
     *
     * @param pathClass path class of the flow
     * @param rate rated speed of the link or of the slower port of the flow, bit/s
     * @param platform platform class of the cluster
     * @param profiles profiles in which it is the edge
     */
    public record Scope(
            Optional<String> pathClass, OptionalLong rate, Optional<String> platform, Set<Profile> profiles) {
        public Scope {
            profiles = Set.copyOf(profiles);
        }

        boolean matches(String pathClassSeen, OptionalLong rateSeen) {
            return pathClass.map(pathClassSeen::equals).orElse(true) && (rate.isEmpty() || rate.equals(rateSeen));
        }

        boolean holdsIn(String platformSeen, Profile profile) {
            return platform.map(platformSeen::equals).orElse(true) && profiles.contains(profile);
        }

        /** Tell whether whatever the other scope holds for, this one holds for too. */
        boolean covers(Scope other) {
            return (pathClass.isEmpty() || pathClass.equals(other.pathClass))
                    && (rate.isEmpty() || rate.equals(other.rate))
                    && (platform.isEmpty() || platform.equals(other.platform))
                    && profiles.containsAll(other.profiles);
        }
    }
}
