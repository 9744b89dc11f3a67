package io.seatrial.measurement;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that a port counts, by the one name that it has here whatever its driver or switch system calls it. What a source does not have
 * is absent from its readings, and never 0.
 *
 * @param kind what is counted
 * @param index the priority, queue, lane or bin of an indexed kind; {@value #NONE} of any other
 */
public record Counter(Kind kind, int index) implements Comparable<Counter> {
    /** The index of a kind that has none. */
    public static final int NONE = -1;

    /** How a value is to be read. */
    public enum Nature {
        /** It only grows while its owner is not reset; in the unit of its kind. */
        CUMULATIVE,
        /** It is what it is at the moment of the reading. */
        LEVEL,
        /** It is the highest level since somebody cleared it. */
        PEAK
    }

    /**
     * Everything that is counted. Directions are those of the port that counts: {@code rx} of a NIC is {@code tx} of the switch port at the
     * other end of its link.
     */
    public enum Kind {
        RX_BYTES("rx.bytes", Unit.BYTES),
        TX_BYTES("tx.bytes", Unit.BYTES),
        RX_PACKETS("rx.packets", Unit.COUNT),
        TX_PACKETS("tx.packets", Unit.COUNT),
        RX_UNICAST_PACKETS("rx.unicast-packets", Unit.COUNT),
        TX_UNICAST_PACKETS("tx.unicast-packets", Unit.COUNT),
        /** Packets of a priority. */
        RX_PRIORITY_PACKETS("rx.priority.packets.", Unit.COUNT),
        TX_PRIORITY_PACKETS("tx.priority.packets.", Unit.COUNT),
        /** PFC frames of a priority, XON frames (quanta 0) among them. */
        RX_PAUSE_FRAMES("rx.pause.frames.", Unit.COUNT),
        TX_PAUSE_FRAMES("tx.pause.frames.", Unit.COUNT),
        /** How long the port was kept from sending a priority (rx), or kept its neighbour from it (tx). */
        RX_PAUSE_TIME("rx.pause.time.", Unit.NANOSECONDS),
        TX_PAUSE_TIME("tx.pause.time.", Unit.NANOSECONDS),
        /** Changes from paused to running. */
        RX_PAUSE_TRANSITIONS("rx.pause.transitions.", Unit.COUNT),
        TX_PAUSE_TRANSITIONS("tx.pause.transitions.", Unit.COUNT),
        /** IEEE 802.3x pause of the whole link, which must not be there beside PFC. */
        RX_GLOBAL_PAUSE_FRAMES("rx.global-pause.frames", Unit.COUNT),
        TX_GLOBAL_PAUSE_FRAMES("tx.global-pause.frames", Unit.COUNT),
        /** A NIC gave up pausing after its time-out. */
        STORM_ERRORS("storm.errors", Unit.COUNT),
        /** A NIC stood still for longer than its minor watermark. */
        STORM_WARNINGS("storm.warnings", Unit.COUNT),
        /** A switch's watchdog found a storm on a queue, found it over, and dropped on the queue meanwhile. */
        WATCHDOG_STORMS("watchdog.storms.", Unit.COUNT),
        WATCHDOG_RESTORED("watchdog.restored.", Unit.COUNT),
        WATCHDOG_DROPS("watchdog.drops.", Unit.COUNT),
        /** What left by an egress queue, in all; what was dropped before it; what it marked Congestion Experienced. */
        QUEUE_BYTES("queue.bytes.", Unit.BYTES),
        QUEUE_PACKETS("queue.packets.", Unit.COUNT),
        QUEUE_DROPS("queue.drops.", Unit.COUNT),
        /** Dropped early by WRED where it could have been marked; some switches count it among the queue's drops too. */
        QUEUE_WRED_DROPS("queue.wred-drops.", Unit.COUNT),
        QUEUE_MARKED("queue.marked.", Unit.COUNT),
        QUEUE_OCCUPANCY("queue.occupancy.", Unit.BYTES, Nature.LEVEL),
        QUEUE_WATERMARK("queue.watermark.", Unit.BYTES, Nature.PEAK),
        /** Drops of an ingress priority group. */
        PRIORITY_GROUP_DROPS("priority-group.drops.", Unit.COUNT),
        /** Of a priority group: highest occupancy of the shared buffer, and of the headroom beyond its XOFF threshold. */
        PRIORITY_GROUP_WATERMARK("priority-group.watermark.", Unit.BYTES, Nature.PEAK),
        HEADROOM_WATERMARK("priority-group.headroom-watermark.", Unit.BYTES, Nature.PEAK),
        RX_DISCARDS("rx.discards", Unit.COUNT),
        TX_DISCARDS("tx.discards", Unit.COUNT),
        /** RoCE packets that arrived marked; congestion notifications sent, obeyed and ignored by a NIC. */
        RX_MARKED("rx.marked", Unit.COUNT),
        CNP_SENT("cnp.sent", Unit.COUNT),
        CNP_HANDLED("cnp.handled", Unit.COUNT),
        CNP_IGNORED("cnp.ignored", Unit.COUNT),
        /** A gap in the sequence, seen by the receiver, or told by it to the sender. */
        OUT_OF_SEQUENCE("out-of-sequence", Unit.COUNT),
        /** A sender waited in vain for an acknowledgement. */
        ACK_TIMEOUTS("ack-timeouts", Unit.COUNT),
        /** Packets sent again, for whatever reason. */
        RETRANSMITS("retransmits", Unit.COUNT),
        /** Receiver not ready: no fault of the fabric. */
        RNR_NAKS("rnr-naks", Unit.COUNT),
        OUT_OF_BUFFER("out-of-buffer", Unit.COUNT),
        ICRC_ERRORS("icrc-errors", Unit.COUNT),
        LINK_DOWNED("link.downed", Unit.COUNT),
        LINK_RECOVERIES("link.recoveries", Unit.COUNT),
        /** After FEC, where the link has one. */
        SYMBOL_ERRORS("symbol-errors", Unit.COUNT),
        RX_CRC_ERRORS("rx.crc-errors", Unit.COUNT),
        RX_ERRORS("rx.errors", Unit.COUNT),
        LOCAL_INTEGRITY_ERRORS("local-integrity-errors", Unit.COUNT),
        BUFFER_OVERRUNS("buffer-overruns", Unit.COUNT),
        RX_BITS("rx.bits", Unit.COUNT),
        CORRECTED_BITS("fec.corrected-bits", Unit.COUNT),
        FEC_CORRECTED("fec.corrected", Unit.COUNT),
        FEC_UNCORRECTABLE("fec.uncorrectable", Unit.COUNT),
        /** Codewords with so many corrected symbols. */
        FEC_BIN("fec.bin.", Unit.COUNT),
        /** Bit error ratios as the port tells them, in units of 1e-18. */
        PRE_FEC_BER("ber.pre-fec", Unit.COUNT, Nature.LEVEL),
        POST_FEC_BER("ber.post-fec", Unit.COUNT, Nature.LEVEL),
        /** Flags of the module against its own thresholds that are set. */
        MODULE_ALARMS("module.alarms", Unit.COUNT, Nature.LEVEL),
        MODULE_WARNINGS("module.warnings", Unit.COUNT, Nature.LEVEL),
        /** Received power of a lane, nW. */
        RX_POWER("module.rx-power.", Unit.COUNT, Nature.LEVEL),
        /** InfiniBand: ticks in which there was data and no credit. */
        TX_WAIT("tx.wait", Unit.COUNT),
        VL15_DROPPED("vl15.dropped", Unit.COUNT),
        /** InfiniBand: packets that the neighbour already marked as damaged. */
        RX_REMOTE_PHYSICAL_ERRORS("rx.remote-physical-errors", Unit.COUNT),
        /** Of a GPU: PCIe packets that were sent again, and what its NVLinks found wrong, repeated and recovered from, all links together. */
        PCIE_REPLAYS("pcie.replays", Unit.COUNT),
        NVLINK_FLIT_ERRORS("nvlink.flit-errors", Unit.COUNT),
        NVLINK_DATA_ERRORS("nvlink.data-errors", Unit.COUNT),
        NVLINK_REPLAYS("nvlink.replays", Unit.COUNT),
        NVLINK_RECOVERIES("nvlink.recoveries", Unit.COUNT);

        private final String text;
        private final Unit unit;
        private final Nature nature;

        Kind(String text, Unit unit) {
            this(text, unit, Nature.CUMULATIVE);
        }

        Kind(String text, Unit unit, Nature nature) {
            this.text = text;
            this.unit = unit;
            this.nature = nature;
        }

        /** Return the unit of its values. */
        public Unit unit() {
            return unit;
        }

        /** Return how its values are to be read. */
        public Nature nature() {
            return nature;
        }

        /** Tell whether there is one for each priority, queue, lane or bin. */
        public boolean isIndexed() {
            return text.endsWith(".");
        }

        /** Return the name that all counters of the kind begin with: without index and the dot before it. */
        public String family() {
            return isIndexed() ? text.substring(0, text.length() - 1) : text;
        }

        /** Return the counter of a kind without index. */
        public Counter one() {
            return new Counter(this, NONE);
        }

        /** Return the counter of a priority, queue, lane or bin. */
        public Counter of(int index) {
            return new Counter(this, index);
        }
    }

    public Counter {
        Objects.requireNonNull(kind, "kind");
        if (kind.isIndexed() ? index < 0 : index != NONE) {
            throw new IllegalArgumentException(
                    "counter " + kind + ": index " + index + "; expected " + (kind.isIndexed() ? "0 or more" : "none"));
        }
    }

    /** Return the name, for example {@code rx.pause.time.3}: the same in every archive. */
    public String text() {
        return kind.isIndexed() ? kind.text + index : kind.text;
    }

    /** Find a counter by its name, empty for one that this version does not know. */
    public static Optional<Counter> of(String text) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.isIndexed()
                        ? text.startsWith(kind.text)
                                && text.substring(kind.text.length()).matches("[0-9]{1,4}")
                        : text.equals(kind.text))
                .findFirst()
                .map(kind ->
                        kind.isIndexed() ? kind.of(Integer.parseInt(text.substring(kind.text.length()))) : kind.one());
    }

    @Override
    public int compareTo(Counter other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : Integer.compare(index, other.index);
    }

    @Override
    public String toString() {
        return text();
    }
}
