package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclLog;
import io.seatrial.measurement.LogFinding;
import java.util.List;
import java.util.function.Function;

/**
 * What must hold of the log of a collective job (NCCL or RCCL, {@code NCCL_DEBUG=INFO}) before its bandwidth says anything of the fabric: a
 * job that fell back to sockets, left a NIC idle or crossed rails measured something else.
 */
public final class LogAssertions {
    private static final List<Function<LogEvidence, LogFinding>> ALL = List.of(
            EveryRank::ask,
            OverRdma::ask,
            DirectToGpu::ask,
            AllNics::ask,
            ChannelsPerNic::ask,
            AlongRails::ask,
            OneVersion::ask,
            NothingFailed::warnings,
            NothingFailed::completions);

    /** What a host can show by itself: nothing of it goes over the fabric. */
    private static final List<Function<LogEvidence, LogFinding>> WITHIN_HOST =
            List.of(EveryRank::ask, OneVersion::ask, NothingFailed::warnings, NothingFailed::completionsWithinHost);

    private LogAssertions() {}

    /**
     * Judge the logs of one job, which may be one for all processes or one for each.
     *
     * @return a finding for each assertion, always all of them
     */
    public static List<LogFinding> judge(List<NcclLog.Report> logs, LogDemands demands) {
        return judge(ALL, logs, demands);
    }

    /** Judge the logs of a job that runs on one host. */
    static List<LogFinding> judgeWithinHost(List<NcclLog.Report> logs, LogDemands demands) {
        return judge(WITHIN_HOST, logs, demands);
    }

    private static List<LogFinding> judge(
            List<Function<LogEvidence, LogFinding>> assertions, List<NcclLog.Report> logs, LogDemands demands) {
        LogEvidence evidence = new LogEvidence(logs, demands);
        return assertions.stream().map(assertion -> assertion.apply(evidence)).toList();
    }
}
