package io.seatrial.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The golden transcripts of the wire format, as the native module packages them. */
final class Samples {
    private static final String FOLDER = "/wire/samples/";

    private Samples() {}

    static byte[] bytes(String sample) {
        try (InputStream in = Samples.class.getResourceAsStream(FOLDER + sample + ".ndjson")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(String sample) {
        return new String(bytes(sample), StandardCharsets.UTF_8).lines().toList();
    }

    /** Return the lines that the agent says. */
    static List<String> events(String sample) {
        return lines(sample).stream().filter(line -> line.contains("\"ev\":")).toList();
    }

    /** Return the request with an id. */
    static String request(String sample, int id) {
        return lines(sample).stream()
                .filter(line -> line.startsWith("{\"id\":" + id + ",\"do\":"))
                .findFirst()
                .orElseThrow();
    }

    static List<String> names() {
        try {
            URL folder = Samples.class.getResource(FOLDER + "session.ndjson");
            URI uri = folder.toURI();
            if (!uri.getScheme().equals("jar")) {
                return names(Path.of(uri).getParent());
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return names(jar.getPath(FOLDER));
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .map(name -> name.replace(".ndjson", ""))
                    .sorted()
                    .toList();
        }
    }
}
