package io.seatrial.formats;

import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;

/**
 * SONiC's {@code show queue counters [PORT] [--voq] [--trim] [--all] [--json] [-n NAMESPACE]} (sonic-utilities scripts/queuestat, 2019 to
 * 2026): packets and bytes that left a queue and that it dropped. On a chassis the virtual output queues name the system; the credit
 * watchdog deletes packets there. Trimmed packets were cut to their header instead of dropped.
 */
public final class SonicQueueCounters implements Format<SonicQueueCounters.Report> {
    private static final String MARK = "Counter/pkts";
    private static final String TRIM_MARK = "TrimSent/pkts";
    private static final Pattern HEADER = Pattern.compile("Counter/pkts|TrimSent/pkts");
    private static final Pattern OWN_COMMAND = Pattern.compile("\\bqueue counters\\b|\\bqueuestat\\b");
    private static final List<String> MEMBERS = List.of("totalpacket", "trimsentpacket");
    private static final Columns FILTERED = Columns.of("Port", "TxQ", MARK, "Counter/bytes", "Drop/pkts", "Drop/bytes");

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
     * One queue. A value is null where the switch does not count it or the command does not print it.
     *
     * @param namespace the ASIC that the text names, null without
     * @param system the host or line card of a virtual output queue, null without
     * @param asic the ASIC in the name of a virtual output queue, null without
     * @param baselineTime the clear to which the values are relative; null where the text has none
     * @param queueKind {@code unicast}, {@code multicast}, {@code all} or {@code voq}
     */
    public record Queue(
            String namespace,
            String system,
            String asic,
            String port,
            int queue,
            String queueKind,
            BigInteger txPackets,
            BigInteger txBytes,
            BigInteger dropPackets,
            BigInteger dropBytes,
            BigInteger creditWatchdogDeletedPackets,
            BigInteger trimmedPackets,
            BigInteger trimmedSentPackets,
            BigInteger trimmedDroppedPackets,
            String baselineTime) {}

    @Override
    public String id() {
        return "sonic-queue-counters";
    }

    @Override
    public String about() {
        return "SONiC 'show queue counters', also --voq, --trim, --all and --json";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean json = head.isJsonWith("totalpacket", "dropbytes") || head.isJsonWith("trimsentpacket");
        boolean table = head.lines().stream()
                .anyMatch(line -> line.contains("Port ")
                        && (line.contains("TxQ ") || line.contains("Voq "))
                        && (line.contains(MARK) || line.contains(TRIM_MARK)));
        return Likeness.sureIf(json || table && !EosQueueText.isLikely(head));
    }

    @Override
    public Report read(Source source) {
        return source.head().isJson() ? json(source.json().root()) : table(source.lines());
    }

    private static Report table(Lines lines) {
        SonicQueueTable table = new SonicQueueTable(HEADER, FILTERED);
        lines.forEachRemaining(table::take);
        // Rows without their header may as well be those of 'show queue wredcounters': as many columns of other counts.
        boolean named = lines.echo().filter(c -> OWN_COMMAND.matcher(c).find()).isPresent();
        if (!table.hasHeader() && (!named || table.entries().isEmpty())) {
            throw lines.missing("a header 'Port  TxQ  Counter/pkts  Counter/bytes  Drop/pkts  Drop/bytes'");
        }
        return new Report(
                table.entries().stream().map(SonicQueueCounters::queue).toList(), lines.completeAsFarAsKnown());
    }

    private static Queue queue(SonicQueueTable.Entry entry) {
        Columns.Row values = entry.values();
        SonicPort port = entry.port();
        return new Queue(
                entry.namespace(),
                port == null ? null : port.system(),
                port == null ? null : port.asic(),
                port == null ? null : port.port(),
                entry.queue().index(),
                entry.queue().kind(),
                values.at(MARK).counter(),
                values.at("Counter/bytes").counter(),
                values.at("Drop/pkts").counter(),
                values.at("Drop/bytes").counter(),
                values.at("Credit-WD-Del/pkts").counter(),
                values.at("Trim/pkts").counter(),
                values.at(TRIM_MARK).counter(),
                values.at("TrimDrop/pkts").counter(),
                entry.baselineTime());
    }

    private static Report json(JsonObject root) {
        List<Queue> queues = SonicQueueTable.json(root, MEMBERS, SonicQueueCounters::queue);
        return new Report(queues, null);
    }

    private static Queue queue(SonicPort port, SonicQueueName queue, JsonObject values, String cleared) {
        return new Queue(
                null,
                port.system(),
                port.asic(),
                port.port(),
                queue.index(),
                queue.kind(),
                values.at("totalpacket").counter(),
                values.at("totalbytes").counter(),
                values.at("droppacket").counter(),
                values.at("dropbytes").counter(),
                values.at("creditWDPkts").counter(),
                values.at("trimpacket").counter(),
                values.at("trimsentpacket").counter(),
                values.at("trimdroppacket").counter(),
                cleared);
    }
}
