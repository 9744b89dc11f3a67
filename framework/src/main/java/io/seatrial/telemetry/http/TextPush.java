package io.seatrial.telemetry.http;

import io.seatrial.telemetry.TelemetryException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/**
 * Puts texts on a server that takes them, as a Pushgateway does. Redirections are not followed and nothing is sent twice.
 *
 * @param url where the server is, with a path where it has one
 * @param deadline of a whole request
 */
public record TextPush(URI url, Duration deadline) {
    private static final int SHOWN = 300;

    /** @throws IllegalArgumentException if it is no address over HTTP, or holds a secret, which is not repeated */
    public TextPush {
        Objects.requireNonNull(deadline, "deadline");
        boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!http || url.getHost() == null) {
            throw new IllegalArgumentException("expected an address such as http://gateway:9091");
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("expected an address without a user and a password");
        }
    }

    /**
     * Put a text at a path; what was there is replaced.
     *
     * @param path below the address, already encoded
     * @throws TelemetryException if the server does not take it
     */
    public void put(String path, String contentType, String text) {
        URI target = URI.create(url.toString().replaceFirst("/+$", "") + path);
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(deadline)
                .header("Content-Type", contentType)
                .PUT(HttpRequest.BodyPublishers.ofString(text, StandardCharsets.UTF_8))
                .build();
        HttpResponse<String> answer = send(request);
        if (answer.statusCode() / 100 != 2) {
            String said = answer.body().replaceAll("\\s+", " ").strip();
            throw failed(
                    target,
                    "status " + answer.statusCode() + ": " + said.substring(0, Math.min(SHOWN, said.length())),
                    null);
        }
    }

    private HttpResponse<String> send(HttpRequest request) {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(deadline)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(request.uri(), "interrupted", e);
        } catch (IOException e) {
            throw failed(request.uri(), Causes.chain(e), e);
        }
    }

    private static TelemetryException failed(URI target, String what, Throwable cause) {
        return new TelemetryException(target.getAuthority(), "PUT " + target + ": " + what, cause);
    }
}
