package io.seatrial.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.CounterReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of lines that is only appended to, whatever happens to the threads that append. */
class LineFileTest {
    @TempDir
    private Path folder;

    private LineFile file() {
        return new LineFile(folder.resolve("lines.ndjson"), ArchiveJson.mapper());
    }

    @Test
    void an_interrupted_thread_appends_its_line_all_the_same() {
        LineFile file = file();
        Thread.currentThread().interrupt();
        file.append(Map.of("n", "1"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file.read(Map.class)).hasSize(1);
    }

    @Test
    void lines_given_one_by_one_are_those_read_at_once_and_a_cut_one_is_left_out() throws Exception {
        LineFile file = file();
        file.appendAll(List.of(Map.of("n", "1"), Map.of("n", "2")));
        Files.writeString(folder.resolve("lines.ndjson"), "{\"n\":", StandardOpenOption.APPEND);
        List<Object> each = new ArrayList<>();
        file.forEach(Map.class, each::add);
        assertThat(each).hasSize(2).isEqualTo(List.copyOf(file.read(Map.class)));
        file.append(Map.of("n", "3"));
        assertThat(file.read(Map.class)).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{\"port\":\"port a/b\",\"source\":\"s\",\"at\":\"yesterday\",\"full\":true,\"values\":{}}",
                "{\"port\":\"port a/b\",\"source\":\"s\",\"at\":\"2026-11-30T10:00:00Z\",\"full\":true,\"values\":{\"rx.bytes\":0.5}}",
                "{\"port\":\"port a/b\",\"source\":\"s\",\"at\":\"2026-11-30T10:00:00Z\",\"full\":true,\"values\":{\"rx.bytes\":1180591620717411303424}}"
            })
    void a_line_that_no_sampler_wrote_is_refused_with_its_place(String line) throws Exception {
        Files.writeString(folder.resolve("lines.ndjson"), line + "\n");
        assertThatThrownBy(() -> file().forEach(CounterReading.class, reading -> {}))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("lines.ndjson:1: expected a line of JSON for CounterReading");
    }

    @Test
    void bytes_that_are_no_text_are_refused_with_their_file() throws Exception {
        Files.write(folder.resolve("lines.ndjson"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, '\n'});
        assertThatThrownBy(() -> file().forEach(CounterReading.class, reading -> {}))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("lines.ndjson");
    }
}
