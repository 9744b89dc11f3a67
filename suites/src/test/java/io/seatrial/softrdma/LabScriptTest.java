package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the lab's script says where it cannot do its work; nothing is booted. */
class LabScriptTest {
    private static final Path SCRIPT = Path.of("src", "soft-rdma", "lab.sh").toAbsolutePath();
    private static final List<String> EVERYWHERE = List.of("dirname", "cat", "sed", "sort", "tr", "basename");

    @TempDir
    Path folder;

    private record Said(int status, String text) {}

    private Said lab(String... words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of(SCRIPT.toString()), Stream.of(words))
                        .toList())
                .redirectErrorStream(true);
        builder.environment().put("PATH", folder.toString());
        builder.environment().put("SEATRIAL_LAB_CACHE", folder.resolve("cache").toString());
        builder.environment().remove("SEATRIAL_LAB_STATE");
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }

    /** Scripts rather than links: JUnit warns of links that lead out of its folder. */
    private void onlyBasicTools() throws IOException {
        for (String tool : EVERYWHERE) {
            Path real = Stream.of("/usr/bin", "/bin")
                    .map(place -> Path.of(place, tool))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            Path script = Files.writeString(folder.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void without_its_tools_it_fails_and_names_the_packages_in_one_line() throws Exception {
        onlyBasicTools();
        for (String command : List.of("build", "up", "hold")) {
            Said said = lab(command);
            assertThat(said.status()).as(said.text()).isEqualTo(1);
            assertThat(said.text().lines()).hasSize(1);
            assertThat(said.text())
                    .startsWith("lab: programs of qemu-system-x86 cpio ")
                    .contains("apt-get install -y --no-install-recommends")
                    .contains("are not installed", "qemu-system-x86", "cpio", "kmod", "xz-utils", "zstd", "gcc", "bc");
        }
        assertThat(folder.resolve("cache")).doesNotExist();
    }

    @Test
    void what_it_does_not_know_is_wrong_usage() throws Exception {
        onlyBasicTools();
        Said said = lab("boil");
        assertThat(said.status()).isEqualTo(2);
        assertThat(said.text()).contains("lab.sh up [N]").contains("SEATRIAL_LAB_SIW");
    }

    /** Guest 1 of three asks the others; the lines are what it gets no answer from. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            1 2 3, '', ''
            1 2 3, 'eth2 192.168.78.2', '2'
            1 2 3, 'eth2 192.168.78.2|eth2 192.168.78.3', '1 2 3'
            1 3,   'eth1 192.168.77.2|eth2 192.168.78.2', '2'
            1 3,   'eth1 192.168.77.2|eth2 192.168.78.2|eth2 192.168.78.3', '1 2 3'
            1,     'eth1 192.168.77.2|eth1 192.168.77.3|eth2 192.168.78.2|eth2 192.168.78.3', '2 3'
            2 3,   'eth0 192.168.77.1', '1'
            """)
    void guest_1_is_booted_too_only_where_it_hears_none_of_those_that_run(String run, String silent, String booted)
            throws Exception {
        String stubs = "all() { seq 3; }; running() { echo ' " + run + " ' | grep -q \" $1 \"; }; ";
        Process process = new ProcessBuilder(
                        "sh", "-euc", ". ./lib/wire.sh; " + stubs + "dead \"$1\"", "sh", silent.replace('|', '\n'))
                .directory(SCRIPT.getParent().toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.lines().distinct().sorted()).containsExactlyElementsOf(words(booted));
    }

    private static List<String> words(String text) {
        return Stream.of(text.split(" ")).filter(word -> !word.isEmpty()).toList();
    }

    @Test
    void a_guest_that_does_not_run_has_no_cable_to_pull() throws Exception {
        onlyBasicTools();
        Said said = lab("link", "1", "eth1", "off");
        assertThat(said.status()).isEqualTo(1);
        assertThat(said.text()).contains("guest 1 does not run");
    }
}
