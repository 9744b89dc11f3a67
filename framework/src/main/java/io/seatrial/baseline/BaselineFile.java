package io.seatrial.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Reads and writes {@code baseline.json}: the same baseline gives the same bytes, every number is an integer in base units, and a file
 * that does not hold together is refused with the place where it breaks.
 */
public final class BaselineFile {
    /** Name of the file in the folder of a cluster. */
    public static final String NAME = "baseline.json";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private BaselineFile() {}

    /**
     * Read the baseline of a cluster.
     *
     * @param folder the folder of the cluster
     * @return empty where the folder has no {@code baseline.json}
     * @throws InvalidBaselineException if the file is there and cannot be understood; the message names file, place and expectation
     */
    public static Optional<Baseline> read(Path folder) {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode root = JSON.readTree(Files.readString(file));
            if (!root.isObject()) {
                throw new IllegalArgumentException(
                        "expected a JSON object, got " + (root.isMissingNode() ? "an empty file" : root.getNodeType()));
            }
            return Optional.of(BaselineJson.fromJson(root));
        } catch (JsonProcessingException e) {
            throw new InvalidBaselineException(
                    file + ":" + e.getLocation().getLineNr() + ": expected JSON, got: " + e.getOriginalMessage()
                            + "; write the file anew with 'baseline accept'",
                    e);
        } catch (IOException e) {
            throw new InvalidBaselineException(file + ": expected a file that can be read", e);
        } catch (IllegalArgumentException e) {
            throw new InvalidBaselineException(
                    file + ": " + e.getMessage() + "; write the file anew with 'baseline accept'", e);
        }
    }

    /**
     * Write a baseline; a reader never sees half of it.
     *
     * @throws IOException if the folder cannot be written
     */
    public static void write(Path folder, Baseline baseline) throws IOException {
        ObjectNode tree = BaselineJson.toJson(baseline);
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter()
                .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                .withArrayIndenter(new DefaultIndenter("  ", "\n"));
        Path draft = Files.createTempFile(folder, ".baseline", ".json");
        try {
            Files.writeString(draft, JSON.writer(printer).writeValueAsString((JsonNode) tree) + "\n");
            Files.move(draft, folder.resolve(NAME), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
