package io.seatrial.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Headers that were captured at a port beside a round, or why there are none.
 *
 * @param ask id of what was measured
 * @param round number of the round
 * @param attempt 1 and more: only what is measured again is captured
 * @param port {@code host/device}
 * @param file the capture, a path within the folder of the run; absent where there is none
 * @param numbers what was counted in it
 * @param full whether it ended at its number of packets, and so perhaps before the flow
 * @param cause why there is none
 */
public record CaptureRecord(
        String ask,
        int round,
        int attempt,
        String port,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> file,
        SortedMap<String, Long> numbers,
        boolean full,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> cause) {
    public CaptureRecord {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(port, "port");
        file = file == null ? Optional.empty() : file;
        cause = cause == null ? Optional.empty() : cause;
        numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
        if (file.isPresent() == cause.isPresent()) {
            throw new IllegalArgumentException(
                    "capture at " + port + ": expected a file or the cause why there is none");
        }
    }

    /** Make the record of a capture that is kept under the name {@link #fileName} gives it. */
    public static CaptureRecord kept(
            String ask, int round, int attempt, String port, Map<String, Long> numbers, boolean full) {
        String file = fileName(ask, round, attempt, port);
        return new CaptureRecord(
                ask, round, attempt, port, Optional.of(file), new TreeMap<>(numbers), full, Optional.empty());
    }

    /** Make the record of a capture that did not come about. */
    public static CaptureRecord none(String ask, int round, int attempt, String port, String cause) {
        return new CaptureRecord(
                ask, round, attempt, port, Optional.empty(), new TreeMap<>(), false, Optional.of(cause));
    }

    private static String fileName(String ask, int round, int attempt, String port) {
        String safe = port.replaceAll("[^A-Za-z0-9_.-]", "-");
        return "captures/" + ask + "-" + round + "-" + attempt + "-" + safe + ".pcap";
    }
}
