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
 * SONiC's {@code show queue wredcounters [--voq] [--json]} (sonic-utilities scripts/wredstat, since 2024): packets that a queue dropped
 * early and that it marked with ECN's CE. An ASIC may count marks and not drops. The switch counts only while {@code counterpoll wredqueue}
 * is enabled.
 */
public final class SonicWredCounters implements Format<SonicWredCounters.Report> {
    private static final String MARK = "EcnMarked/pkts";
    private static final List<String> MEMBERS = List.of("ecnmarkedpacket", "wreddroppacket");
    private static final Columns FILTERED =
            Columns.of("Port", "TxQ", "WredDrp/pkts", "WredDrp/bytes", MARK, "EcnMarked/bytes");
    private static final Pattern FILTERED_ROW =
            Pattern.compile("^\\s*\\S+\\s+(?:UC|MC|ALL|VOQ)\\d+(?:\\s+(?:N/A|[\\d,]+)){4}\\s*$");

    /**
     * The queues in the order of the text.
     *
     * @param headerPresent false where only rows are left of the table, as behind grep
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<Queue> queues, boolean headerPresent, Boolean complete) {
        public Report {
            queues = List.copyOf(queues);
        }
    }

    /**
     * One queue. A value is null where the ASIC does not count it.
     *
     * @param system the host or line card of a virtual output queue, null without
     * @param asic the ASIC in the name of a virtual output queue, null without
     * @param port null in a summary over all ports
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
            BigInteger wredDropPackets,
            BigInteger wredDropBytes,
            BigInteger ecnMarkedPackets,
            BigInteger ecnMarkedBytes,
            String baselineTime) {}

    @Override
    public String id() {
        return "sonic-wred-counters";
    }

    @Override
    public String about() {
        return "SONiC 'show queue wredcounters': early drops and ECN marks of each queue";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(MARK) || head.isJsonWith("ecnmarkedpacket"))
                .or(Likeness.perhapsIf(head.has(FILTERED_ROW)));
    }

    @Override
    public Report read(Source source) {
        return source.head().isJson() ? json(source.json().root()) : table(source.lines());
    }

    private static Report table(Lines lines) {
        SonicQueueTable table = new SonicQueueTable(Pattern.compile(Pattern.quote(MARK)), FILTERED);
        lines.forEachRemaining(table::take);
        boolean isOther = !table.hasHeader()
                && lines.echo().filter(c -> c.contains("queue counters")).isPresent();
        if (isOther || !table.hasHeader() && table.entries().isEmpty()) {
            throw lines.missing("a header 'Port  TxQ  WredDrp/pkts  WredDrp/bytes  EcnMarked/pkts  EcnMarked/bytes'");
        }
        return new Report(
                table.entries().stream().map(SonicWredCounters::queue).toList(),
                table.hasHeader(),
                lines.completeAsFarAsKnown());
    }

    private static Queue queue(SonicQueueTable.Entry entry) {
        SonicPort port = entry.port();
        return new Queue(
                entry.namespace(),
                port == null ? null : port.system(),
                port == null ? null : port.asic(),
                port == null ? null : port.port(),
                entry.queue().index(),
                entry.queue().kind(),
                entry.values().at("WredDrp/pkts").counter(),
                entry.values().at("WredDrp/bytes").counter(),
                entry.values().at(MARK).counter(),
                entry.values().at("EcnMarked/bytes").counter(),
                entry.baselineTime());
    }

    private static Report json(JsonObject root) {
        List<Queue> queues = SonicQueueTable.json(root, MEMBERS, SonicWredCounters::queue);
        return new Report(queues, true, null);
    }

    private static Queue queue(SonicPort port, SonicQueueName queue, JsonObject values, String cleared) {
        return new Queue(
                null,
                port.system(),
                port.asic(),
                port.port(),
                queue.index(),
                queue.kind(),
                values.at("wreddroppacket").counter(),
                values.at("wreddropbytes").counter(),
                values.at("ecnmarkedpacket").counter(),
                values.at("ecnmarkedbytes").counter(),
                cleared);
    }
}
