package io.seatrial.formats;

import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Arista EOS's {@code show interfaces counters queue detail} as text (EOS 4.2x and 4.3x): {@code Port TxQ Counter/pkts Counter/bytes
 * Drop/pkts Drop/bytes}, for each transmit queue the packets and bytes sent and dropped. The header is that of SONiC's queues; ports are
 * printed short here. The command: aristanetworks/anta (anta/tests/interfaces.py, VerifyInterfacesEgressQueueDrops), which reads its JSON.
 */
public final class EosQueueText implements Format<EosQueueText.Report> {
    private static final Pattern HEADER = Pattern.compile("^\\s*Port\\s+TxQ\\s+Counter/pkts\\s.*$");
    private static final Pattern ROW = Pattern.compile("^\\s*(?:Et|Po)\\d[\\d/]*\\s+(?:UC|MC)\\d+\\s.*$");

    /**
     * The queues in the order of the text.
     *
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<Queue> queues, Boolean complete) {
        public Report {
            queues = List.copyOf(queues);
        }
    }

    /**
     * One transmit queue; a value is null where EOS prints none.
     *
     * @param port the long name
     * @param queueKind {@code unicast} or {@code multicast}
     */
    public record Queue(
            String port,
            int queue,
            String queueKind,
            BigInteger txPackets,
            BigInteger txBytes,
            BigInteger dropPackets,
            BigInteger dropBytes) {}

    @Override
    public String id() {
        return "eos-queue-text";
    }

    @Override
    public String about() {
        return "Arista EOS 'show interfaces counters queue detail'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(isLikely(head));
    }

    /** Tell by the names of the ports, which SONiC prints in full. */
    static boolean isLikely(Head head) {
        return head.has(HEADER) && head.has(ROW);
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        SonicQueueTable table = new SonicQueueTable(HEADER, Columns.of());
        lines.forEachRemaining(table::take);
        if (!table.hasHeader()) {
            throw lines.missing("a header 'Port  TxQ  Counter/pkts  Counter/bytes  Drop/pkts  Drop/bytes'");
        }
        return new Report(table.entries().stream().map(EosQueueText::queue).toList(), lines.completeAsFarAsKnown());
    }

    private static Queue queue(SonicQueueTable.Entry entry) {
        Row values = entry.values();
        return new Queue(
                EosPort.longName(values.first().text()),
                entry.queue().index(),
                entry.queue().kind(),
                values.at("Counter/pkts").counter(),
                values.at("Counter/bytes").counter(),
                values.at("Drop/pkts").counter(),
                values.at("Drop/bytes").counter());
    }
}
