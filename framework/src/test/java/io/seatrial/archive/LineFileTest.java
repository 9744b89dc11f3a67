package io.seatrial.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.CounterReading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of lines that is only appended to, whatever happens to the threads that append, to the disk and to the power. */
class LineFileTest {
    private static final Map<String, String> NEXT = Map.of("n", "next");

    @TempDir
    private Path folder;

    private static Stream<LineForm> forms() {
        return Stream.of(new PlainLines(), new GzipMembers());
    }

    private Path path() {
        return folder.resolve("lines.ndjson");
    }

    private LineFile file(LineForm form) {
        return new LineFile(path(), ArchiveJson.mapper(), form);
    }

    private static Map<String, String> line(int number) {
        return Map.of("n", Integer.toString(number), "text", "\u00e4\u20ac and \"more\"\n of it ".repeat(number));
    }

    /** Write three appends of one, two and one lines; return where the last of them begins. */
    private int threeAppends(LineForm form) throws IOException {
        LineFile file = file(form);
        file.append(line(1));
        file.appendAll(List.of(line(2), line(3)));
        int last = (int) Files.size(path());
        file.append(line(4));
        return last;
    }

    private List<Object> read(LineForm form) {
        return List.copyOf(file(form).read(Map.class));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void an_interrupted_thread_appends_its_line_all_the_same(LineForm form) {
        LineFile file = file(form);
        Thread.currentThread().interrupt();
        file.append(Map.of("n", "1"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file.read(Map.class)).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_file_cut_at_any_byte_gives_every_earlier_append_and_takes_the_next(LineForm form) throws IOException {
        int last = threeAppends(form);
        byte[] bytes = Files.readAllBytes(path());
        assertThat(read(form)).containsExactly(line(1), line(2), line(3), line(4));
        for (int cut = last; cut < bytes.length; cut++) {
            Files.write(path(), Arrays.copyOf(bytes, cut));
            assertThat(read(form)).as("cut at byte " + cut).containsExactly(line(1), line(2), line(3));
            file(form).append(NEXT);
            assertThat(read(form)).as("after cut " + cut).containsExactly(line(1), line(2), line(3), NEXT);
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void zeros_in_place_of_the_end_of_an_append_are_a_cut_too(LineForm form) throws IOException {
        int last = threeAppends(form);
        byte[] bytes = Files.readAllBytes(path());
        int length = bytes.length - 4; // a member says its length last, in bytes that are mostly zero anyway
        for (int cut = last; cut < length; cut++) {
            byte[] powerless = Arrays.copyOf(bytes, bytes.length + 100);
            Arrays.fill(powerless, cut, powerless.length, (byte) 0);
            Files.write(path(), powerless);
            assertThat(read(form)).as("zeros from byte " + cut).containsExactly(line(1), line(2), line(3));
            file(form).append(NEXT);
            assertThat(read(form)).as("after zeros from " + cut).containsExactly(line(1), line(2), line(3), NEXT);
        }
    }

    /** Of the last append nobody can tell whether it was cut or damaged; of those before, everything is there or the file is refused. */
    @Test
    void a_flipped_bit_never_hides_an_append_that_has_a_successor() throws IOException {
        threeAppends(new GzipMembers());
        byte[] bytes = Files.readAllBytes(path());
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(path(), flipped);
            List<Object> lines;
            try {
                lines = read(new GzipMembers());
            } catch (ArchiveException refused) {
                assertThat(refused)
                        .hasMessageContaining("lines.ndjson: after line")
                        .hasMessageContaining("is damaged");
                continue;
            }
            assertThat(lines).as("bit " + bit).startsWith(line(1), line(2), line(3));
        }
    }

    @Test
    void a_damaged_file_is_not_appended_to() throws IOException {
        threeAppends(new GzipMembers());
        byte[] bytes = Files.readAllBytes(path());
        bytes[15] ^= 1;
        Files.write(path(), bytes);
        assertThatThrownBy(() -> file(new GzipMembers()).append(NEXT))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("the append at byte 0 is damaged");
        assertThat(Files.readAllBytes(path())).isEqualTo(bytes);
    }

    @Test
    void the_system_s_own_tool_reads_it() throws Exception {
        threeAppends(new GzipMembers());
        Process tool =
                new ProcessBuilder("gzip", "-cd").redirectInput(path().toFile()).start();
        byte[] said = tool.getInputStream().readAllBytes();
        assertThat(tool.waitFor()).isZero();
        threeAppends(new PlainLines(), folder.resolve("plain.ndjson"));
        assertThat(said).isEqualTo(Files.readAllBytes(folder.resolve("plain.ndjson")));
    }

    private static void threeAppends(LineForm form, Path path) {
        LineFile file = new LineFile(path, ArchiveJson.mapper(), form);
        List.of(1, 2, 3, 4).forEach(number -> file.append(line(number)));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_disk_that_takes_a_part_of_an_append_loses_none_before(LineForm form) throws IOException {
        int[] room = {Integer.MAX_VALUE};
        LineFile file = new LineFile(path(), ArchiveJson.mapper(), form, (out, bytes) -> {
            out.write(bytes, 0, Math.min(room[0], bytes.length));
            if (room[0] < bytes.length) {
                throw new IOException("No space left on device");
            }
        });
        file.append(line(1));
        long before = Files.size(path());
        room[0] = 7;
        assertThatThrownBy(() -> file.append(line(2)))
                .isInstanceOf(DiskException.class)
                .hasMessageContaining("cannot write " + path() + ": No space left on device; expected a folder");
        assertThat(Files.size(path())).isEqualTo(before);
        assertThat(read(form)).containsExactly(line(1));
        room[0] = Integer.MAX_VALUE;
        file.append(NEXT);
        assertThat(read(form)).containsExactly(line(1), NEXT);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_full_disk_is_named_as_the_system_names_it(LineForm form) throws IOException {
        Files.createSymbolicLink(path(), Path.of("/dev/full"));
        assertThatThrownBy(() -> file(form).append(line(1)))
                .isInstanceOf(DiskException.class)
                .hasMessageContaining("No space left on device");
    }

    @ParameterizedTest
    @MethodSource("forms")
    void the_end_is_looked_up_once_and_again_only_after_somebody_else_appended(LineForm form) throws IOException {
        threeAppends(form);
        List<Long> lookedUp = new ArrayList<>();
        LineFile file = file(counting(form, lookedUp));
        List.of(5, 6, 7).forEach(number -> file.append(line(number)));
        assertThat(lookedUp).hasSize(1);
        file(form).append(NEXT);
        file.append(line(8));
        assertThat(lookedUp).hasSize(2);
        assertThat(read(form)).hasSize(9).endsWith(line(7), NEXT, line(8));
    }

    private static LineForm counting(LineForm form, List<Long> lookedUp) {
        return new LineForm() {
            @Override
            public byte[] encoded(byte[] lines) throws IOException {
                return form.encoded(lines);
            }

            @Override
            public Blocks blocks(InputStream in) {
                lookedUp.add(1L);
                return form.blocks(in);
            }
        };
    }

    @ParameterizedTest
    @MethodSource("forms")
    void lines_longer_than_what_is_read_at_once_come_whole(LineForm form) {
        LineFile file = file(form);
        List<Map<String, String>> lines = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            lines.add(Map.of("n", Integer.toString(i).repeat(100_000)));
        }
        file.appendAll(lines);
        file.append(NEXT);
        assertThat(read(form)).hasSize(6).startsWith(lines.get(0), lines.get(1)).endsWith(lines.get(4), NEXT);
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
        for (LineForm form : forms().toList()) {
            Files.write(path(), form.encoded((line + "\n").getBytes(StandardCharsets.UTF_8)));
            assertThatThrownBy(() -> file(form).forEach(CounterReading.class, reading -> {}))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("lines.ndjson:1: expected a line of JSON for CounterReading");
        }
    }

    @Test
    void bytes_that_are_no_text_are_refused_with_their_file() throws Exception {
        Files.write(path(), new byte[] {(byte) 0xff, (byte) 0xfe, 0, '\n'});
        assertThatThrownBy(() -> file(new PlainLines()).forEach(CounterReading.class, reading -> {}))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("lines.ndjson");
    }
}
