package io.seatrial.telemetry.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.seatrial.inventory.HttpSettings;
import io.seatrial.telemetry.TelemetryException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One server that answers with JSON. Every request ends at its deadline, redirections are not followed (they would carry the secret
 * elsewhere), and nothing is asked twice.
 */
public final class JsonServer {
    /** Largest answer, bytes: 10,000 ports with 20 counters and 10 samples are about 100 MB. */
    public static final int LARGEST = 256 << 20;

    private static final int SHOWN = 300;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final String name;
    private final HttpSettings settings;
    private final Credentials credentials;
    private final HttpClient client;

    /**
     * What a server answered.
     *
     * @param status of HTTP
     * @param body the JSON document; null where an answer that is no success holds none
     * @param text the beginning of what was sent instead
     * @param sent when the request was begun, by the controller's clock
     * @param received when its answer was complete
     */
    public record Answer(int status, JsonNode body, String text, Instant sent, Instant received) {
        /** Tell whether the status is one of success. */
        public boolean isSuccess() {
            return status / 100 == 2;
        }
    }

    /** @param name whom it speaks for, in messages */
    public JsonServer(String name, HttpSettings settings) {
        this(name, settings, System::getenv);
    }

    /** Make a server with an environment of its own, for tests. */
    public JsonServer(String name, HttpSettings settings, UnaryOperator<String> environment) {
        this.name = name;
        this.settings = settings;
        this.credentials = new Credentials(name, environment);
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(settings.deadline()).followRedirects(HttpClient.Redirect.NEVER);
        settings.authority().ifPresent(file -> builder.sslContext(Authority.trusting(name, file)));
        this.client = builder.build();
    }

    /** Return whom it speaks for. */
    public String name() {
        return name;
    }

    /** Ask by GET. */
    public Answer get(String path, Map<String, String> parameters) {
        return send(HttpRequest.newBuilder(uri(path, parameters)).GET());
    }

    /** Ask by POST with a form, for questions that are too long for an address. */
    public Answer form(String path, Map<String, String> parameters) {
        return send(HttpRequest.newBuilder(uri(path, Map.of()))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(parameters))));
    }

    /** Ask by POST with a JSON document. */
    public Answer document(String path, JsonNode document) {
        return send(HttpRequest.newBuilder(uri(path, Map.of()))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(document.toString())));
    }

    private URI uri(String path, Map<String, String> parameters) {
        String base = settings.url().toString().replaceFirst("/+$", "");
        return URI.create(base + path + (parameters.isEmpty() ? "" : "?" + encoded(parameters)));
    }

    private static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Answer send(HttpRequest.Builder builder) {
        builder.header("Accept", "application/json").timeout(settings.deadline());
        settings.credential().ifPresent(each -> builder.header("Authorization", credentials.header(each)));
        HttpRequest request = builder.build();
        Instant sent = Instant.now();
        HttpResponse<byte[]> response = await(request);
        Instant received = Instant.now();
        return answer(request, response, sent, received);
    }

    /** The timeout of a request ends with the head of its answer (java.net.http), so that the whole is waited for here. */
    private HttpResponse<byte[]> await(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, info -> new BoundedBody(name, LARGEST));
        try {
            return answer.get(settings.deadline().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw failed(
                    request, "no complete answer within " + settings.deadline().toMillis() + " ms", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw failed(request, "interrupted", e);
        } catch (ExecutionException e) {
            throw failed(e.getCause(), request);
        }
    }

    private TelemetryException failed(Throwable cause, HttpRequest request) {
        if (cause instanceof TelemetryException told) {
            return told;
        }
        if (cause instanceof java.net.http.HttpTimeoutException) {
            return failed(request, "no answer within " + settings.deadline().toMillis() + " ms", cause);
        }
        return failed(request, Causes.chain(cause), cause);
    }

    private TelemetryException failed(HttpRequest request, String what, Throwable cause) {
        return new TelemetryException(name, address(request) + ": " + what, cause);
    }

    private static String address(HttpRequest request) {
        URI uri = request.uri();
        return request.method() + " " + uri.getScheme() + "://" + uri.getAuthority() + uri.getPath();
    }

    private Answer answer(HttpRequest request, HttpResponse<byte[]> response, Instant sent, Instant received) {
        boolean success = response.statusCode() / 100 == 2;
        JsonNode body = null;
        try {
            body = JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            if (success) {
                throw failed(request, "an answer that is no JSON: " + start(response.body()), e);
            }
        } catch (IOException e) {
            throw failed(request, Causes.chain(e), e);
        }
        if (success && (body == null || body.isMissingNode())) {
            throw failed(request, "an empty answer", null);
        }
        return new Answer(response.statusCode(), body, start(response.body()), sent, received);
    }

    private static String start(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, SHOWN), StandardCharsets.UTF_8);
        return text.replaceAll("\\s+", " ").strip();
    }

    /** Return the failure of an answer that is none of success: what the server said of it stands in the message. */
    public TelemetryException refused(String path, Answer answer, String said) {
        String hint = answer.status() == 401 || answer.status() == 403
                ? "; look at the credential that cluster.yaml names"
                : answer.status() / 100 == 3 ? "; it points elsewhere: put that address into cluster.yaml" : "";
        String text = said.isEmpty() ? "" : ": " + said;
        return new TelemetryException(name, settings.url() + path + ": status " + answer.status() + text + hint, null);
    }
}
