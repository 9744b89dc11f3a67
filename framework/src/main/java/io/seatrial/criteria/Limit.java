package io.seatrial.criteria;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Conditions;
import java.util.HashSet;
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
 * @param warnFounding what the warn edge is founded on, where that is something else
 */
public record Limit(
        Scope holdsFor,
        Bound fail,
        Optional<Bound> warn,
        String source,
        EvidenceGrade grade,
        Optional<Approval> approval,
        Optional<Founding> warnFounding) {
    public Limit {
        Objects.requireNonNull(holdsFor, "holdsFor");
        Objects.requireNonNull(fail, "fail");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(grade, "grade");
        Objects.requireNonNull(warnFounding, "warnFounding");
    }

    /** Make a limit whose edges are founded on the same. */
    public Limit(
            Scope holdsFor,
            Bound fail,
            Optional<Bound> warn,
            String source,
            EvidenceGrade grade,
            Optional<Approval> approval) {
        this(holdsFor, fail, warn, source, grade, approval, Optional.empty());
    }

    /** Where a number comes from, and how well it is founded. */
    public record Founding(String source, EvidenceGrade grade) {
        public Founding {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(grade, "grade");
        }
    }

    /** Return what the warn edge is founded on. */
    Founding foundingOfWarn() {
        return warnFounding.orElseGet(() -> new Founding(source, grade));
    }

    Limit approvedBy(Optional<Approval> other) {
        return new Limit(holdsFor, fail, warn, source, grade, other, warnFounding);
    }

    Limit within(Scope other) {
        return new Limit(other, fail, warn, source, grade, approval, warnFounding);
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
     * @param fabric kind of fabric that was measured
     * @param memory {@code host} or {@code gpu}: where the data lay
     * @param during ask of flows whose traffic made the window, for asks that count
     */
    public record Scope(
            Optional<String> pathClass,
            OptionalLong rate,
            Optional<String> platform,
            Set<Profile> profiles,
            Optional<String> fabric,
            Optional<String> memory,
            Optional<String> during) {
        static final String HOST = "host";
        static final String GPU = "gpu";

        public Scope {
            profiles = Set.copyOf(profiles);
            Objects.requireNonNull(fabric, "fabric");
            Objects.requireNonNull(memory, "memory");
            Objects.requireNonNull(during, "during");
        }

        /** Make a scope of whatever traffic. */
        public Scope(
                Optional<String> pathClass,
                OptionalLong rate,
                Optional<String> platform,
                Set<Profile> profiles,
                Optional<String> fabric,
                Optional<String> memory) {
            this(pathClass, rate, platform, profiles, fabric, memory, Optional.empty());
        }

        /** Make a scope of every fabric and every memory. */
        public Scope(Optional<String> pathClass, OptionalLong rate, Optional<String> platform, Set<Profile> profiles) {
            this(pathClass, rate, platform, profiles, Optional.empty(), Optional.empty());
        }

        boolean matches(Conditions seen, OptionalLong rateSeen) {
            return isIn(pathClass, seen.get(Conditions.PATH_CLASS))
                    && isIn(fabric, seen.get(Conditions.FABRIC))
                    && isIn(memory, memory(seen))
                    && isIn(during, seen.get(Conditions.DURING))
                    && (rate.isEmpty() || rate.equals(rateSeen));
        }

        private static boolean isIn(Optional<String> wanted, String seen) {
            return wanted.map(seen::equals).orElse(true);
        }

        /** What does not say where its data lay has nothing but the host's memory. */
        private static String memory(Conditions seen) {
            String memory = seen.get(Conditions.MEMORY);
            return memory.isEmpty() || memory.equals(HOST) ? HOST : GPU;
        }

        Scope within(Set<Profile> others) {
            Set<Profile> both = new HashSet<>(profiles);
            both.retainAll(others);
            return new Scope(pathClass, rate, platform, both, fabric, memory, during);
        }

        /** Return what is left to tell scopes apart once platform and profile are known. */
        Scope inPlatformOf(Profile profile) {
            return new Scope(pathClass, rate, Optional.empty(), Set.of(profile), fabric, memory, during);
        }

        /** Tell whether it can hold on a cluster's platform; a file that is read by itself may speak of any. */
        boolean isOfPlatform(Optional<Cluster> cluster) {
            return cluster.map(c -> isIn(platform, c.platform())).orElse(true);
        }

        boolean holdsIn(String platformSeen, Profile profile) {
            return isIn(platform, platformSeen) && profiles.contains(profile);
        }

        /** Tell whether whatever the other scope holds for, this one holds for too. */
        boolean covers(Scope other) {
            return covers(pathClass, other.pathClass)
                    && (rate.isEmpty() || rate.equals(other.rate))
                    && covers(platform, other.platform)
                    && covers(fabric, other.fabric)
                    && covers(memory, other.memory)
                    && covers(during, other.during)
                    && profiles.containsAll(other.profiles);
        }

        private static boolean covers(Optional<String> wide, Optional<String> narrow) {
            return wide.isEmpty() || wide.equals(narrow);
        }
    }
}
