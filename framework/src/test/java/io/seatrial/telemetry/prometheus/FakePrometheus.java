package io.seatrial.telemetry.prometheus;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.telemetry.FakeServer;
import io.seatrial.telemetry.FakeServer.Response;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** A server that answers as Prometheus' API does, with samples that a test writes. Times are seconds after its beginning. */
final class FakePrometheus implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    final FakeServer http = new FakeServer();
    private final ArrayNode result = JSON.createArrayNode();
    private final ArrayNode targets = JSON.createArrayNode();
    private final ArrayNode warnings = JSON.createArrayNode();
    /** Its clock is an hour ahead. */
    final Instant begin = Instant.ofEpochMilli(Instant.now().plusSeconds(3600).toEpochMilli());

    FakePrometheus() {
        http.on("/api/v1/query", request -> request.text().contains("time()") ? time() : matrix());
        http.on(
                "/api/v1/targets",
                request -> new Response(200, success(JSON.createObjectNode().set("activeTargets", targets))));
    }

    private Response time() {
        BigDecimal now = BigDecimal.valueOf(Instant.now().plusSeconds(3600).toEpochMilli(), 3);
        return new Response(
                200,
                "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[" + now + ",\"" + now
                        + "\"]}}");
    }

    private Response matrix() {
        return new Response(
                200, success(JSON.createObjectNode().put("resultType", "matrix").set("result", result)));
    }

    private String success(Object data) {
        ObjectNode body = JSON.createObjectNode().put("status", "success");
        body.set("data", (ObjectNode) data);
        if (!warnings.isEmpty()) {
            body.set("warnings", warnings);
        }
        return body.toString();
    }

    /** Forget all samples. */
    FakePrometheus clear() {
        result.removeAll();
        return this;
    }

    FakePrometheus warns(String text) {
        warnings.add(text);
        return this;
    }

    FakePrometheus target(String job, String instance, String interval, String error) {
        ObjectNode target = targets.addObject().put("scrapeInterval", interval).put("lastError", error);
        target.putObject("labels").put("job", job).put("instance", instance);
        return this;
    }

    /** Add a series with a sample at each second from the first on; "-" is none. */
    FakePrometheus series(String name, Map<String, String> labels, int first, String... values) {
        ObjectNode series = result.addObject();
        ObjectNode metric = series.putObject("metric").put("__name__", name);
        labels.forEach(metric::put);
        ArrayNode all = series.putArray("values");
        for (int i = 0; i < values.length; i++) {
            if (!values[i].equals("-")) {
                all.addArray()
                        .add(BigDecimal.valueOf(begin.plusSeconds(first + i).toEpochMilli(), 3))
                        .add(values[i]);
            }
        }
        return this;
    }

    @Override
    public void close() {
        http.close();
    }
}
