package io.seatrial.formats;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A work request that NCCL or RCCL saw fail: {@code Got completion from peer ... status=12 ... vendor err 129 ...}. Written as
 * {@code with error 12,} up to 2.17, as {@code status=12} up to 2.27 and as {@code status=IBV_WC_RETRY_EXC_ERR(12) ... vendor_err=129} later
 * (NCCL src/transport/net_ib.cc and net_ib/p2p.cc). Opcode and length are undefined on an error, so they are not read.
 *
 * @param host that printed it
 * @param gpu index on that host; null where the line does not say
 * @param peer address of the other host's socket; null before 2.10
 * @param peerPort of that socket
 * @param status number of enum ibv_wc_status (rdma-core, libibverbs/verbs.h)
 * @param statusMeaning in words
 * @param vendorError of the device; 129 goes with 12, 249 with 5
 * @param direction {@code Send} or {@code Recv}; null before 2.18
 * @param hca device on that host; null before 2.18
 * @param localGid address of that device; null where the link needs none
 * @param remoteGid address of the peer's device
 * @param rootEvent whether it is more than the echo of an earlier error (5: flushed because the queue pair had failed before)
 */
public record NcclCompletionError(
        String host,
        Integer gpu,
        String peer,
        Integer peerPort,
        int status,
        String statusMeaning,
        Long vendorError,
        String direction,
        String hca,
        String localGid,
        String remoteGid,
        boolean rootEvent) {
    private static final String MARK = "Got completion ";
    private static final Pattern PEER = Pattern.compile("from peer (\\S+?)<(\\d{1,5})>");
    private static final Pattern STATUS = Pattern.compile("(?:status=(?:[A-Z_]+\\()?|with error )(\\d{1,4})\\b");
    private static final Pattern VENDOR = Pattern.compile("vendor[ _]err[ =](\\d{1,10})\\b");
    private static final Pattern DIRECTION = Pattern.compile("[ (](Send|Recv)\\b");
    private static final Pattern HCA = Pattern.compile(" hca (\\S+)");
    private static final Pattern LOCAL = Pattern.compile(" localGid ?([0-9a-fA-F:.]+)");
    // No blank stands before the address in the releases up to 2.27.
    private static final Pattern REMOTE = Pattern.compile(" remoteGids? ?([0-9a-fA-F:.]+)");

    /** Return the error of a log line, or nothing where it is none. */
    static Optional<NcclCompletionError> of(NcclLine line) {
        if (!line.message().contains(MARK)) {
            return Optional.empty();
        }
        Matcher status = STATUS.matcher(line.message());
        return status.find() ? Optional.of(of(line, Integer.parseInt(status.group(1)))) : Optional.empty();
    }

    private static NcclCompletionError of(NcclLine line, int status) {
        String text = line.message();
        Matcher peer = PEER.matcher(text);
        boolean hasPeer = peer.find();
        String vendor = group(VENDOR, text);
        return new NcclCompletionError(
                line.host(),
                line.gpu(),
                hasPeer ? peer.group(1) : null,
                hasPeer ? Integer.valueOf(peer.group(2)) : null,
                status,
                WorkCompletion.meaning(status),
                vendor == null ? null : Long.valueOf(vendor),
                group(DIRECTION, text),
                group(HCA, text),
                group(LOCAL, text),
                group(REMOTE, text),
                status != WorkCompletion.FLUSHED);
    }

    private static String group(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : null;
    }
}
