package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * NVIDIA Cumulus Linux's {@code nv show interface PORT counters qos [PART]} (up to 5.4 {@code ... qos counters}) and {@code nv show
 * interface PORT qos roce counters}, as text or with {@code -o json} (NVUE reference, 5.0 to 5.11), of one interface, which the text does not
 * name. Text rounds bytes to decimal units ({@code 56.52 MB}). Pause durations are printed without a unit. {@code pause-frames} of the
 * port statistics are 802.3x, those of PFC stand in their own table.
 */
public final class NvueQosCounters implements Format<NvueQosCounters.Report> {
    private static final Pattern TREE = Pattern.compile("^\\s*(?:rx|tx)-(?:non-)?(?:roce|pfc|cnp|ecn)-stats\\s*$");
    private static final Pattern INTERFACE = Pattern.compile("^\\s*Interface:\\s*\\S+.*$");

    /**
     * What the text has; a part that it does not have is null or empty.
     *
     * @param port statistics of the port that no priority has
     * @param rx received, by the RoCE counters
     * @param tx sent, by the RoCE counters
     * @param ecnMarkedRatio marked packets over RoCE packets sent; null unless both are known
     * @param fieldRepeatedUnderTwoParents the first counter of the RoCE tree whose name comes again under another parent, where a reader
     *     that goes by names alone would take the wrong one
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(
            List<IngressBuffer> ingressBuffers,
            List<EgressQueue> egressQueues,
            List<Counter> counters,
            Port port,
            Rx rx,
            Tx tx,
            BigDecimal ecnMarkedRatio,
            String fieldRepeatedUnderTwoParents,
            Boolean complete) {
        public Report {
            ingressBuffers = List.copyOf(ingressBuffers);
            egressQueues = List.copyOf(egressQueues);
            counters = List.copyOf(counters);
        }
    }

    /** One priority group of the ingress; discards in packets as JSON gives them, or in bytes as the text does, rounded where it has a larger unit. */
    public record IngressBuffer(
            Integer priorityGroup,
            BigInteger rxFrames,
            BigInteger rxBufferDiscards,
            BigDecimal rxBufferDiscardsBytes,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal rxBufferDiscardsBytesRounded,
            BigInteger rxSharedBufferDiscards,
            BigDecimal rxSharedBufferDiscardsBytes,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal rxSharedBufferDiscardsBytesRounded) {}

    /**
     * One traffic class of the egress.
     *
     * @param txBytes exact, as JSON gives them
     * @param txBytesRounded as the text gives them
     * @param txUcBufferDiscards packets, as JSON gives them
     * @param txUcBufferDiscardsBytes bytes, where the text gives them exactly
     * @param txUcBufferDiscardsBytesRounded bytes, where the text gives them in a larger unit
     * @param wredDiscards packets dropped early
     */
    public record EgressQueue(
            Integer trafficClass,
            BigInteger ecnMarkedFrames,
            BigInteger txFrames,
            BigInteger txBytes,
            BigDecimal txBytesRounded,
            BigInteger txUcBufferDiscards,
            BigDecimal txUcBufferDiscardsBytes,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal txUcBufferDiscardsBytesRounded,
            BigInteger wredDiscards) {}

    /** PFC of one switch priority; durations as they are printed, without a unit. */
    public record Counter(
            Integer priority,
            BigInteger rxPauseFrames,
            BigInteger rxPauseDurationRaw,
            BigInteger txPauseFrames,
            BigInteger txPauseDurationRaw) {}

    /** Statistics of the whole port; pause frames here are 802.3x. */
    public record Port(
            BigInteger ecnMarkedPacketsRx,
            BigInteger ecnMarkedPacketsTx,
            BigInteger multicastBufferDiscardsTx,
            BigInteger globalPauseFramesRx,
            BigInteger globalPauseFramesTx) {}

    /** Received, by the RoCE counters; duration without a unit. */
    public record Rx(
            BigInteger nonRocePackets,
            BigInteger nonRoceBytes,
            BigDecimal nonRoceBytesRounded,
            BigInteger nonRoceNoBufferDiscards,
            BigInteger rocePackets,
            BigInteger roceBytes,
            BigDecimal roceBytesRounded,
            BigInteger roceNoBufferDiscards,
            BigInteger pfcPausePackets,
            BigInteger pfcPauseDurationRaw) {}

    /** Sent, by the RoCE counters; duration without a unit. */
    public record Tx(
            BigInteger rocePackets,
            BigInteger roceBytes,
            BigDecimal roceBytesRounded,
            BigInteger roceNoBufferDiscards,
            BigInteger cnpPackets,
            BigInteger cnpBytes,
            BigDecimal cnpBytesRounded,
            BigInteger cnpNoBufferDiscards,
            BigInteger ecnMarkedPackets,
            BigInteger pfcPausePackets,
            BigInteger pfcPauseDurationRaw) {}

    @Override
    public String id() {
        return "nvue-qos-counters";
    }

    @Override
    public String about() {
        return "NVIDIA Cumulus 'nv show interface PORT counters qos' and 'qos roce counters', text or JSON";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean json = head.isJsonWith("pfc-stats")
                || head.isJsonWith("egress-queue-stats")
                || head.isJsonWith("ingress-buffer-stats")
                || head.isJsonWith("rx-roce-stats");
        return Likeness.sureIf(json || head.has(TREE) || head.has(NvueTables.HEADER));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("field_repeated_under_two_parents");
    }

    @Override
    public Report read(Source source) {
        return source.head().isJson() ? NvueJson.read(source.json().root()) : text(source.lines());
    }

    private static Report text(Lines lines) {
        NvueTables tables = new NvueTables();
        NvueTree tree = new NvueTree();
        boolean named = false;
        for (Line line : lines) {
            if (INTERFACE.matcher(line.text()).matches()) {
                if (named) {
                    throw line.malformed("the counters of one interface");
                }
                named = true;
            } else if (!tree.takes(line)) {
                tables.take(line);
            }
        }
        if (tables.isEmpty() && tree.isEmpty()) {
            throw lines.missing(
                    "a header 'traffic-class  tx-frames ...', 'switch-priority  rx-pause-frames ...', or 'rx-stats'");
        }
        return new Report(
                tables.ingress(),
                tables.egress(),
                tables.pfc(),
                tables.port(),
                tree.rx(),
                tree.tx(),
                tree.ecnMarkedRatio(),
                tree.repeated(),
                lines.completeAsFarAsKnown());
    }
}
