package io.seatrial.diagnosis;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Message;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Everything that was found, as far as it may point to what is broken.
 *
 * @param findings verdicts over flows, of every ask
 * @param groups verdicts over groups of ranks, of every ask, and over the steps of those that failed
 * @param links every link of the fabric
 * @param readings what was judged of links, ports and the cluster by their own readings: state, counters, settings
 * @param withoutContact hosts that could not be reached, with the cause in full
 * @param silent switches that did not answer, with the cause in full
 */
public record Symptoms(
        Collection<Finding> findings,
        Collection<GroupFinding> groups,
        Collection<Link> links,
        Collection<Reading> readings,
        Map<String, Message> withoutContact,
        Map<String, Message> silent) {
    /** What was found where no groups ran. */
    public Symptoms(
            Collection<Finding> findings,
            Collection<Link> links,
            Collection<Reading> readings,
            Map<String, Message> withoutContact,
            Map<String, Message> silent) {
        this(findings, List.of(), links, readings, withoutContact, silent);
    }

    public Symptoms {
        findings = List.copyOf(findings);
        groups = List.copyOf(groups);
        links = List.copyOf(links);
        readings = List.copyOf(readings);
        withoutContact = Map.copyOf(withoutContact);
        silent = Map.copyOf(silent);
    }
}
