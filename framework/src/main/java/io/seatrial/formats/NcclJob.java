package io.seatrial.formats;

import java.util.List;

/**
 * Who takes part in the communicators of a log, and what they connect to between hosts; what is said of a rank stands with the process that
 * said it. Sources: NCCL src/init.cc (communicators, numbers of channels), src/transport/net.cc (channels), src/transport/generic.cc
 * (summary of rings), src/transport/net_ib (virtual devices).
 *
 * @param processes in the order in which they first log
 * @param members of every communicator that begins or completes
 * @param paths between ranks through the network, those of one kind summed up over their channels
 * @param unreadPaths lines of such paths that are not as any known release prints them, or beyond what is kept
 * @param devices that NET/IB makes of several, by the index that channels name
 * @param rings how many channels rings are printed for, of the largest communicator; null where none is
 * @param counts how many channels each rank says that it has; null where none says, or they differ
 * @param ringsConnected what a rank concludes when its rings stand
 */
public record NcclJob(
        List<Process> processes,
        List<Member> members,
        List<Path> paths,
        long unreadPaths,
        List<VirtualDevice> devices,
        Integer rings,
        Counts counts,
        List<Connected> ringsConnected) {
    public NcclJob {
        processes = List.copyOf(processes);
        members = List.copyOf(members);
        paths = List.copyOf(paths);
        devices = List.copyOf(devices);
        ringsConnected = List.copyOf(ringsConnected);
    }

    /**
     * A process that logs.
     *
     * @param network which it uses; null where it does not say
     * @param version of the library, in releases that print it with the process; null else
     */
    public record Process(String host, long pid, String network, String version) {}

    /**
     * A rank of a communicator.
     *
     * @param gpu index on its host, as the line's bracket says; null where it does not
     * @param ranks how many the communicator has
     * @param comm its name, the same on every rank; null in releases that print none
     * @param initComplete whether it came up; null where the text is cut behind its beginning
     */
    public record Member(String host, long pid, Integer gpu, int rank, int ranks, String comm, Boolean initComplete) {}

    /**
     * Channels from one rank to another through the network, as one of the two prints them.
     *
     * @param host that prints it
     * @param from rank that sends
     * @param to rank that receives
     * @param isSend whether the sender prints it, who names the NIC that it sends with; else the receiver
     * @param connection 0 for rings and trees, 1 for send and receive calls; 0 in releases that print none
     * @param network such as {@code IB}
     * @param nic index in the host's list of devices
     * @param proxy rank whose NIC is used in place of its own (PXN); null where it is its own
     * @param isDirect whether the NIC reaches the GPU's memory (GDRDMA); else data is staged through the host's
     * @param channels in the order of the text
     */
    public record Path(
            String host,
            long pid,
            Integer gpu,
            int from,
            int to,
            boolean isSend,
            int connection,
            String network,
            int nic,
            Integer proxy,
            boolean isDirect,
            List<Integer> channels) {
        public Path {
            channels = List.copyOf(channels);
        }
    }

    /** A device of NET/IB that stands for others, named {@code A+B}; releases since 2.24 print one for each device. */
    public record VirtualDevice(String host, int index, String name) {}

    /** Numbers of channels of a rank: of collectives, and of send and receive calls. */
    public record Counts(int collective, int pointToPoint, Integer perPeer) {}

    /** A rank's summary of rings, of 2.24 and later; null where the release prints none. */
    public record Connected(String host, long pid, Integer gpu, Boolean isProxied, Boolean isDirect) {}
}
