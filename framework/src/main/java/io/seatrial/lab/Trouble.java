package io.seatrial.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with one direction of a link, and with the NIC that sends into it.
 *
 * @param storm when the receiving NIC pauses it
 * @param outage when the link is down for a moment
 * @param errors whether packets arrive damaged
 * @param deaf whether the sending NIC does not heed pauses
 * @param misclassed whether the sending NIC sends in priority 0
 * @param onset when the link becomes slow; both its directions have the same one
 */
record Trouble(
        Optional<Rhythm> storm,
        Optional<Rhythm> outage,
        boolean errors,
        boolean deaf,
        boolean misclassed,
        Optional<Onset> onset) {
    static final Trouble NONE = new Trouble(Optional.empty(), Optional.empty(), false, false, false, Optional.empty());

    /** Return everything that keeps it from sending from time to time. */
    List<Rhythm> interruptions() {
        List<Rhythm> all = new ArrayList<>();
        storm.ifPresent(all::add);
        outage.ifPresent(all::add);
        return List.copyOf(all);
    }
}
