package io.seatrial.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.seatrial.archive.ArchiveJson;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
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

    private static final String ANEW =
            "; learn it anew: 'seatrial baseline propose --cluster DIR', then 'seatrial baseline accept --cluster DIR'";
    /** The list of what was accepted before stands in the file alone. */
    private static final String MOVE_AWAY =
            "; bring it back from a copy, or move it away, which loses its list of earlier acceptances, and then";

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
            return Optional.of(BaselineJson.fromJson(tree(file)));
        } catch (JsonProcessingException e) {
            throw new InvalidBaselineException(
                    file + ":" + e.getLocation().getLineNr() + ": expected JSON, got: " + ArchiveJson.reason(e)
                            + remedy(file),
                    e);
        } catch (IOException e) {
            throw new InvalidBaselineException(
                    file + ": expected a file that can be read, got "
                            + (Files.isDirectory(file) ? "a folder" : e.toString()) + "; move it away",
                    e);
        } catch (IllegalArgumentException e) {
            throw new InvalidBaselineException(file + ": " + e.getMessage() + remedy(file), e);
        }
    }

    /** A file of the first version says what came before it, and may be replaced. */
    private static String remedy(Path file) {
        return isFirstVersion(file) ? ANEW : MOVE_AWAY + ANEW.substring(1);
    }

    private static boolean isFirstVersion(Path file) {
        try {
            return tree(file).path("version").asInt() == 1;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private static JsonNode tree(Path file) throws IOException {
        JsonNode root = JSON.readTree(file.toFile());
        if (!root.isObject()) {
            throw new IllegalArgumentException(
                    "expected a JSON object, got " + (root.isMissingNode() ? "an empty file" : root.getNodeType()));
        }
        return root;
    }

    /**
     * Return the baselines that one accepted now comes after, oldest first: those that the file in the folder names, and that file. One
     * of the first version counts too: nobody shall replace a baseline without a trace.
     *
     * @throws IOException if the file cannot be read
     * @throws InvalidBaselineException if it cannot be understood, because what it says of earlier ones would be lost
     */
    public static List<Origin.Predecessor> predecessors(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Origin.Predecessor> all = new ArrayList<>();
        if (!isFirstVersion(file)) {
            all.addAll(read(folder).orElseThrow().origin().before());
        }
        all.add(predecessor(file));
        return all;
    }

    private static Origin.Predecessor predecessor(Path file) throws IOException {
        String hash = sha256(Files.readAllBytes(file));
        try {
            JsonNode origin = BaselineJson.child(tree(file), "origin", "");
            List<String> runs = new ArrayList<>();
            origin.path("runs").forEach(run -> runs.add(run.path("id").asText(run.asText())));
            return new Origin.Predecessor(hash, BaselineJson.acceptance(origin, "origin."), runs);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            Instant changed = Files.getLastModifiedTime(file).toInstant();
            return new Origin.Predecessor(
                    hash, new Acceptance("unknown", changed, "a file that cannot be understood"), List.of());
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Write a baseline; a reader never sees half of it.
     *
     * @throws IOException if the folder cannot be written
     */
    public static void write(Path folder, Baseline baseline) throws IOException {
        Path draft = Files.createTempFile(folder, ".baseline", ".json");
        try {
            try (Writer out = Files.newBufferedWriter(draft)) {
                BaselineText.write(baseline, out);
            }
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(draft, folder.resolve(NAME), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
