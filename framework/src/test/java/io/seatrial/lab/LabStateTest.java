package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabStateTest {
    @TempDir
    private Path folder;

    private static LabAccess access(long pid) {
        return new LabAccess(
                41022,
                "lab",
                Path.of("/x/client_key"),
                Path.of("/x/known_hosts"),
                pid,
                "cafe",
                List.of("slow-cable:gpu-01"));
    }

    private static LabAccess own() {
        return access(ProcessHandle.current().pid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE"})
    void state_is_read_as_it_was_written_in_every_locale(String locale) throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try {
            LabState written = LabState.write(folder, own());
            assertThat(LabState.read(folder)).contains(written);
            assertThat(Files.readString(folder.resolve(LabState.FILE))).contains("\"port\" : 41022");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void nothing_but_the_state_is_left_in_the_folder() throws IOException {
        LabState.write(folder, own());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName)).containsExactly(Path.of("state.json"));
        }
    }

    @Test
    void a_folder_without_state_is_empty() throws IOException {
        assertThat(LabState.read(folder)).isEmpty();
    }

    @Test
    void the_state_of_a_running_process_is_alive() throws IOException {
        assertThat(LabState.write(folder, own()).alive()).isTrue();
    }

    @Test
    void the_state_of_a_process_that_ended_is_stale() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertThat(LabState.write(folder, access(ended.pid())).alive()).isFalse();
    }

    @Test
    void the_state_of_another_process_with_the_same_id_is_stale() throws IOException {
        LabState written = LabState.write(folder, own());
        assertThat(new LabState(own(), written.started() - 60_000).alive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"pid\":1",
                "null",
                "{\"port\":0,\"user\":\"x\",\"key\":\"k\",\"knownHosts\":\"h\",\"pid\":1,\"clusterHash\":\"c\",\"faults\":[],\"started\":1}"
            })
    void a_file_that_is_no_state_is_named_with_what_to_do(String text) throws IOException {
        Files.writeString(folder.resolve(LabState.FILE), text);
        assertThatThrownBy(() -> LabState.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("state.json")
                .hasMessageContaining("remove the file");
    }
}
