package io.seatrial.formats;

import io.seatrial.formats.text.Line;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the list of devices that nccl-tests and rccl-tests print before the table (nccl-tests src/util.cu).
 *
 * @param rank in the communicator
 * @param group colour of a split communicator; null in releases that have none
 * @param pid of the process
 * @param host as the process names it
 * @param device index on its host
 * @param pci bus id as printed: {@code 0x42} (bus only), {@code 0000:05:00}
 * @param gpu model; null where the driver gives no name
 */
public record CollectiveDevice(int rank, Integer group, int pid, String host, int device, String pci, String gpu) {
    private static final Pattern DEVICE = Pattern.compile(
            "^\\s*#?\\s*Rank\\s+(\\d{1,9})(?:\\s+Group\\s+(\\d{1,9}))?\\s+Pid\\s+(\\d{1,9})\\s+on\\s+(\\S+)\\s+device\\s+(\\d{1,9})\\s+\\[([^\\]]*)\\]\\s*(.*)$");

    /** Return the device, or nothing where the line is none. */
    static Optional<CollectiveDevice> of(Line line) {
        if (!line.text().contains("Rank") || !line.text().contains(" device ")) {
            return Optional.empty();
        }
        Matcher found = DEVICE.matcher(line.text());
        return found.matches() ? Optional.of(of(found)) : Optional.empty();
    }

    private static CollectiveDevice of(Matcher found) {
        String gpu = found.group(7).strip();
        return new CollectiveDevice(
                Integer.parseInt(found.group(1)),
                found.group(2) == null ? null : Integer.valueOf(found.group(2)),
                Integer.parseInt(found.group(3)),
                found.group(4),
                Integer.parseInt(found.group(5)),
                found.group(6),
                gpu.isEmpty() ? null : gpu);
    }
}
