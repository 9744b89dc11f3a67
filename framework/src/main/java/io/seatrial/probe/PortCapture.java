package io.seatrial.probe;

import io.seatrial.formats.capture.CaptureSummary;
import io.seatrial.formats.capture.Sign;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The headers that were captured at one port while a round ran, or why there are none.
 *
 * @param port {@code host/device}
 * @param file the capture, as tcpdump wrote it; empty without one
 * @param summary what it tells
 * @param lost packets that the kernel could not hand on in time: with any, every count is a lower bound
 * @param isFull whether the capture ended at its number of packets, and so before the flow
 * @param whyNot why there is none, in full
 */
public record PortCapture(
        String port,
        byte[] file,
        Optional<CaptureSummary> summary,
        long lost,
        boolean isFull,
        Optional<String> whyNot) {
    public PortCapture {
        Objects.requireNonNull(port, "port");
        Objects.requireNonNull(file, "file");
        if (summary.isPresent() == whyNot.isPresent()) {
            throw new IllegalArgumentException(
                    "capture at " + port + ": expected a summary or the cause why there is none");
        }
    }

    static PortCapture none(String port, String whyNot) {
        return new PortCapture(port, new byte[0], Optional.empty(), 0, false, Optional.of(whyNot));
    }

    /** Return how many packets were read, lost and showed each sign; nothing where nothing was captured. */
    public Map<String, Long> numbers() {
        Map<String, Long> numbers = new TreeMap<>();
        summary.ifPresent(told -> {
            numbers.put("packets", told.packets());
            numbers.put("lost", lost);
            numbers.put("unread", told.others() + told.cut());
            for (Sign sign : Sign.values()) {
                numbers.put(sign.text(), told.count(sign));
            }
        });
        return numbers;
    }
}
