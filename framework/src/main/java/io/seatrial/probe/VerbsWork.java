package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private static final int MILLIS = 1000;
    /** perftest leaves a quarter of its whole seconds out at each end. */
    private static final long LEAST_SECONDS = 2;

    VerbsWork {
        Objects.requireNonNull(verb, "verb");
        Objects.requireNonNull(settings, "settings");
        if (size < 1 || size > VerbsSettings.LARGEST_MESSAGE) {
            throw new IllegalArgumentException(
                    "size: expected 1.." + VerbsSettings.LARGEST_MESSAGE + " B, got " + size);
        }
        if (warmup.orElse(0) < 0 || count.orElse(1) < 1 || duration.toMillis() < 1) {
            throw new IllegalArgumentException("expected warmup >= 0, count >= 1 and a duration of 1 ms or more, got "
                    + warmup + ", " + count + ", " + duration);
        }
    }

    /** Return the name of perftest's program for it. */
    String tool() {
        return "ib_" + verb.text() + (operation.equals("latency") ? "_lat" : "_bw");
    }

    /** Return perftest's options for it, those of the two ends left out: raw values in the order in which they were taken, rates in 10^9 bit/s. */
    List<String> perftestWords() {
        List<String> words = new ArrayList<>();
        if (operation.equals("latency")) {
            words.add("--report-unsorted");
            words.add("--iters=" + count.orElseThrow());
        } else {
            words.add("--report_gbits");
            words.add("--duration=" + perftestSeconds());
            PerftestFlow.put(words, "--qp", settings.qps());
            PerftestFlow.put(words, "--tx-depth", settings.depth());
        }
        PerftestFlow.put(words, "--mtu", settings.mtu());
        PerftestFlow.put(words, "--inline_size", settings.inline());
        PerftestFlow.put(words, "--sl", settings.sl());
        PerftestFlow.put(words, "--tclass", settings.trafficClass());
        if (bidirectional) {
            words.add("--bidirectional");
        }
        if (settings.mode().orElse("").equals("event")) {
            words.add("--events");
        }
        settings.memory()
                .filter(text -> text.startsWith("cuda:"))
                .ifPresent(text -> words.add("--use_cuda=" + text.substring(5)));
        return words;
    }

    /** Return how long perftest sends, s: it counts in whole seconds. */
    long perftestSeconds() {
        return Math.max(LEAST_SECONDS, (duration.toMillis() + MILLIS - 1) / MILLIS);
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
