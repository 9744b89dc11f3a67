package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Arista EOS's {@code show priority-flow-control counters [detail] | json} (models as aristanetworks/anta uses them, EOS 4.2x and 4.3x):
 * pause frames of each port, or with {@code detail} of each priority. Since boot or the last {@code clear counters}, which the answer does
 * not tell.
 */
public final class EosPfcJson implements Format<EosPfcJson.Report> {
    private static final String TOTALS = "interfaceCounters";
    private static final String DETAIL = "interfaces";

    /**
     * The ports in the order of the text.
     *
     * @param perPriority whether the frames of each priority are told; null where the answer has no port
     * @param ports totals of each port; empty with {@code detail}
     * @param counters frames of each priority; empty without {@code detail}
     */
    public record Report(Boolean perPriority, List<Port> ports, List<Counter> counters) {
        public Report {
            ports = List.copyOf(ports);
            counters = List.copyOf(counters);
        }
    }

    /** Frames of all priorities of a port; null where the answer does not tell. */
    public record Port(String port, BigInteger rxPauseFrames, BigInteger txPauseFrames) {}

    /** Frames of one priority of a port; null where the answer does not tell. */
    public record Counter(String port, int priority, BigInteger rxPauseFrames, BigInteger txPauseFrames) {}

    @Override
    public String id() {
        return "eos-pfc-json";
    }

    @Override
    public String about() {
        return "Arista EOS 'show priority-flow-control counters [detail] | json'";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean frames = head.isJsonWith("rxFrames") || head.isJsonWith("txFrames");
        return Likeness.sureIf(frames && (head.isJsonWith(TOTALS) || head.isJsonWith("priorities")))
                .or(Likeness.perhapsIf(head.isJsonWith(TOTALS)));
    }

    @Override
    public Report read(Source source) {
        JsonObject answer = EosJson.answer(source, TOTALS, DETAIL);
        return answer.has(TOTALS) ? totals(answer.at(TOTALS)) : detail(answer.at(DETAIL));
    }

    private static Report totals(JsonObject counters) {
        List<Port> ports = new ArrayList<>();
        counters.object()
                .members()
                .forEach((port, frames) -> ports.add(new Port(
                        port,
                        frames.object().at("rxFrames").counter(),
                        frames.at("txFrames").counter())));
        return new Report(ports.isEmpty() ? null : Boolean.FALSE, ports, List.of());
    }

    private static Report detail(JsonObject interfaces) {
        List<Counter> counters = new ArrayList<>();
        EosJson.each(interfaces, "priorities")
                .forEach((port, priorities) -> priorities
                        .members()
                        .forEach((priority, frames) -> counters.add(counter(port, priority, frames))));
        return new Report(counters.isEmpty() ? null : Boolean.TRUE, List.of(), counters);
    }

    private static Counter counter(String port, String priority, JsonObject frames) {
        if (!priority.matches("[0-7]")) {
            throw frames.malformed("a priority, 0 to 7");
        }
        return new Counter(
                port,
                Integer.parseInt(priority),
                frames.object().at("rxFrames").counter(),
                frames.at("txFrames").counter());
    }
}
