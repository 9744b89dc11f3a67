package io.seatrial.formats;

import io.seatrial.formats.text.Line;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What perftest says when it fails. Completion errors come as {@code Failed status 12: wr_id 0 syndrom 0x81} and since pull request 342 as
 * {@code Failed status-TEXT (12): ...} (src/perftest_resources.h); meanings of the numbers follow enum ibv_wc_status of rdma-core.
 *
 * @param stage {@code control_channel}: the two programs could not talk; {@code data_path}: a work request failed
 * @param completionError the first one; null where none was printed
 * @param sent work requests posted, null where not printed
 * @param completed work requests completed, null where not printed
 */
record PerftestFailure(String stage, CompletionError completionError, Long sent, Long completed) {
    private static final Pattern STATUS = Pattern.compile(
            "Failed status(?:-(.*?) \\((\\d{1,4})\\)| (\\d{1,4})): wr_id \\S+ syndrom (0x[0-9a-fA-F]+)");
    private static final Pattern COUNTS = Pattern.compile("scnt=(\\d{1,18}), ccnt=(\\d{1,18})(?!\\d)");
    private static final List<String> CONTROL = List.of(
            "ethernet_read_keys",
            "ethernet_write_keys",
            "Couldn't connect to",
            "Unable to init the socket",
            "Unable to read to socket",
            "Failed to exchange data",
            "Unable to open file descriptor for socket",
            "Unexpected CM event",
            "Couldn't listen to port");
    private static final List<String> DATA = List.of(
            "Completion with error",
            "Failed status",
            "scnt=",
            "Couldn't post send",
            "poll CQ failed",
            "Failed to complete run_iter",
            "Problems with warm up",
            "Failed to modify QP",
            "Unable to Connect the HCA");

    /**
     * A work completion that is not a success.
     *
     * @param status number in enum ibv_wc_status; 12 is a missing acknowledgement, 5 an echo of an earlier error
     * @param statusMeaning in words, the tool's own where it prints them
     * @param vendorSyndrome as printed, hexadecimal
     */
    public record CompletionError(int status, String statusMeaning, String vendorSyndrome) {}

    static boolean isOne(String text) {
        return CONTROL.stream().anyMatch(text::contains) || DATA.stream().anyMatch(text::contains);
    }

    /** Sum up what all programs of a text printed, for both ends of one run fail together; null where none failed. */
    static PerftestFailure of(List<PerftestBlock> blocks) {
        List<Line> lines =
                blocks.stream().flatMap(block -> block.failures().stream()).toList();
        if (lines.isEmpty()) {
            return null;
        }
        boolean data = lines.stream().anyMatch(line -> DATA.stream().anyMatch(line.text()::contains));
        Long[] counts = counts(lines);
        return new PerftestFailure(
                data ? "data_path" : "control_channel", completionError(lines), counts[0], counts[1]);
    }

    private static CompletionError completionError(List<Line> lines) {
        for (Line line : lines) {
            Matcher status = STATUS.matcher(line.text());
            if (status.find()) {
                int number = Integer.parseInt(status.group(2) != null ? status.group(2) : status.group(3));
                String said = status.group(1);
                return new CompletionError(
                        number, said != null ? said : WorkCompletion.meaning(number), status.group(4));
            }
        }
        return null;
    }

    private static Long[] counts(List<Line> lines) {
        for (Line line : lines) {
            Matcher counts = COUNTS.matcher(line.text());
            if (counts.find()) {
                return new Long[] {Long.valueOf(counts.group(1)), Long.valueOf(counts.group(2))};
            }
        }
        return new Long[2];
    }
}
