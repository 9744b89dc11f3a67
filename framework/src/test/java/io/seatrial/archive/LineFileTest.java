package io.seatrial.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
