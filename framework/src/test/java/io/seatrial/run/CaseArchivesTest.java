package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The constructed archives that lie in the repository are what the generator writes from the cluster's own files. */
class CaseArchivesTest {
    private static final Path CLUSTER = Path.of("..", "inventory", "case-1024");
    private static final Path RUNS = CLUSTER.resolve("runs");

    @ParameterizedTest
    @ValueSource(strings = {"before", "after", "frames-only"})
    void is_byte_for_byte_what_the_generator_writes(String name, @TempDir Path folder) throws IOException {
        TreeMap<String, String> written = texts(CaseArchives.write(CLUSTER, CaseStory.of(name), folder));
        TreeMap<String, String> kept = texts(RUNS.resolve(name));
        assertThat(kept.keySet()).isEqualTo(written.keySet()).contains("run.json", "inputs/cluster.yaml");
        kept.forEach((file, text) -> assertThat(text.equals(written.get(file)))
                .as("runs/%s/%s is what CaseArchives writes; run its main and commit what it gives", name, file)
                .isTrue());
    }

    @Test
    void no_other_archive_lies_there() throws IOException {
        try (Stream<Path> files = Files.list(RUNS)) {
            assertThat(files.filter(Files::isDirectory).map(p -> p.getFileName().toString()))
                    .containsExactlyInAnyOrder("before", "after", "frames-only");
        }
    }

    private static TreeMap<String, String> texts(Path folder) throws IOException {
        TreeMap<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return texts;
    }
}
