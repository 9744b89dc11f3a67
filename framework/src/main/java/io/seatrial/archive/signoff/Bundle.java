package io.seatrial.archive.signoff;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.ArchiveJson;
import io.seatrial.archive.Manifest;
import java.io.IOException;
import java.nio.file.Path;

/** Where what stands in the folder of a signed record. */
public final class Bundle {
    public static final String RECORD = "record.json";
    public static final String PAGE = "index.html";
    public static final String PRINTED = "record.pdf";
    public static final String PREVIOUS = "previous.json";
    /** The inputs of the newest run. */
    public static final String INPUTS = "inputs";
    /** One folder per run; inputs there where they differ from those of the newest. */
    public static final String RUNS = "runs";

    public static final String SIGNATURE = Manifest.NAME + ".sig";

    private Bundle() {}

    /** Tell whether the manifest speaks of a file: of all but the signature over itself. */
    static boolean isListed(Path path) {
        return !path.equals(Path.of(SIGNATURE));
    }

    /** Return how the JSON files of a bundle are written and read; a key that is not known is refused, because it might change the sense. */
    static ObjectMapper json() {
        return ArchiveJson.mapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    /**
     * Read a JSON file of a bundle.
     *
     * @throws ArchiveException if it is not what it should be
     */
    static <T> T read(Path file, Class<T> type) {
        try {
            T read = json().readValue(file.toFile(), type);
            if (read == null) {
                throw new ArchiveException(file + ": expected a JSON object, got null", null);
            }
            return read;
        } catch (JsonProcessingException e) {
            throw new ArchiveException(file + ": expected what this version signs (" + e.getOriginalMessage() + ")", e);
        } catch (IOException e) {
            throw new ArchiveException("cannot read " + file + ": " + e, e);
        }
    }
}
