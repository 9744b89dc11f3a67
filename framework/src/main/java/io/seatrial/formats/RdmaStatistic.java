package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Prompt;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code rdma statistic} of iproute2 5.3 to 6.x prints, as text ({@code link DEV/PORT name value name value ...}, wrapped anywhere) or
 * with {@code -j} (rdma/stat.c). Names are those of the driver: mlx5 (kernel, drivers/infiniband/hw/mlx5/counters.c), bnxt_re, EFA
 * (efa_verbs.c), ionic. Some of them under common names:
 *
 * <p>A notification point (np) receives marked packets and sends congestion notifications (CNP), a reaction point (rp) receives these and
 * slows down. {@code req_cqe_flush_error} is an echo, {@code lifespan} no counter. Priority flow control is never among these counters.
 * Values have 64 bits and count since the driver was loaded: packets, or events where the name ends in {@code err}, {@code exceeded} or the
 * like; bytes only where the name says so.
 */
public final class RdmaStatistic implements Format<RdmaStatistic.Report> {
    private static final Pattern START = Pattern.compile("^\\s*link ([\\w.-]+)/(\\d{1,3}|-)(?:\\s+(.*))?$");
    private static final Pattern NUMBERED_PORT = Pattern.compile("\"port\"\\s*:\\s*\\d+\\s*,");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][\\w.]*");
    private static final Set<String> OF_QUEUE_PAIRS = Set.of("cntn", "lqpn", "mrn", "pid", "type", "comm");
    private static final Pattern VALUE = Pattern.compile("\\d{1,20}");

    /**
     * All ports.
     *
     * @param first the first port; its fields stand beside the others
     * @param pfc always null: these counters do not tell
     * @param records every port, in the order of the text
     * @param complete false where the last line is cut; else null, for nothing marks the end
     */
    public record Report(@JsonUnwrapped Port first, BigInteger pfc, List<Port> records, Boolean complete) {}

    /**
     * One port. A common name is null where the driver has no such counter.
     *
     * @param device RDMA device
     * @param port counted from 1
     * @param counters by the driver's name
     * @param cnpHandledPackets congestion notifications that slowed this sender down
     * @param cnpReceivedPackets congestion notifications received
     * @param cnpSentPackets congestion notifications that this receiver sent
     * @param ecnMarkedRocePackets marked packets received, mlx5
     * @param ecnReceivedPackets marked packets received, ionic and bnxt_re
     * @param outOfSequencePackets gaps that this receiver saw
     * @param retransmittedPackets packets that this sender sent again
     * @param ackTimeouts timers of this sender that expired
     * @param retryExceededEvents requests that were given up after all retries
     * @param rnrNakRetryEvents times that the receiver was not ready
     */
    public record Port(
            String device,
            Integer port,
            Map<String, BigInteger> counters,
            BigInteger cnpHandledPackets,
            BigInteger cnpReceivedPackets,
            BigInteger cnpSentPackets,
            BigInteger ecnMarkedRocePackets,
            BigInteger ecnReceivedPackets,
            BigInteger outOfSequencePackets,
            BigInteger retransmittedPackets,
            BigInteger ackTimeouts,
            BigInteger retryExceededEvents,
            BigInteger rnrNakRetryEvents) {
        static Port of(String device, Integer port, Map<String, BigInteger> counters) {
            NamedCounters known = new NamedCounters(counters);
            return new Port(
                    device,
                    port,
                    counters,
                    known.first("rp_cnp_handled"),
                    known.first("rx_rdma_cnp_pkts", "rx_cnp_pkts"),
                    known.first("np_cnp_sent", "tx_rdma_cnp_pkts", "tx_cnp_pkts"),
                    known.first("np_ecn_marked_roce_packets"),
                    known.first("rx_rdma_ecn_pkts", "rx_ecn_marked_pkts"),
                    known.first("out_of_sequence", "resp_rx_outouf_seq", "oos_drop_count"),
                    known.first("tx_rdma_retx_pkts", "retrans_pkts"),
                    known.first("local_ack_timeout_err", "tx_rdma_ack_timeout", "to_retransmits"),
                    known.first("req_transport_retries_exceeded", "req_tx_retry_excd_err", "max_retry_exceeded"),
                    known.first("rnr_nak_retry_err", "req_rx_rnr_retry_err", "rnr_naks_rcvd"));
        }
    }

    @Override
    public String id() {
        return "rdma-statistic";
    }

    @Override
    public String about() {
        return "rdma statistic: hardware counters of RDMA ports, text or JSON";
    }

    @Override
    public Likeness likeness(Head head) {
        if (head.isJson()) {
            boolean flat = head.isJsonWith("ifname") && head.has(NUMBERED_PORT) && !head.has("\"physical_state\"");
            return Likeness.sureIf(flat);
        }
        return Likeness.sureIf(head.has(START) && !head.has(" state "));
    }

    @Override
    public Report read(Source source) {
        if (source.head().isJson()) {
            List<Port> ports = source.json().root().entries().stream()
                    .map(RdmaStatistic::port)
                    .toList();
            return new Report(ports.isEmpty() ? null : ports.get(0), null, ports, null);
        }
        Lines lines = source.lines();
        List<Port> ports = new ArrayList<>();
        Words words = null;
        while (lines.hasNext()) {
            Line line = lines.next();
            Matcher start = START.matcher(line.text());
            if (start.matches()) {
                add(words, ports);
                words = new Words(start.group(1), start.group(2));
                words.take(line.with(start.group(3) == null ? "" : start.group(3)));
            } else if (words != null) {
                words.take(line);
            }
        }
        if (words == null) {
            throw lines.missing("a line 'link DEVICE/PORT name value ...' or a JSON array");
        }
        add(words, ports);
        return new Report(ports.get(0), null, ports, lines.completeAsFarAsKnown());
    }

    private static void add(Words words, List<Port> ports) {
        if (words != null) {
            ports.add(words.port());
        }
    }

    private static Port port(JsonObject port) {
        String device = port.object().at("ifname").text();
        if (port.members().keySet().stream().anyMatch(OF_QUEUE_PAIRS::contains)) {
            throw port.malformed("counters of a port ('rdma -j statistic show link'), not of queue pairs");
        }
        if (device == null) {
            throw port.malformed("an object with ifname");
        }
        Map<String, BigInteger> counters = new LinkedHashMap<>();
        port.members().forEach((name, value) -> {
            if (!name.equals("port") && !name.equals("ifindex") && value.node().isIntegralNumber()) {
                counters.put(name, value.counter());
            }
        });
        return Port.of(device, port.at("port").index(), counters);
    }

    /** Names and values of one port, as they follow each other over all its lines. */
    private static final class Words {
        private final String device;
        private final String port;
        private final Map<String, BigInteger> counters = new LinkedHashMap<>();
        private String name;

        Words(String device, String port) {
            this.device = device;
            this.port = port;
        }

        void take(Line line) {
            if (Prompt.command(line.text()).isPresent()) {
                return;
            }
            for (Cell cell : line.cells()) {
                if (name != null && VALUE.matcher(cell.text()).matches()) {
                    counters.put(name, cell.counter());
                    name = null;
                } else if (name == null && NAME.matcher(cell.text()).matches()) {
                    name = ofPort(cell);
                } else {
                    // Also where a terminal has wrapped within a word: 12 and 34 in two lines may be one number or
                    // none.
                    throw cell.malformed(
                            name == null ? "the name of a counter" : "the value of " + name + ", 0 or more");
                }
            }
        }

        private static String ofPort(Cell cell) {
            if (OF_QUEUE_PAIRS.contains(cell.text())) {
                throw cell.malformed("counters of a port ('rdma statistic show link'), not of queue pairs");
            }
            return cell.text();
        }

        Port port() {
            return Port.of(device, port.equals("-") ? null : Integer.valueOf(port), counters);
        }
    }
}
