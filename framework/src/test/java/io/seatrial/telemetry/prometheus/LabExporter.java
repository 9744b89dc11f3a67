package io.seatrial.telemetry.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An exporter of two ports whose counters move with every scrape: those of eth0 begin again after the fourth, the pauses of eth1 are gone
 * after the sixth, and the eighth and ninth scrape fail. It keeps what it gave.
 */
final class LabExporter implements AutoCloseable {
    static final int RESET = 4;
    static final int GONE = 6;
    static final int FAILS = 8;
    static final int WORKS_AGAIN = 10;

    private final HttpServer server;
    private final List<Served> served = new CopyOnWriteArrayList<>();
    private int scrapes;

    /**
     * A scrape that was answered.
     *
     * @param values by name and device, empty where it failed
     */
    record Served(int number, Instant at, Map<String, Long> values) {}

    LabExporter() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", this::handle);
        server.start();
    }

    String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    List<Served> served() {
        return served;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            int number = ++scrapes;
            boolean fails = number >= FAILS && number < WORKS_AGAIN;
            Map<String, Long> values = fails ? Map.of() : values(number);
            byte[] body = text(values).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            served.add(new Served(number, Instant.now(), values));
            exchange.sendResponseHeaders(fails ? 500 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static Map<String, Long> values(int number) {
        Map<String, Long> values = new TreeMap<>();
        values.put("lab_bytes{device=\"eth0\"}", number <= RESET ? 1_000_000L * number : number);
        values.put("lab_bytes{device=\"eth1\"}", 9_007_199_254_740_993L - 1 + 4L * number);
        values.put("lab_pause_us{device=\"eth0\"}", number <= RESET ? 10L * number : 0L);
        if (number <= GONE) {
            values.put("lab_pause_us{device=\"eth1\"}", 20L * number);
        }
        return values;
    }

    private static String text(Map<String, Long> values) {
        StringBuilder text = new StringBuilder();
        values.forEach(
                (series, value) -> text.append(series).append(' ').append(value).append('\n'));
        return text.toString();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
