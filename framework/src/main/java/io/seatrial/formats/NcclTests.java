package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Source;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the programs of NVIDIA nccl-tests print (all_reduce_perf, alltoall_perf, sendrecv_perf ...), releases of 2019 to 2.19, through
 * mpirun, srun or alone, with what NCCL logs in between.
 *
 * <p>Times are microseconds, bandwidths 10^9 bytes a second. Sources: src/util.cu (writeBenchmarkLineBody, writeResultHeader,
 * writeResultFooter, printing of devices), src/common.h (failures), doc/PERFORMANCE.md (meaning of size and busbw); older tables as they
 * stand in the repository's issues. The column of checks is the largest deviation up to 2022 ({@code error}), the number of wrong elements
 * since ({@code #wrong}); N/A is a result that was not checked, which in place is usual for alltoall and sendrecv.
 */
public final class NcclTests implements Format<CollectiveText.Report> {
    static final Pattern HEADER = Pattern.compile("#\\s+size\\s+count\\b.*\\btime\\s+algbw\\s+busbw");
    private static final Pattern FAILURE = Pattern.compile("\\S: Test (?:NCCL|CUDA) failure \\S+:\\d+ '");
    private static final Pattern ROW = Pattern.compile(
            "^(?:\\[\\d+,\\d+\\]<stdout>:)?\\s*\\d+\\s+\\d+\\s+[a-z]+[a-z0-9]*\\s.*\\s\\d+\\.\\d+\\s+\\d+\\.\\d+");

    @Override
    public String id() {
        return "nccl-tests";
    }

    @Override
    public String about() {
        return "nccl-tests: all_reduce_perf and the other collectives (us, GB/s)";
    }

    @Override
    public Likeness likeness(Head head) {
        if (RcclTests.isMarked(head) || NcclTestsJson.isMarked(head) || head.isJson()) {
            return Likeness.NO;
        }
        boolean mark = head.has(HEADER) || head.has("# nccl-tests version") || head.has("# nThread ");
        return Likeness.sureIf(mark).or(Likeness.perhapsIf(head.has(ROW) || head.has(FAILURE)));
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
