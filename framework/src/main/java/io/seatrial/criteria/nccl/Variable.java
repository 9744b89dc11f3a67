package io.seatrial.criteria.nccl;

import java.util.Objects;
import java.util.Optional;

/**
 * A variable that NCCL reads.
 *
 * @param first the first release in which it was seen
 * @param last the last one, empty where the newest still has it
 * @param reading how its value is read
 * @param range what a number may be, where that is known
 * @param guided whether the range is that of the guide alone: what the source makes of another number is not known here
 */
record Variable(
        String name, Release first, Optional<Release> last, Reading reading, Optional<Range> range, boolean guided) {
    /** How a value is read. */
    enum Reading {
        INTEGER,
        TEXT,
        LEVEL,
        ALGORITHMS,
        PROTOCOLS,
        DEVICES,
        INTERFACES
    }

    /** Both ends belong to it. */
    record Range(long low, long high) {
        String text() {
            return low + " to " + high;
        }
    }

    Variable {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(reading, "reading");
    }

    /** Return the unit of its number with a blank before it, empty where it has none. */
    String unit() {
        return name.matches(".*(BUFFSIZE|CHUNKSIZE|CHUNK_SIZE|_BYTES)") ? " (bytes)" : "";
    }
}
