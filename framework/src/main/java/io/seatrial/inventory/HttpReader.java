package io.seatrial.inventory;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads how a server is asked: the keys that {@code prometheus:} and {@code ufm:} share. */
final class HttpReader {
    /** Keys of every server, after the required {@code url}. */
    static final List<String> KEYS =
            List.of("token-file", "token-env", "user", "password-file", "password-env", "ca", "deadline", "refresh");

    private static final List<String> SECRETS = List.of("token-file", "token-env", "password-file", "password-env");
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final String URL = "http(s)://HOST[:PORT][/PATH] without a name, password, query or fragment";

    private final Problems problems;
    private final SshReader paths;

    HttpReader(Problems problems, SshReader paths) {
        this.problems = problems;
        this.paths = paths;
    }

    Optional<HttpSettings> read(Section server) {
        int before = problems.count();
        Optional<URI> url = server.text("url").flatMap(text -> url(server, text));
        Optional<HttpSettings.Credential> credential = credential(server);
        Optional<Path> authority = path(server, "ca");
        Duration deadline = duration(server, "deadline").orElse(DEADLINE);
        if (deadline.isZero()) {
            problems.add(server.place("deadline"), "a deadline of 0", "more than 0, for example 10s");
        }
        boolean readable =
                url.filter(u -> u.getScheme().equals("http") && !isHere(u)).isPresent();
        if (readable && server.has("url") && SECRETS.stream().anyMatch(server::has)) {
            problems.add(server.place("url"), "http with a secret, which anyone on the way can read", "https");
        }
        return url.isEmpty() || problems.count() > before
                ? Optional.empty()
                : Optional.of(new HttpSettings(url.get(), credential, authority, deadline));
    }

    /** Return a time of 0 or more. */
    Optional<Duration> duration(Section section, String key) {
        return section.amount(key, Amount.DELAY::parse).stream()
                .mapToObj(Duration::ofNanos)
                .findFirst();
    }

    private static boolean isHere(URI url) {
        return List.of("localhost", "127.0.0.1", "[::1]").contains(url.getHost());
    }

    private Optional<URI> url(Section server, String text) {
        try {
            URI url = new URI(text);
            boolean isServer = url.getScheme() != null && url.getScheme().matches("https?") && url.getHost() != null;
            if (isServer && url.getUserInfo() == null && url.getQuery() == null && url.getFragment() == null) {
                return Optional.of(url);
            }
        } catch (URISyntaxException e) {
            // said below
        }
        // the text may hold a password
        problems.add(server.place("url"), "a text that is no such address", URL);
        return Optional.empty();
    }

    private Optional<HttpSettings.Credential> credential(Section server) {
        List<String> named = SECRETS.stream().filter(server::has).toList();
        if (named.isEmpty() && !server.has("user")) {
            return Optional.empty();
        }
        boolean isBasic = named.size() == 1 && named.get(0).startsWith("password");
        if (named.size() != 1 || isBasic != server.has("user")) {
            String found = server.has("user") || !named.isEmpty() ? written(server, named) : "nothing";
            problems.add(
                    server.place(named.isEmpty() ? "user" : named.get(0)),
                    found,
                    "token-file or token-env, or else user with password-file or password-env");
            return Optional.empty();
        }
        return secret(server, named.get(0), isBasic ? server.text("user") : Optional.empty());
    }

    private static String written(Section server, List<String> named) {
        return (server.has("user") ? "user" : "no user") + (named.isEmpty() ? "" : " with " + String.join(", ", named));
    }

    private Optional<HttpSettings.Credential> secret(Section server, String key, Optional<String> user) {
        if (key.endsWith("-file")) {
            return path(server, key)
                    .map(file -> new HttpSettings.Credential(user, Optional.of(file), Optional.empty()));
        }
        Optional<String> variable = server.text(key);
        if (variable.filter(name -> !Names.VARIABLE.fits(name)).isPresent()) {
            // the text may be the secret itself
            problems.add(server.place(key), "a text that is no name of a variable", Names.VARIABLE.expected());
            return Optional.empty();
        }
        return variable.map(name -> new HttpSettings.Credential(user, Optional.empty(), Optional.of(name)));
    }

    private Optional<Path> path(Section server, String key) {
        return server.text(key).flatMap(text -> paths.path(server.place(key), text));
    }
}
