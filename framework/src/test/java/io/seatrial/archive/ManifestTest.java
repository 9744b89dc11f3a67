package io.seatrial.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.archive.Manifest.Difference;
import io.seatrial.archive.Manifest.Difference.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
    /** SHA-256 of nothing, of "abc" (FIPS 180-2, B.1). */
    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    @BeforeEach
    void fill() throws IOException {
        Files.createDirectories(folder.resolve("inputs"));
        Files.writeString(folder.resolve("inputs/cluster.yaml"), "abc");
        Files.writeString(folder.resolve("inputs.txt"), "");
        Files.writeString(folder.resolve("with a space, and umlaut \u00e4.txt"), "abc");
    }

    private Manifest written() {
        Manifest manifest = Manifest.of(folder, path -> true);
        manifest.write(folder.resolve(Manifest.NAME));
        return manifest;
    }

    @Test
    void every_file_stands_in_one_line_sorted_by_path() throws IOException {
        Manifest manifest = written();
        assertThat(Files.readString(folder.resolve(Manifest.NAME)))
                .isEqualTo(EMPTY + "  inputs.txt\n" + ABC + "  inputs/cluster.yaml\n" + ABC
                        + "  with a space, and umlaut \u00e4.txt\n");
        assertThat(Manifest.read(folder.resolve(Manifest.NAME))).isEqualTo(manifest);
        assertThat(manifest.sha256()).isEqualTo(Manifest.hash(folder.resolve(Manifest.NAME)));
        assertThat(manifest.check(folder)).isEmpty();
    }

    @Test
    void the_system_s_own_tool_accepts_it() throws Exception {
        written();
        Process tool = new ProcessBuilder("sha256sum", "--strict", "-c", Manifest.NAME)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor()).as(said).isZero();
    }

    @Test
    void what_is_changed_missing_and_unlisted_is_named_by_path() throws IOException {
        Manifest manifest = written();
        Files.writeString(folder.resolve("inputs/cluster.yaml"), "abd");
        Files.delete(folder.resolve("inputs.txt"));
        Files.writeString(folder.resolve("inputs/more.yaml"), "");
        assertThat(manifest.check(folder))
                .containsExactly(
                        new Difference("inputs.txt", Kind.MISSING),
                        new Difference("inputs/cluster.yaml", Kind.CHANGED),
                        new Difference("inputs/more.yaml", Kind.UNLISTED));
        assertThat(manifest.check(folder).get(1).text())
                .isEqualTo("inputs/cluster.yaml differs from what the manifest lists");
    }

    @Test
    void every_flipped_bit_of_a_file_is_seen() throws IOException {
        Manifest manifest = written();
        Path file = folder.resolve("inputs/cluster.yaml");
        byte[] bytes = Files.readAllBytes(file);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] other = bytes.clone();
            other[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, other);
            assertThat(manifest.check(folder))
                    .as("bit " + bit)
                    .containsExactly(new Difference("inputs/cluster.yaml", Kind.CHANGED));
        }
    }

    /** A flipped bit gives another manifest or none at all, never the same. */
    @Test
    void every_flipped_bit_of_the_manifest_is_seen() throws IOException {
        Manifest manifest = written();
        byte[] bytes = manifest.bytes();
        Path other = elsewhere.resolve("other.sha256");
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(other, flipped);
            List<Difference> found;
            try {
                found = Manifest.read(other).check(folder);
            } catch (ArchiveException refused) {
                continue;
            }
            assertThat(found).as("bit " + bit).isNotEmpty();
        }
    }

    @Test
    void a_link_is_not_listed_and_one_in_place_of_a_file_is_a_difference() throws IOException {
        Manifest manifest = written();
        Path outside = Files.writeString(elsewhere.resolve("outside.txt"), "abc");
        Files.delete(folder.resolve("inputs/cluster.yaml"));
        Files.createSymbolicLink(folder.resolve("inputs/cluster.yaml"), outside);
        assertThat(manifest.check(folder)).containsExactly(new Difference("inputs/cluster.yaml", Kind.NO_PLAIN_FILE));
        assertThatThrownBy(() -> Manifest.of(folder, path -> true))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("inputs/cluster.yaml: expected a plain file");
    }

    @Test
    void a_folder_behind_a_link_is_a_link_too() throws IOException {
        Manifest manifest = written();
        Path outside = Files.createDirectories(elsewhere.resolve("outside-folder"));
        Files.move(folder.resolve("inputs/cluster.yaml"), outside.resolve("cluster.yaml"));
        Files.delete(folder.resolve("inputs"));
        Files.createSymbolicLink(folder.resolve("inputs"), outside);
        assertThat(manifest.check(folder))
                .containsExactly(
                        new Difference("inputs", Kind.UNLISTED),
                        new Difference("inputs/cluster.yaml", Kind.NO_PLAIN_FILE));
    }

    @Test
    void only_what_was_asked_is_listed_and_what_was_not_may_be_there() throws IOException {
        Manifest manifest = Manifest.of(folder, path -> path.startsWith("inputs"));
        assertThat(manifest.hashes()).containsOnlyKeys("inputs/cluster.yaml");
        assertThat(manifest.check(folder)).hasSize(2);
        assertThat(manifest.check(folder, path -> path.startsWith("inputs"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../x", "a/../x", "a/./x", ".", "a//x", "a/", "a\\nx", "a\\\\x"})
    void a_path_that_leaves_the_folder_or_has_two_spellings_is_refused(String path) throws IOException {
        Path file = Files.writeString(folder.resolve(Manifest.NAME), ABC + "  " + path + "\n");
        assertThatThrownBy(() -> Manifest.read(file))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(Manifest.NAME + ":1: ")
                .hasMessageContaining("expected one within the folder");
        assertThatThrownBy(() -> new Manifest(new TreeMap<>(Map.of(path, ABC))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "twice, 2, a is listed twice",
        "unsorted, 2, a stands after b",
        "no line end, 1, it ends without a whole line",
        "nothing, 0, it ends without a whole line",
        "upper case, 1, got '",
        "one space, 1, got '",
        "carriage return, 1, without '.'"
    })
    void another_form_of_the_same_is_refused_with_its_line(String form, int line, String reason) throws IOException {
        Map<String, String> texts = Map.of(
                "twice", ABC + "  a\n" + ABC + "  a\n",
                "unsorted", ABC + "  b\n" + ABC + "  a\n",
                "no line end", ABC + "  a",
                "nothing", "",
                "upper case", ABC.replace('b', 'B') + "  a\n",
                "one space", ABC + " a\n",
                "carriage return", ABC + "  a\r\n");
        Path file = Files.writeString(folder.resolve(Manifest.NAME), texts.get(form));
        assertThatThrownBy(() -> Manifest.read(file))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(Manifest.NAME + ":" + line + ": ")
                .hasMessageContaining(reason);
    }

    @Test
    void a_manifest_is_written_once() {
        Manifest manifest = written();
        assertThatThrownBy(() -> manifest.write(folder.resolve(Manifest.NAME)))
                .isInstanceOf(DiskException.class)
                .hasMessageContaining(Manifest.NAME);
    }
}
