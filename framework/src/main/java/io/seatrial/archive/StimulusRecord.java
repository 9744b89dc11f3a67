package io.seatrial.archive;

import java.time.Instant;
import java.util.Objects;

/**
 * That a switch was seen to mark under a deliberate incast, in this run or in an earlier one that still counts.
 *
 * @param link the link whose switch port marked
 * @param node the switch
 * @param fingerprint of what is configured there about classes of traffic: with another one the record says nothing
 * @param marks packets that it marked
 * @param run id of the run that saw it
 * @param at when that run began
 */
public record StimulusRecord(String link, String node, String fingerprint, long marks, String run, Instant at) {
    public StimulusRecord {
        Objects.requireNonNull(link, "link");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(at, "at");
        if (marks < 1) {
            throw new IllegalArgumentException("stimulus of " + link + ": expected 1 mark or more, got " + marks);
        }
    }
}
