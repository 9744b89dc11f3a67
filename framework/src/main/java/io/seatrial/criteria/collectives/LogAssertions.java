package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclLog;
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

    private LogAssertions() {}

    /**
     * Judge the logs of one job, which may be one for all processes or one for each.
     *
     * @return a finding for each assertion, always all of them
     */
    public static List<LogFinding> judge(List<NcclLog.Report> logs, LogDemands demands) {
        LogEvidence evidence = new LogEvidence(logs, demands);
        return ALL.stream().map(assertion -> assertion.apply(evidence)).toList();
    }
}
