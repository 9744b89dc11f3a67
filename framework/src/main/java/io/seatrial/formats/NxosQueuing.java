package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Cisco NX-OS's {@code show queuing interface} (Nexus 9000 boxes of QOS groups, NX-OS 7 to 10, and the list of older Nexus 5000 and 6000) and
 * {@code show queuing pfc-queue [detail]} (the PFC watchdog, NX-OS 9 and 10). Counts are packets and bytes since boot or the last clear.
 * TxPPP and RxPPP count pause frames of the whole port and may differ from the sum over the priorities. The drops of a slice are those of
 * all its ports. Sources: Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, "Configuring Queuing and Scheduling" and
 * "Configuring Priority Flow Control"; of the watchdog also paregupt/nexus_traffic_monitor
 * (telegraf/nexus_traffic_monitor_high_frequency.py).
 */
public final class NxosQueuing implements Format<NxosQueuing.Report> {
    static final Pattern BEGIN = Pattern.compile(
            "^\\s*(?:(?:Egress|Ingress) Queuing for (\\S+).*|(\\S+) Interface PFC watchdog:.*|(\\S+) queuing information:.*)$");

    /**
     * The ports in the order of the text.
     *
     * @param first the first port, whose fields stand at the top
     * @param otherPorts those after it
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(@JsonUnwrapped Port first, List<Port> otherPorts, Boolean complete) {
        public Report {
            otherPorts = List.copyOf(otherPorts);
        }
    }

    /**
     * One port. A value is null where the text does not have it.
     *
     * @param watchdogEnabled whether the PFC watchdog watches the port
     * @param queues of the boxes or lists, in the order of the text
     * @param wredDropPackets dropped early on egress
     * @param ingressMmuDropPackets dropped on ingress for want of a buffer, as older ASICs count it
     * @param ingressOverflowDropPackets the same, as newer ASICs count it
     * @param sliceIngressOverflowDropPackets the same, over all ports of the ASIC's slice
     * @param pfc pause frames; null where the text has no such part
     */
    public record Port(
            String port,
            Boolean watchdogEnabled,
            List<Queue> queues,
            BigInteger wredDropPackets,
            BigInteger ingressMmuDropPackets,
            BigInteger ingressMmuDropBytes,
            BigInteger ingressHighPriorityDropPackets,
            BigInteger ingressLowPriorityDropPackets,
            BigInteger ingressOverflowDropPackets,
            BigInteger sliceIngressOverflowDropPackets,
            Pfc pfc) {
        public Port {
            queues = List.copyOf(queues);
        }
    }

    /** What the text says of one queue. */
    public sealed interface Queue permits Egress, Watched, Ingress {}

    /**
     * A box of an egress queue.
     *
     * @param qosGroup its number; null for a queue of the switch itself
     * @param name {@code control} or {@code span} for a queue of the switch itself, else null
     * @param dropPackets dropped at the tail or early
     * @param queueDepthBytes what waits now
     * @param watchdogDropPackets dropped by the PFC watchdog or at the tail
     */
    public record Egress(
            Integer qosGroup,
            String name,
            Counts txPackets,
            Counts txBytes,
            Counts dropPackets,
            Counts dropBytes,
            Counts queueDepthBytes,
            Counts watchdogDropPackets)
            implements Queue {}

    /**
     * A count by kind of traffic; null where the box does not have that kind.
     *
     * @param oobfcUnicast under out of band flow control
     * @param total where the box has one number for all
     */
    public record Counts(BigInteger unicast, BigInteger oobfcUnicast, BigInteger multicast, BigInteger total) {}

    /**
     * A queue under the PFC watchdog.
     *
     * @param state {@code active}, {@code shutdown} and the like
     * @param pfcPriority the priority (CoS) that pauses it
     * @param shutdowns how often the watchdog shut it
     * @param restores how often it opened it again
     * @param drainedPackets packets that were sent after all
     * @param droppedPackets packets that were lost on egress, of the last shutdown
     * @param aggregateDroppedPackets the same, of all shutdowns
     */
    public record Watched(
            Integer qosGroup,
            String state,
            Boolean pfcEnabled,
            Integer pfcPriority,
            BigInteger shutdowns,
            BigInteger restores,
            BigInteger drainedPackets,
            BigInteger droppedPackets,
            BigInteger drainedAndDroppedPackets,
            BigInteger aggregateDroppedPackets,
            BigInteger ingressDroppedPackets,
            BigInteger aggregateIngressDroppedPackets)
            implements Queue {}

    /** An ingress queue in the list of older switches. */
    public record Ingress(
            Integer qosGroup,
            BigInteger rxPackets,
            BigInteger unicastToCrossbarPackets,
            BigInteger multicastToCrossbarPackets,
            BigInteger unicastFromCrossbarPackets,
            BigInteger txPackets,
            BigInteger ingressDropPackets,
            Boolean rxPauseActive,
            Boolean txPauseActive)
            implements Queue {}

    /** Pause frames of a port, those that end a pause included. */
    public record Pfc(BigInteger txPauseFrames, BigInteger rxPauseFrames, List<Priority> perPriority) {
        public Pfc {
            perPriority = List.copyOf(perPriority);
        }
    }

    /**
     * One priority.
     *
     * @param qosGroup null where none is mapped to it
     * @param txActive whether the switch pauses its neighbour now
     * @param rxActive whether the neighbour pauses the switch now
     */
    public record Priority(
            int priority,
            Integer qosGroup,
            boolean txActive,
            BigInteger txPauseFrames,
            boolean rxActive,
            BigInteger rxPauseFrames) {}

    @Override
    public String id() {
        return "nxos-queuing";
    }

    @Override
    public String about() {
        return "Cisco NX-OS 'show queuing interface' and 'show queuing pfc-queue detail'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(BEGIN)).or(Likeness.perhapsIf(head.has("QOS GROUP")));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        NxosQueuingPorts ports = new NxosQueuingPorts();
        lines.forEachRemaining(ports::take);
        List<Port> read = ports.ports();
        if (read.isEmpty()) {
            throw lines.missing(
                    "'Egress Queuing for PORT', 'PORT Interface PFC watchdog:' or 'PORT queuing information:'");
        }
        return new Report(read.get(0), read.subList(1, read.size()), lines.completeAsFarAsKnown());
    }
}
