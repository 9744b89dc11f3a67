package io.seatrial.archive.signoff;

import java.util.Optional;

/**
 * The record before this one: {@code previous.json}. Whoever holds the newest record can tell whether an older one was exchanged.
 *
 * @param format version of this layout
 * @param first whether there is none: the first record of a chain says so
 * @param record name of the record before
 * @param manifest SHA-256 of its {@code manifest.sha256}
 * @param signature SHA-256 of its signature file
 */
public record PreviousRecord(
        int format, boolean first, Optional<String> record, Optional<String> manifest, Optional<String> signature) {
    /** The layout that this code writes. */
    public static final int FORMAT = 1;

    /** What the first record of a chain says. */
    public static final PreviousRecord NONE =
            new PreviousRecord(FORMAT, true, Optional.empty(), Optional.empty(), Optional.empty());

    public PreviousRecord {
        record = record == null ? Optional.empty() : record;
        manifest = manifest == null ? Optional.empty() : manifest;
        signature = signature == null ? Optional.empty() : signature;
        boolean all = record.isPresent() && manifest.isPresent() && signature.isPresent();
        boolean none = record.isEmpty() && manifest.isEmpty() && signature.isEmpty();
        if (first ? !none : !all) {
            throw new IllegalArgumentException("previous record: expected record, manifest and signature, or first and"
                    + " none of them; got first=" + first + ", record=" + record.orElse("-"));
        }
    }
}
