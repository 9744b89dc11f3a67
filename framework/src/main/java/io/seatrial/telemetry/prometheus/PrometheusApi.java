package io.seatrial.telemetry.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.telemetry.http.JsonServer;
import io.seatrial.telemetry.http.JsonServer.Answer;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The questions of Prometheus' HTTP API that are needed here (prometheus.io/docs/prometheus/latest/querying/api). None of them changes
 * anything.
 */
final class PrometheusApi {
    private static final String QUERY = "/api/v1/query";
    private static final String TARGETS = "/api/v1/targets";

    private final JsonServer server;

    /**
     * Something that one answer tells, with what the server remarked about it.
     *
     * @param warnings of the server: there is data, but perhaps not all
     */
    record Told<T>(T value, List<String> warnings, Instant sent, Instant received) {}

    /**
     * One series.
     *
     * @param labels with {@code __name__}
     * @param samples in the order of time
     */
    record Series(Map<String, String> labels, List<Sample> samples) {
        String label(String name) {
            return labels.getOrDefault(name, "");
        }
    }

    /**
     * One sample.
     *
     * @param at when it was scraped, ms since 1970 by the server's clock
     * @param value as printed: a number, NaN, +Inf or -Inf
     */
    record Sample(long at, String value) {}

    PrometheusApi(JsonServer server) {
        this.server = server;
    }

    /** Return the time of the server, ms since 1970. */
    Told<Long> time() {
        Told<JsonNode> told = ask(QUERY, Map.of("query", "time()"), true);
        JsonNode result = told.value().path("result");
        if (!told.value().path("resultType").asText().equals("scalar")
                || !result.path(0).isNumber()) {
            throw unexpected(QUERY, "the scalar time()", told.value());
        }
        return new Told<>(millis(result.path(0)), told.warnings(), told.sent(), told.received());
    }

    /**
     * Return the raw samples of a range selector, as they were scraped. (A range query would evaluate at steps of its own: times of its own,
     * and values that are up to five minutes old.) Staleness markers are no samples.
     *
     * @param at the end of the range, ms since 1970 by the server's clock
     */
    Told<List<Series>> samples(String selector, long at) {
        String time = BigDecimal.valueOf(at, 3).toPlainString();
        Told<JsonNode> told = ask(QUERY, Map.of("query", selector, "time", time), true);
        if (!told.value().path("resultType").asText().equals("matrix")) {
            throw unexpected(QUERY, "a matrix", told.value());
        }
        List<Series> all = new ArrayList<>();
        told.value().path("result").forEach(each -> all.add(series(each)));
        return new Told<>(all, told.warnings(), told.sent(), told.received());
    }

    private Series series(JsonNode node) {
        Map<String, String> labels = new HashMap<>();
        node.path("metric")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        List<Sample> samples = new ArrayList<>();
        for (JsonNode pair : node.path("values")) {
            if (!pair.path(0).isNumber() || !pair.path(1).isTextual()) {
                throw unexpected(QUERY, "[TIME, \"VALUE\"]", pair);
            }
            samples.add(new Sample(millis(pair.path(0)), pair.path(1).asText()));
        }
        return new Series(labels, samples);
    }

    private static long millis(JsonNode seconds) {
        return seconds.decimalValue().movePointRight(3).longValue();
    }

    /** Return the targets that the server scrapes. */
    Told<Targets> targets() {
        Told<JsonNode> told = ask(TARGETS, Map.of("state", "active"), false);
        if (!told.value().path("activeTargets").isArray()) {
            throw unexpected(TARGETS, "activeTargets", told.value());
        }
        return new Told<>(
                Targets.of(told.value().path("activeTargets")), told.warnings(), told.sent(), told.received());
    }

    private Told<JsonNode> ask(String path, Map<String, String> parameters, boolean byForm) {
        Answer answer = byForm ? server.form(path, parameters) : server.get(path, parameters);
        JsonNode body = answer.body();
        boolean isApi = body != null && body.path("status").isTextual();
        if (!answer.isSuccess() || isApi && !body.path("status").asText().equals("success")) {
            throw server.refused(path, answer, isApi ? said(body) : answer.text());
        }
        if (!isApi) {
            throw unexpected(path, "an answer of Prometheus' API with 'status'", body);
        }
        return new Told<>(body.path("data"), texts(body.path("warnings")), answer.sent(), answer.received());
    }

    private static String said(JsonNode body) {
        StringJoiner said = new StringJoiner("; ");
        said.add(body.path("errorType").asText("error") + ": "
                + body.path("error").asText(""));
        texts(body.path("warnings")).forEach(warning -> said.add("warning: " + warning));
        return said.toString();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private TelemetryException unexpected(String path, String expected, JsonNode found) {
        String text = String.valueOf(found);
        String start = text.length() > 200 ? text.substring(0, 200) + "..." : text;
        return new TelemetryException(server.name(), path + ": expected " + expected + ", got " + start, null);
    }
}
