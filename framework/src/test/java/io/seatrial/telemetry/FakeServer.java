package io.seatrial.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTP server on loopback that answers as a test says, and keeps what it was asked. */
public final class FakeServer implements AutoCloseable {
    private final Map<String, Function<Request, Response>> routes = new ConcurrentHashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** A question; the text holds the parameters of the address and the body, decoded. */
    public record Request(String method, String path, String text, String authorization) {}

    public record Response(int status, String body) {}

    public FakeServer() {
        this(plain());
    }

    public FakeServer(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static HttpServer plain() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public FakeServer on(String path, Function<Request, Response> answer) {
        routes.put(path, answer);
        return this;
    }

    public FakeServer on(String path, int status, String body) {
        return on(path, request -> new Response(status, body));
    }

    public String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Request> requests() {
        return requests;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String query = exchange.getRequestURI().getRawQuery();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean isJson = body.startsWith("{");
            Request request = new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    (query == null ? "" : decoded(query)) + (isJson ? body : decoded(body)),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            requests.add(request);
            Response response = routes.getOrDefault(request.path(), r -> new Response(404, "no such page"))
                    .apply(request);
            byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
