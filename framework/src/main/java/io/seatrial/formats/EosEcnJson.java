package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Arista EOS's {@code show qos interfaces ecn counters queue | json} (model as aristanetworks/anta uses it, EOS 4.2x and 4.3x): packets that
 * each transmit queue marked with ECN's CE, as texts. A dash says that marks are not counted there, as without {@code random-detect ecn
 * count} under the queue: that is not 0.
 */
public final class EosEcnJson implements Format<EosEcnJson.Report> {
    private static final String COUNTERS = "intfQueueCounters";

    /** The queues in the order of the text. */
    public record Report(List<Queue> queues) {
        public Report {
            queues = List.copyOf(queues);
        }
    }

    /**
     * One transmit queue.
     *
     * @param ecnMarkedPackets null where they are not counted
     */
    public record Queue(String port, int queue, BigInteger ecnMarkedPackets) {}

    @Override
    public String id() {
        return "eos-ecn-json";
    }

    @Override
    public String about() {
        return "Arista EOS 'show qos interfaces ecn counters queue | json'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.isJsonWith(COUNTERS));
    }

    @Override
    public Report read(Source source) {
        List<Queue> queues = new ArrayList<>();
        EosJson.answer(source, COUNTERS)
                .at(COUNTERS)
                .object()
                .members()
                .forEach((port, found) -> found.object()
                        .at("queueCounters")
                        .members()
                        .forEach((queue, marked) -> queues.add(queue(port, queue, marked))));
        return new Report(queues);
    }

    private static Queue queue(String port, String queue, JsonObject marked) {
        if (!queue.matches("\\d{1,3}")) {
            throw marked.malformed("the number of a queue");
        }
        return new Queue(port, Integer.parseInt(queue), marked.counter());
    }
}
