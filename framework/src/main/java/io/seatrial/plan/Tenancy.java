package io.seatrial.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What two tenants run.
 *
 * @param a groups of the one that is measured, all at once; empty where there can be none
 * @param b groups of the one that loads the fabric
 * @param incast flows within the groups of the second, all at once: several into one port
 * @param witnesses for each group of the first, by its name, a flow whose latency is looked at beside it
 * @param notes what is left out and why
 */
public record Tenancy(
        List<Group> a, List<Group> b, List<Flow> incast, Map<String, Flow> witnesses, List<String> notes) {
    public Tenancy {
        a = List.copyOf(a);
        b = List.copyOf(b);
        incast = List.copyOf(incast);
        witnesses = Collections.unmodifiableMap(new LinkedHashMap<>(witnesses));
        notes = List.copyOf(notes);
    }
}
