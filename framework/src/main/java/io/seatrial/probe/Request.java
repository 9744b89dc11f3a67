package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalInt;

/** What an agent is asked to do. Addresses are numeric; durations are milliseconds on the wire. */
public sealed interface Request {
    /** Return the request as one line of the wire format. */
    default String encode(long id) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("id", id);
        fill(node);
        return node.toString();
    }

    /** Put every field but the id. */
    void fill(ObjectNode node);

    /** What the host is: ports, interfaces, processes that hold a GPU. */
    record Info() implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "info");
        }
    }

    /** Accept the other side of an operation. */
    record Serve(String op, String fabric, String bind, String token, long deadlineMillis) implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "serve")
                    .put("op", op)
                    .put("fabric", fabric)
                    .put("bind", bind)
                    .put("token", token)
                    .put("deadline_ms", deadlineMillis);
        }
    }

    /** Where a running operation connects. */
    record Peer(String fabric, String bind, String address, int port, String token, long deadlineMillis) {
        void fill(ObjectNode node, String op) {
            node.put("do", "run")
                    .put("op", op)
                    .put("fabric", fabric)
                    .put("bind", bind)
                    .put("address", address)
                    .put("port", port)
                    .put("token", token)
                    .put("deadline_ms", deadlineMillis);
        }
    }

    /** Measure round trips. */
    record RunLatency(Peer peer, int size, int warmup, long count, long durationMillis) implements Request {
        @Override
        public void fill(ObjectNode node) {
            peer.fill(node, "latency");
            node.put("size", size).put("warmup", warmup).put("count", count).put("duration_ms", durationMillis);
        }
    }

    /**
     * Measure goodput.
     *
     * @param sendBuffer bytes that each stream's sender may hold; empty = the kernel decides
     */
    record RunBandwidth(Peer peer, int size, int streams, long durationMillis, OptionalInt sendBuffer)
            implements Request {
        @Override
        public void fill(ObjectNode node) {
            peer.fill(node, "bandwidth");
            node.put("size", size).put("streams", streams).put("duration_ms", durationMillis);
            sendBuffer.ifPresent(bytes -> node.put("sndbuf", bytes));
        }
    }

    /** Hold an RDMA port and wait for the offer of the other side. */
    record ServeVerbs(String op, VerbsEnd end, VerbsSettings settings, long deadlineMillis) implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "serve").put("op", op);
            end.fill(node);
            settings.fillEnd(node);
            node.put("deadline_ms", deadlineMillis);
        }
    }

    /** Measure over an RDMA port; the two sides agree by {@code say} and {@link Hear}. */
    record RunVerbs(VerbsEnd end, VerbsWork work, long deadlineMillis) implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "run").put("op", work.operation());
            end.fill(node);
            work.settings().fillEnd(node);
            work.fill(node);
            node.put("deadline_ms", deadlineMillis);
        }
    }

    /** Play ranks of a collective. */
    record RunCollective(ObjectNode fields, long deadlineMillis) implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "collective");
            node.setAll(fields);
            node.put("deadline_ms", deadlineMillis);
        }
    }

    /**
     * Hand over what the other side said.
     *
     * @param of the running request that is to hear it
     */
    record Hear(long of, String text) implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "hear").put("of", of).put("text", text);
        }
    }

    /** Sample counters {@code count} times. */
    record SampleCounters(List<String> devices, List<String> netdevs, long intervalMillis, int count)
            implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "counters").put("interval_ms", intervalMillis).put("count", count);
            devices.forEach(node.putArray("devices")::add);
            netdevs.forEach(node.putArray("netdevs")::add);
        }
    }

    /** Tell the host's clocks. */
    record Clock() implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "clock");
        }
    }

    /**
     * Sample counters until stopped.
     *
     * @param ip whether the IP packets of the whole host are counted by their ECN field, too
     * @param select globs of ethtool statistics; empty = all
     * @param intervalMillis for RDMA counters and other files
     * @param ethtoolMillis for ethtool statistics and IP
     */
    record WatchCounters(
            List<String> devices,
            List<String> netdevs,
            boolean ip,
            List<String> select,
            long intervalMillis,
            long ethtoolMillis)
            implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "counters")
                    .put("interval_ms", intervalMillis)
                    .put("ethtool_ms", ethtoolMillis)
                    .put("ip", ip ? 1 : 0)
                    .put("count", 0);
            devices.forEach(node.putArray("devices")::add);
            netdevs.forEach(node.putArray("netdevs")::add);
            select.forEach(node.putArray("select")::add);
        }
    }

    /** End a running request. */
    record Stop(long of) implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "stop").put("of", of);
        }
    }

    /** End the agent. */
    record Quit() implements Request {
        @Override
        public void fill(ObjectNode node) {
            node.put("do", "quit");
        }
    }
}
