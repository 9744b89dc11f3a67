package io.seatrial.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a text with a reviewed file; what was made instead lies in {@code target/golden}, to be looked at and copied. */
public final class Golden {
    private static final Path REVIEWED = Path.of("src/test/resources/io/seatrial/report");
    private static final Path MADE = Path.of("target/golden");

    private Golden() {}

    public static void hold(String name, String text) throws IOException {
        Files.createDirectories(MADE);
        Files.writeString(MADE.resolve(name), text);
        Path reviewed = REVIEWED.resolve(name);
        assertThat(reviewed)
                .as("reviewed file; made: framework/target/golden/" + name)
                .exists();
        assertThat(text)
                .as("differs from the reviewed " + name + "; made: framework/target/golden/" + name)
                .isEqualTo(Files.readString(reviewed));
    }
}
