package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Arista EOS's {@code show priority-flow-control counters watchdog | json} (EOS 4.2x and 4.3x): how often the PFC watchdog found a transmit
 * queue stuck and saw it recover. EOS lists a port only after its first event, so that a port that is not there is not known to be
 * watched (facebook/DNE-TaaC, taac/health_checks/device_health_checks/pfc_wd_health_check.py, which takes the missing port for 0).
 */
public final class EosPfcwdJson implements Format<EosPfcwdJson.Report> {
    private static final String PORTS = "interfaces";

    /** The queues in the order of the text. */
    public record Report(List<Queue> queues) {
        public Report {
            queues = List.copyOf(queues);
        }
    }

    /** One transmit queue; a count is null where the answer does not have it. */
    public record Queue(String port, int queue, BigInteger stuckCount, BigInteger recoveryCount) {}

    @Override
    public String id() {
        return "eos-pfcwd-json";
    }

    @Override
    public String about() {
        return "Arista EOS 'show priority-flow-control counters watchdog | json'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.isJsonWith("txQueues", "stuckCount"));
    }

    @Override
    public Report read(Source source) {
        List<Queue> queues = new ArrayList<>();
        EosJson.each(EosJson.answer(source, PORTS).at(PORTS), "txQueues")
                .forEach((port, found) ->
                        found.members().forEach((queue, counts) -> queues.add(queue(port, queue, counts))));
        return new Report(queues);
    }

    private static Queue queue(String port, String queue, JsonObject counts) {
        if (!queue.matches("\\d{1,3}")) {
            throw counts.malformed("the number of a queue");
        }
        return new Queue(
                port,
                Integer.parseInt(queue),
                counts.object().at("stuckCount").counter(),
                counts.at("recoveryCount").counter());
    }
}
