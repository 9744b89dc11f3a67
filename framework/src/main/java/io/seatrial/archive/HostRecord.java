package io.seatrial.archive;

import java.util.Objects;

/**
 * How it stood with a host.
 *
 * @param host its name
 * @param phase {@code contact}, {@code lost} (there was contact, and it broke during the run) or {@code close}
 * @param good whether it went well
 * @param text the cause in full where it did not, else what was found
 * @param probe build id of the probe there, {@code none} without contact
 */
public record HostRecord(String host, String phase, boolean good, String text, String probe) {
    public HostRecord {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(probe, "probe");
    }
}
