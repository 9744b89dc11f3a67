package io.seatrial.formats;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.seatrial.formats.text.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A golden case, {@code src/test/resources/formats/FORMAT/CASE} with {@code input.txt} and {@code expected.json}.
 *
 * @param folder of the case
 */
record Golden(Path folder) {
    static final Path ROOT = Path.of("src/test/resources/formats");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    static List<Golden> all() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.endsWith("expected.json"))
                    .map(file -> new Golden(file.getParent()))
                    .sorted((a, b) -> a.toString().compareTo(b.toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String format() {
        return folder.getParent().getFileName().toString();
    }

    String name() {
        return folder.getFileName().toString();
    }

    Format<?> reader() {
        return Formats.byId(format()).orElseThrow(() -> new AssertionError("no format " + format()));
    }

    String input() {
        return text("input.txt");
    }

    JsonNode expected() {
        return json(text("expected.json"));
    }

    JsonNode read() {
        return read(input());
    }

    /** Read some other text with this case's reader; the tree as it is printed, so that no type of Java is lost. */
    JsonNode read(String text) {
        try (Source source = Source.of(text)) {
            return json(FormatJson.line(reader().read(source)));
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String text(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return format() + "/" + name();
    }
}
