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

    /** A serving operation listens. */
    record Ready(OptionalLong id, String address, int port) implements Event {}

    /**
     * A latency result; quantiles are absent where fewer than 10 samples lie beyond them.
     *
     * @param numbers every integer of the event by its wire name
     */
    record LatencyResult(OptionalLong id, String fabric, String kind, Map<String, Long> numbers) implements Event {}

    /** A bandwidth result, counted by the receiver in the window in which all streams were running. */
    record BandwidthResult(OptionalLong id, String fabric, String kind, Map<String, Long> numbers) implements Event {}

    /** A part of a distribution; parts of one request are added. */
    record HistogramPart(OptionalLong id, Histogram histogram, boolean more) implements Event {}

    /** A host, as its kernel tells it. */
    record HostInfo(OptionalLong id, String host, String kernel, String rdma) implements Event {}

    /** An RDMA port, as sysfs tells it. */
    record PortInfo(
            OptionalLong id,
            String device,
            int port,
            Optional<String> netdev,
            Optional<String> state,
            Optional<String> physicalState,
            OptionalLong rate,
            Optional<String> linkLayer)
            implements Event {}

    /** A network interface. */
    record NetdevInfo(OptionalLong id, String name, Optional<String> operstate, OptionalLong speed) implements Event {}

    /** A process that holds a GPU. */
    record GpuProcess(OptionalLong id, long pid, String name, String device) implements Event {}

    /**
     * A sample of counters.
     *
     * @param values absolute values, unsigned 64 bit
     */
    record Counters(
            OptionalLong id,
            long timeNanos,
            String source,
            String device,
            boolean full,
            Map<String, Long> values,
            boolean more)
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
