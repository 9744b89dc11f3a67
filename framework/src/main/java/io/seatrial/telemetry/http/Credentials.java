package io.seatrial.telemetry.http;

import io.seatrial.inventory.HttpSettings;
import io.seatrial.telemetry.TelemetryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads secrets where cluster.yaml names them, anew for every request: tokens in files are renewed by others. Messages never show them. */
final class Credentials {
    private final String server;
    private final UnaryOperator<String> environment;

    Credentials(String server, UnaryOperator<String> environment) {
        this.server = server;
        this.environment = environment;
    }

    /** Return the value of the header {@code Authorization}. */
    String header(HttpSettings.Credential credential) {
        String secret = credential.file().map(this::ofFile).orElseGet(() -> ofVariable(credential));
        return credential
                .user()
                .map(user -> "Basic "
                        + Base64.getEncoder().encodeToString((user + ":" + secret).getBytes(StandardCharsets.UTF_8)))
                .orElse("Bearer " + secret);
    }

    private String ofVariable(HttpSettings.Credential credential) {
        String variable = credential.variable().orElseThrow();
        return checked(environment.apply(variable), "the environment variable " + variable);
    }

    private String ofFile(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return checked(lines.isEmpty() ? "" : lines.get(0).strip(), "the first line of " + file);
        } catch (IOException e) {
            throw new TelemetryException(server, "the secret in " + file + " cannot be read: " + e, e);
        }
    }

    private String checked(String secret, String place) {
        if (secret == null || secret.isEmpty()) {
            throw new TelemetryException(server, place + " is empty or not there; expected the secret in it", null);
        }
        if (secret.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw new TelemetryException(server, place + " holds characters that no secret has", null);
        }
        return secret;
    }
}
