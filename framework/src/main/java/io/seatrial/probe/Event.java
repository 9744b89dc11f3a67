package io.seatrial.probe;

import io.seatrial.measurement.Histogram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What an agent says. Numbers are in base units: ns, bytes, bit/s, counts; what the probe did not say is empty, never 0. */
public sealed interface Event {
    /** Return the request that it belongs to; empty for the greeting and for errors of the agent itself. */
    OptionalLong id();

    /** The first line. */
    record Hello(
            int version,
            String build,
            int abi,
            String arch,
            String glibc,
            String host,
            String bootId,
            long pid,
            long monotonicNanos,
            long realNanos,
            int cpus)
            implements Event {
        @Override
        public OptionalLong id() {
            return OptionalLong.empty();
        }
    }

    /** A serving operation listens at an address. */
    record Ready(OptionalLong id, String address, int port) implements Event {}

    /** A serving operation holds an RDMA device and waits for the offer of the other side. */
    record DeviceReady(OptionalLong id) implements Event {}

    /**
     * A rank of a collective listens at an address.
     *
     * @param rank the rank that listens
     * @param reachedBy ranks that have to know the address, since they connect to it
     */
    record RankReady(OptionalLong id, int rank, String address, int port, List<Integer> reachedBy) implements Event {}

    /**
     * A rank of a collective is there, and with what.
     *
     * @param texts device, name, bus, library, version, path ... by wire name
     */
    record Rank(OptionalLong id, int rank, Map<String, String> texts) implements Event {}

    /** A line that a library printed. */
    record Log(OptionalLong id, String text) implements Event {}

    /**
     * What one rank measured of one size.
     *
     * @param numbers every integer of the event by its wire name: {@code mean}, {@code min}, {@code max}, {@code wrong} ...
     */
    record CollectiveResult(
            OptionalLong id, int rank, long bytes, boolean inPlace, long iterations, Map<String, Long> numbers)
            implements Event {}

    /**
     * What one rank measured of a step whose reductions run beside its computing; means of one step, ns.
     *
     * @param numbers {@code compute}, {@code communication} and {@code together}, {@code buckets}, {@code bucket_bytes}, {@code iterations} ...
     */
    record Overlap(OptionalLong id, int rank, Map<String, Long> numbers) implements Event {}

    /** A side of an operation has something to say to the other side, which the controller hands over unread. */
    record Say(OptionalLong id, String text) implements Event {}

    /**
     * A latency result; quantiles are absent where fewer than 10 samples lie beyond them.
     *
     * @param numbers every integer of the event by its wire name
     * @param texts every other text of the event by its wire name: device, mode, GID ...
     */
    record LatencyResult(
            OptionalLong id, String fabric, String kind, Map<String, Long> numbers, Map<String, String> texts)
            implements Event {}

    /** A bandwidth result, in the window in which all streams or queue pairs were running; numbers and texts as for latency. */
    record BandwidthResult(
            OptionalLong id, String fabric, String kind, Map<String, Long> numbers, Map<String, String> texts)
            implements Event {}

    /** A part of a distribution; parts of one request are added. */
    record HistogramPart(OptionalLong id, Histogram histogram, boolean more) implements Event {}

    /**
     * A host, as its kernel tells it.
     *
     * @param verbs whether verbs can be used there: {@code ok}, {@code no-library}, {@code no-kernel-support} ...
     * @param verbsWhy the reason where they cannot
     */
    record HostInfo(
            OptionalLong id, String host, String kernel, String rdma, Optional<String> verbs, Optional<String> verbsWhy)
            implements Event {}

    /**
     * An RDMA port, as sysfs and verbs tell it.
     *
     * @param rate bit/s
     * @param fabric kind of fabric: {@code roce2}, {@code infiniband}, {@code soft-roce} ...
     * @param details what else is known of it
     */
    record PortInfo(
            OptionalLong id,
            String device,
            int port,
            Optional<String> netdev,
            Optional<String> state,
            Optional<String> physicalState,
            OptionalLong rate,
            Optional<String> linkLayer,
            Optional<String> fabric,
            PortDetails details)
            implements Event {}

    /**
     * What else a port tells of itself.
     *
     * @param width lanes
     * @param activeMtu bytes
     * @param gids entries of the GID table in use
     * @param nic the device behind it
     */
    record PortDetails(OptionalLong width, OptionalLong activeMtu, OptionalLong gids, PciSlot pci, Nic nic) {
        /** Nothing of it is known. */
        public static final PortDetails UNKNOWN = new PortDetails(
                OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), PciSlot.UNKNOWN, Nic.UNKNOWN);
    }

    /**
     * What a device is.
     *
     * @param board {@code MT_0000000838}
     * @param firmware {@code 28.39.1002}
     */
    record Nic(Optional<String> board, Optional<String> firmware) {
        /** Nothing of it is known. */
        public static final Nic UNKNOWN = new Nic(Optional.empty(), Optional.empty());
    }

    /**
     * Where a device is plugged in.
     *
     * @param speed MT/s per lane, as trained
     * @param width lanes, as trained
     */
    record PciSlot(OptionalLong speed, OptionalLong width) {
        /** Nothing of it is known. */
        public static final PciSlot UNKNOWN = new PciSlot(OptionalLong.empty(), OptionalLong.empty());
    }

    /** An entry of a GID table that is in use. */
    record Gid(OptionalLong id, String device, int port, int index, String gid, String type, Optional<String> netdev)
            implements Event {}

    /**
     * A network interface.
     *
     * @param speed bit/s
     * @param mtu bytes
     */
    record NetdevInfo(OptionalLong id, String name, Optional<String> operstate, OptionalLong speed, OptionalLong mtu)
            implements Event {}

    /** A process that holds a GPU. */
    record GpuProcess(OptionalLong id, long pid, String name, String device) implements Event {}

    /**
     * A sample of counters.
     *
     * @param timeNanos CLOCK_REALTIME of the host when they were read
     * @param monotonicNanos CLOCK_MONOTONIC of the host at the same moment
     * @param source {@code ethtool}, {@code rdma-hw} ...
     * @param device RDMA device or interface; empty for the whole host
     * @param port port of an RDMA device; empty for an interface
     * @param values absolute values, unsigned 64 bit
     */
    record Counters(
            OptionalLong id,
            long timeNanos,
            long monotonicNanos,
            String source,
            String device,
            OptionalLong port,
            boolean full,
            Map<String, Long> values,
            boolean more)
            implements Event {}

    /**
     * How often counters are read from now on, and what it has cost.
     *
     * @param intervalMillis for files, RDMA counters among them; empty where none is read
     * @param ethtoolMillis for ethtool statistics; empty where none is read
     * @param cpuNanos CPU time of the reading thread since the request began
     * @param elapsedNanos time since the request began
     */
    record Pace(
            OptionalLong id, OptionalLong intervalMillis, OptionalLong ethtoolMillis, long cpuNanos, long elapsedNanos)
            implements Event {}

    /** A pair of clock readings taken back to back. */
    record Clock(OptionalLong id, long monotonicNanos, long realNanos) implements Event {}

    /** Something failed. */
    record Failure(OptionalLong id, String where, int code, String message, String hint) implements Event {}

    /** The last event of a request. */
    record Done(OptionalLong id, int code) implements Event {}

    /** An event of a kind that this version does not know; readers ignore it. */
    record Unknown(OptionalLong id, String kind) implements Event {}

    /** Return the failures among events. */
    static List<Failure> failures(List<Event> events) {
        return events.stream()
                .filter(Failure.class::isInstance)
                .map(Failure.class::cast)
                .toList();
    }
}
