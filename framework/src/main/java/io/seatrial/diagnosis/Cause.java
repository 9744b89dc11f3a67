package io.seatrial.diagnosis;

import java.util.BitSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * What may be broken, and what follows from it.
 *
 * @param about how near it is to what was read
 * @param own positions of the readings that accuse it
 * @param explains positions of everything that fails because of it, its own among them
 * @param links ids of the links over which flows fail because of it
 * @param suspect makes its suspect
 */
record Cause(About about, BitSet own, BitSet explains, Set<String> links, Function<Explained, Suspect> suspect) {
    /** Of two causes that explain the same the nearer one is named first. */
    enum About {
        LINK_GONE,
        LINK,
        CABLE,
        SETTING,
        DEADLOCK,
        RECEIVER,
        DEAF_NIC,
        PORT,
        CONGESTED_SWITCH,
        SWITCH
    }

    /**
     * How much a cause explains.
     *
     * @param readings readings that fail because of it
     * @param flows results of flows that fail because of it
     * @param notProven results of flows that are not proven because of it
     */
    record Explained(int readings, int flows, long notProven) {
        int failing() {
            return readings + flows;
        }
    }

    Cause {
        Objects.requireNonNull(about, "about");
        Objects.requireNonNull(suspect, "suspect");
        links = Set.copyOf(links);
        explains = Complaints.union(explains, own);
    }

    /** Tell whether nothing of what accuses it is left once others are named. A link that is down is broken whatever else is. */
    boolean isExplainedBy(BitSet explained) {
        BitSet left = (BitSet) own.clone();
        left.andNot(explained);
        return about.compareTo(About.LINK) > 0 && left.isEmpty();
    }
}
