package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Launcher;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What NCCL and RCCL log with {@code NCCL_DEBUG=INFO}, 2.4 to 2.30, from any number of processes in one text. It is read in one pass and
 * keeps what stands below, so a log of any length needs little memory.
 *
 * <p>Which network carries the data is told by {@code Using network X} alone; before that line, and in releases that have none, by
 * {@code NET/IB : Using} (IB also for RoCE). {@code NET/Socket : Using} beside NET/IB is the bootstrap, no fallback. Sources: NCCL
 * src/debug.cc (shape of a line), src/init.cc, src/transport/net_ib (devices, completion errors), src/transport/net_socket.cc,
 * src/graph/topo.cc and paths.cc (GPU Direct RDMA), src/misc/param.cc (environment).
 */
public final class NcclLog implements Format<NcclLog.Report> {
    static final Pattern LOGGED =
            Pattern.compile("\\S+:\\d+:\\d+ \\[-?\\d+\\] (?:\\S+:\\d+ (?:\\(\\S+\\) )?)?NCCL (?:INFO|WARN|TRACE) ");

    /**
     * What one log tells; the fields without a host hold where all hosts say the same.
     *
     * @param ncclVersion of the library, the first that is printed
     * @param ncclVersions every one that is printed, with or without the process that loads it; the first {@value NcclLogReader#KEPT}
     * @param hosts that logged or are listed, in the order of the text
     * @param network {@code IB}, {@code Socket} or a plugin's name; null where hosts differ or none says it
     * @param networkByHost null for a host that does not say
     * @param tcpFallback whether a host runs over sockets; null where no host says its network, or none does in a text that is cut
     * @param socketLineIsNotFallback true where NET/Socket lists interfaces although data go over another network; null where neither can be
     *     said, as in a text that is cut before a host runs over sockets
     * @param rdmaLibraryMissing true where libibverbs could not be opened, false where NET/IB found devices
     * @param hcas devices of NET/IB, where all hosts list the same
     * @param hcasByHost devices of NET/IB
     * @param hcaListTruncated hosts whose list is cut
     * @param relaxedOrdering PCIe relaxed ordering, printed as [RO]; false where any host lacks it
     * @param oobInterface interface of the connection that sets up queue pairs, of the first host that names it
     * @param oobAddress its address
     * @param socketInterfaces of the NET/Socket lines, each once
     * @param gpuDirectRdma by device: false where any host or GPU is disabled
     * @param gpuDirectRdmaDisabledPairs of releases up to 2.17, which say it for each GPU
     * @param env variables that the library says it took from the environment
     * @param gpuModels of the list of devices of a test program in the same log
     * @param ranks of the largest communicator
     * @param initComplete true where a communicator says COMPLETE, false where only its start is there; null where neither is, or the text is
     *     cut behind the start
     * @param pluginLoadFailedIsNormal true where no network plugin was found, which is the usual case
     * @param gidTableHasEmptyEntries true where the type of a GID could not be read, or a GID is zero
     * @param completionErrors work requests that failed; the first {@value NcclLogReader#KEPT}
     * @param firstErrorStatus of the first one
     * @param suspectLink of the first one that is no echo
     * @param warnings the first {@value NcclLogReader#KEPT} lines of level WARN
     * @param warningsMin how many there are; a cut line is not counted
     * @param aborts communicators that were aborted; the first {@value NcclLogReader#KEPT}
     * @param timeouts of PyTorch's watchdog, the first of each rank; at most {@value NcclLogReader#KEPT}
     * @param linesLeftOut how many lines the text says that it lacks
     * @param warningsLeftOut how many of them are warnings or aborts
     * @param job who takes part, and what they connect to between hosts
     * @param complete false where the last line is cut; else null, for nothing marks the end of a log
     */
    public record Report(
            String ncclVersion,
            List<String> ncclVersions,
            List<String> hosts,
            String network,
            Map<String, String> networkByHost,
            Boolean tcpFallback,
            Boolean socketLineIsNotFallback,
            Boolean rdmaLibraryMissing,
            List<Hca> hcas,
            Map<String, List<Hca>> hcasByHost,
            Map<String, Boolean> hcaListTruncated,
            Boolean relaxedOrdering,
            String oobInterface,
            String oobAddress,
            List<SocketInterface> socketInterfaces,
            Map<String, Boolean> gpuDirectRdma,
            List<DisabledPair> gpuDirectRdmaDisabledPairs,
            Map<String, String> env,
            List<String> gpuModels,
            Integer ranks,
            Boolean initComplete,
            Boolean pluginLoadFailedIsNormal,
            Boolean gidTableHasEmptyEntries,
            List<NcclCompletionError> completionErrors,
            Integer firstErrorStatus,
            SuspectLink suspectLink,
            List<Warning> warnings,
            long warningsMin,
            List<Abort> aborts,
            List<Timeout> timeouts,
            long linesLeftOut,
            long warningsLeftOut,
            NcclJob job,
            Boolean complete) {}

    /** A device that NET/IB uses: index, name, port, and {@code IB} or {@code RoCE}. */
    public record Hca(int index, String device, int port, String link) {}

    /** An interface that NET/Socket lists. */
    public record SocketInterface(String host, String name, String address) {}

    /**
     * A GPU that may not use a device directly.
     *
     * @param gpu index or rank; null where the line gives a bus id only
     * @param gpuBus bus id, hexadecimal; null where the line has none
     * @param hca index of the device
     */
    public record DisabledPair(String host, Integer gpu, String gpuBus, int hca) {}

    /** Where the first error that is no echo happened. */
    public record SuspectLink(String host, String hca, String remoteGid) {}

    /** A line of level WARN: source file and line, text. */
    public record Warning(String host, Integer gpu, String file, String message) {}

    /**
     * A communicator that was aborted: {@code - Abort COMPLETE}. It is the end of work that failed, and also of work that did not:
     * {@code destroy_process_group} of PyTorch called ncclCommAbort until the end of 2024 (pytorch/pytorch pull request 141510).
     */
    public record Abort(String host, Integer gpu, String message) {}

    /**
     * PyTorch waited longer for a collective than it was told to, or stopped watching (torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp).
     *
     * @param rank in its process group; null where the line does not say
     */
    public record Timeout(Integer rank, String message) {}

    @Override
    public String id() {
        return "nccl-log";
    }

    @Override
    public String about() {
        return "log of NCCL or RCCL, NCCL_DEBUG=INFO: network, devices, GPU Direct, completion errors";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean isTable = head.has(NcclTests.HEADER) || head.has("# nccl-tests version");
        if (head.isJson() || !head.has(LOGGED)) {
            return Likeness.NO;
        }
        return isTable ? Likeness.PERHAPS : Likeness.SURE;
    }

    @Override
    public Set<String> conclusions() {
        return Set.of(
                "network",
                "network_by_host",
                "tcp_fallback",
                "socket_line_is_not_fallback",
                "rdma_library_missing",
                "hcas",
                "hca_list_truncated",
                "gpu_direct_rdma",
                "ranks",
                "init_complete",
                "rings",
                "counts",
                "unread_paths",
                "warnings_min",
                "lines_left_out",
                "warnings_left_out");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        NcclLogReader reader = new NcclLogReader();
        while (lines.hasNext()) {
            reader.take(launched(lines.next()));
        }
        lines.remnant().ifPresent(line -> reader.takeCut(launched(line)));
        if (!reader.hasLogged()) {
            throw lines.missing("lines 'HOST:PID:TID [GPU] NCCL INFO text' or 'NCCL version X'");
        }
        return reader.report(lines.completeAsFarAsKnown());
    }

    /** A launcher's prefix begins with a sign, a digit or a blank; most lines begin with the host and skip its patterns. */
    private static Line launched(Line line) {
        return line.text().isEmpty() || Character.isLetter(line.text().charAt(0))
                ? line
                : Launcher.of(line).line();
    }
}
