package io.seatrial.diagnosis;

import java.util.List;
import java.util.Optional;

/**
 * Where something was counted: at a port, or in one direction of a link.
 *
 * @param sender of a direction the end that sends and is paused
 * @param port the port; of a direction the end that receives and pauses
 * @param what what was counted there, as the text has it
 */
record Place(Optional<String> sender, String port, String what) {
    /** Read {@code PORT, counter} or {@code SENDER>RECEIVER, priority}; empty where the text names no port. */
    static Optional<Place> parse(String text) {
        String[] parts = text.split("[,\\s]+", 2);
        List<String> ends = List.of(parts[0].split(">", 2));
        String what = parts.length > 1 ? parts[1] : "";
        if (!ends.stream().allMatch(end -> end.indexOf('/') > 0)) {
            return Optional.empty();
        }
        return Optional.of(
                ends.size() == 1
                        ? new Place(Optional.empty(), ends.get(0), what)
                        : new Place(Optional.of(ends.get(0)), ends.get(1), what));
    }
}
