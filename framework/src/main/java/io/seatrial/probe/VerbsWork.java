package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What two RDMA ports do together.
 *
 * @param operation {@code latency} or {@code bandwidth}
 * @param verb what is posted
 * @param size bytes of a message
 * @param warmup operations before the first that counts; empty = as the probe does
 * @param count operations at most; empty = as many as the duration takes
 * @param duration time at most
 * @param bidirectional whether both sides send at the same time
 */
record VerbsWork(
        String operation,
        Verb verb,
        int size,
        OptionalInt warmup,
        OptionalLong count,
        Duration duration,
        boolean bidirectional,
        VerbsSettings settings) {
    /** Largest message of the wire format, bytes. */
    private static final int LARGEST = 8 * 1024 * 1024;

    VerbsWork {
        Objects.requireNonNull(verb, "verb");
        Objects.requireNonNull(settings, "settings");
        if (size < 1 || size > LARGEST) {
            throw new IllegalArgumentException("size: expected 1.." + LARGEST + " B, got " + size);
        }
        if (warmup.orElse(0) < 0 || count.orElse(1) < 1 || duration.toMillis() < 1) {
            throw new IllegalArgumentException("expected warmup >= 0, count >= 1 and a duration of 1 ms or more, got "
                    + warmup + ", " + count + ", " + duration);
        }
    }

    void fill(ObjectNode node) {
        node.put("verb", verb.text()).put("size", size).put("duration_ms", duration.toMillis());
        warmup.ifPresent(number -> node.put("warmup", number));
        count.ifPresent(number -> node.put("count", number));
        if (bidirectional) {
            node.put("bidirectional", 1);
        }
        settings.fillRun(node);
    }
}
