package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code tc -s -j qdisc show} of iproute2 5.x and 6.x prints (tc/tc_qdisc.c, tc/tc_util.c): every queueing discipline of every device,
 * parents before children. Bytes and packets are those that left, drops those of the discipline and of what is below it; counters begin
 * when the discipline is put in place, and so anew with every {@code replace} of another kind. Without {@code -s} there are no counters, and
 * {@code show dev NAME} leaves out the name of the device.
 */
public final class TcQdiscJson implements Format<TcQdiscJson.Report> {
    /** Disciplines in the order of the text. */
    public record Report(List<Qdisc> qdiscs) {
        public Report {
            qdiscs = List.copyOf(qdiscs);
        }
    }

    /**
     * One discipline.
     *
     * @param dev device whose sending it orders (that of {@code ingress} and {@code clsact} is of what is received)
     * @param kind {@code red}, {@code fq_codel}, {@code tbf} ...
     * @param handle its own number, for example {@code 10:}
     * @param parent class that it hangs at, for example {@code 1:1}; null for the root of a device
     * @param bytes that left
     * @param packets that left
     * @param drops of this discipline and of all below it
     * @param backlogBytes waiting now
     * @param backlogPackets waiting now
     * @param minBytes where RED begins to mark; null for other kinds
     * @param maxBytes from where on RED marks everything that averages above; null for other kinds
     * @param maxProbability of marking where the average reaches maxBytes, 0 to 1; told by {@code -d}, null for other kinds
     * @param ecn whether it marks at all; null where the kind does not tell
     * @param marked packets that it marked Congestion Experienced; null where it does not count them, and where it counts them twice
     * @param earlyDrops packets that RED dropped because they could not be marked; null for other kinds
     */
    public record Qdisc(
            String dev,
            String kind,
            String handle,
            String parent,
            BigInteger bytes,
            BigInteger packets,
            BigInteger drops,
            BigInteger backlogBytes,
            BigInteger backlogPackets,
            BigInteger minBytes,
            BigInteger maxBytes,
            BigDecimal maxProbability,
            Boolean ecn,
            BigInteger marked,
            BigInteger earlyDrops) {}

    @Override
    public String id() {
        return "tc-qdisc-json";
    }

    @Override
    public String about() {
        return "iproute2 'tc -s -j qdisc show': queues, marks and drops of a Linux machine";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.isJsonWith("kind", "handle", "dev") && !head.has("\"ifname\""));
    }

    @Override
    public Report read(Source source) {
        List<Qdisc> qdiscs = new ArrayList<>();
        for (JsonObject entry : source.json().root().entries()) {
            qdiscs.add(qdisc(entry.object()));
        }
        return new Report(qdiscs);
    }

    private static Qdisc qdisc(JsonObject entry) {
        JsonObject options = entry.at("options");
        String kind = word(entry, "kind");
        boolean isRed = kind.equals("red");
        return new Qdisc(
                word(entry, "dev"),
                kind,
                word(entry, "handle"),
                entry.at("parent").text(),
                entry.at("bytes").counter(),
                entry.at("packets").counter(),
                entry.at("drops").counter(),
                entry.at("backlog").counter(),
                entry.at("qlen").counter(),
                isRed ? options.at("min").counter() : null,
                isRed ? options.at("max").counter() : null,
                isRed ? options.at("probability").decimal() : null,
                options.at("ecn").bool(),
                marked(entry),
                entry.at("early").counter());
    }

    private static String word(JsonObject entry, String name) {
        if (entry.at(name).text() == null) {
            // a command for one device leaves out its name
            throw entry.malformed("a discipline with " + name + ", as 'tc -s -j qdisc show' prints it for all devices");
        }
        return entry.at(name).text();
    }

    /**
     * RED and CHOKe say {@code marked}. The CoDel kinds and PIE say {@code ecn_mark} (instead of a drop), and the CoDel kinds {@code ce_mark}
     * too (waited longer than {@code ce_threshold}), but only once it is above 0 (tc/q_codel.c, tc/q_fq_codel.c). The kernel counts a packet
     * under both when both apply (include/net/codel_impl.h), so their sum is no number of packets.
     */
    private static BigInteger marked(JsonObject entry) {
        if (entry.has("marked")) {
            return entry.at("marked").counter();
        }
        BigInteger instead = entry.at("ecn_mark").counter();
        BigInteger late = entry.at("ce_mark").counter();
        if (instead == null || late == null || late.signum() == 0) {
            return instead;
        }
        return instead.signum() == 0 ? late : null;
    }
}
