package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Juniper Junos's {@code show interfaces [PORT] extensive} (QFX and EX, Junos 15 to 23): state, speed, errors, queues, FEC and PFC of each
 * physical interface; logical interfaces are passed over. Counts are since the last clear ({@code Statistics last cleared}). Only queues in
 * use are listed. PFC frames include those that end a pause; RX the neighbour is congested, TX the switch is.
 *
 * <p>Counts are bytes, packets or frames as their names say, FEC counts codewords, PCS counts seconds; the MTU is in bytes, the speed in Gb/s
 * (10^9 bits per second). Fields: Junos command reference, "show interfaces" (Gigabit Ethernet, EX Series), output fields of level extensive.
 */
public final class JunosInterfaceExtensive implements Format<JunosInterfaceExtensive.Report> {
    private static final Pattern PHYSICAL =
            Pattern.compile("^\\s*Physical interface: (\\S+?),\\s*(.*?),?\\s*Physical link is (Up|Down)\\s*$");
    private static final Pattern LOGICAL = Pattern.compile("^\\s*Logical interface \\S+.*$");

    /**
     * The physical interfaces in the order of the text.
     *
     * @param first the first one, whose fields stand at the top
     * @param otherPorts those after it
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(@JsonUnwrapped Port first, List<Port> otherPorts, Boolean complete) {
        public Report {
            otherPorts = List.copyOf(otherPorts);
        }
    }

    /**
     * One physical interface. A value is null where the text does not have it.
     *
     * @param mtuBytes null where it is unlimited
     * @param statisticsLastCleared {@code Never} or a time, as it is printed
     * @param queues the queues in use
     * @param queuesMissing queues that the port has and the text does not list; null unless as many are listed as are in use
     * @param pcsBitErrorSeconds seconds with bit errors, not their number
     * @param fecCorrected codewords that FEC repaired
     * @param fecUncorrected codewords that it could not
     * @param globalPauseFramesRx pause frames of 802.3x
     * @param counters pause frames of each priority that is listed
     */
    public record Port(
            String port,
            boolean linkUp,
            Integer mtuBytes,
            BigDecimal speedGbitPerS,
            String statisticsLastCleared,
            BigInteger rxBytes,
            BigInteger txBytes,
            BigInteger rxPackets,
            BigInteger txPackets,
            BigInteger rxErrorPackets,
            BigInteger rxDropPackets,
            BigInteger txErrorPackets,
            BigInteger txDropPackets,
            BigInteger carrierTransitions,
            List<Queue> queues,
            List<Integer> queuesMissing,
            BigInteger pcsBitErrorSeconds,
            BigInteger pcsErroredBlockSeconds,
            BigInteger fecCorrected,
            BigInteger fecUncorrected,
            BigInteger crcErrorPacketsRx,
            BigInteger globalPauseFramesRx,
            BigInteger globalPauseFramesTx,
            List<Counter> counters) {
        public Port {
            queues = List.copyOf(queues);
            counters = List.copyOf(counters);
        }
    }

    /**
     * One egress queue.
     *
     * @param forwardingClass the class mapped to it, written as {@code class}; null where the text does not tell
     */
    public record Queue(
            int queue,
            @JsonProperty("class") String forwardingClass,
            BigInteger queuedPackets,
            BigInteger txPackets,
            BigInteger dropPackets) {}

    /** PFC frames of one priority. */
    public record Counter(int priority, BigInteger rxPauseFrames, BigInteger txPauseFrames) {}

    @Override
    public String id() {
        return "junos-interface-extensive";
    }

    @Override
    public String about() {
        return "Juniper Junos 'show interfaces extensive'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(PHYSICAL));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("queues_missing");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<JunosPort> ports = new ArrayList<>();
        boolean inside = false;
        for (Line line : lines) {
            Matcher physical = PHYSICAL.matcher(line.text());
            if (physical.matches()) {
                ports.add(new JunosPort(physical.group(1), physical.group(3).equals("Up")));
                inside = true;
            } else if (LOGICAL.matcher(line.text()).matches()) {
                inside = false;
            } else if (inside) {
                ports.get(ports.size() - 1).take(line);
            }
        }
        if (ports.isEmpty()) {
            throw lines.missing("'Physical interface: PORT, Enabled, Physical link is Up'");
        }
        List<Port> read = ports.stream().map(JunosPort::port).toList();
        return new Report(read.get(0), read.subList(1, read.size()), lines.completeAsFarAsKnown());
    }
}
