package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Source;
import java.util.Set;

/**
 * What the programs of ROCm rccl-tests print, releases for ROCm 5 to 7. The table is that of nccl-tests ({@link NcclTests}); the version
 * stands in a line without number sign, {@code rccl-tests: Version BRANCH:HASH}, and a model's name may be empty (ROCm/rccl-tests
 * src/common.cu). The line {@code # Errors with asterisks ...} explains the table whenever results are checked: it is no error.
 *
 * <p>Times are microseconds, bandwidths 10^9 bytes a second. Without the line of the average the run failed, whatever its exit status.
 */
public final class RcclTests implements Format<CollectiveText.Report> {
    @Override
    public String id() {
        return "rccl-tests";
    }

    @Override
    public String about() {
        return "rccl-tests: the collectives of ROCm (us, GB/s)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(isMarked(head)).or(Likeness.perhapsIf(!head.isJson() && head.has(NcclTests.HEADER)));
    }

    /** Tell whether the text has a mark that only AMD's programs leave. */
    static boolean isMarked(Head head) {
        return head.has("rccl-tests: Version")
                || head.has("Errors with asterisks")
                || head.has("RCCL version")
                || head.has("AMD Instinct");
    }

    @Override
    public Set<String> conclusions() {
        return CollectiveText.CONCLUSIONS;
    }

    @Override
    public CollectiveText.Report read(Source source) {
        return CollectiveText.read(source.lines(), id());
    }
}
