package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Host;
import io.seatrial.measurement.Setting;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real script over a tree of files and a home. */
@Timeout(60)
class NcclReaderTest {
    private static final Host HOST = LocalHosts.cluster(1).hosts().get(0);

    @TempDir
    private Path folder;

    private final LocalTransport transport = new LocalTransport();

    /** A host whose home and tree are folders. */
    private record AtHome(Remote real, Path folder, String shell) implements Remote {
        @Override
        public String host() {
            return real.host();
        }

        @Override
        public Running start(String command, Lines lines) {
            String around = "SEATRIAL_ROOT=" + Shell.quote(folder + "/root") + "; HOME=" + Shell.quote(folder + "/home")
                    + "; SHELL=" + shell + "; export SEATRIAL_ROOT HOME SHELL; ";
            return real.start(around + command, lines);
        }

        @Override
        public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
            return real.upload(content, path, mode);
        }

        @Override
        public CompletableFuture<byte[]> download(String path, int limit) {
            return real.download(path, limit);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    @AfterEach
    void close() {
        transport.close();
    }

    private void put(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private List<Setting> read(String shell) {
        return NcclReader.read(new AtHome(transport.open(HOST).join(), folder, shell))
                .join();
    }

    private List<String> texts() {
        return read("/bin/sh").stream()
                .map(setting -> setting.text().orElse("?"))
                .toList();
    }

    private static String cause(Setting setting) {
        return setting.cause().map(why -> why.values().get("cause").toString()).orElse("none");
    }

    @Test
    void what_is_not_there_is_read_and_empty() {
        assertThat(texts()).containsExactly(Setting.NONE);
    }

    @Test
    void a_line_is_told_with_its_place_and_nothing_else_of_a_host() throws IOException {
        put("home/.profile", "echo hello\nexport NCCL_DEBUG=INFO SECRET=1\n");
        put("home/.nccl.conf", "# NCCL of us\nNCCL_BUFFSIZE=16MB\r\nSECRET=2\n");
        put("root/etc/nccl.conf", "SECRET=3\n\n NCCL_NTHREADS = 512\n@end 0\nnccl\n@begin x NCCL_A=1");
        assertThat(texts())
                .containsExactly(
                        "environment:1: NCCL_DEBUG=INFO",
                        "~/.nccl.conf:1: # NCCL of us",
                        "~/.nccl.conf:2: NCCL_BUFFSIZE=16MB\r",
                        "/etc/nccl.conf:3:  NCCL_NTHREADS = 512",
                        "/etc/nccl.conf:5: nccl",
                        "/etc/nccl.conf:6: @begin x NCCL_A=1");
        assertThat(read("/bin/sh")).allMatch(setting -> setting.isNamed(Setting.NCCL));
    }

    @Test
    void the_file_that_the_environment_names_takes_the_place_of_the_users() throws IOException {
        put("home/.profile", "export NCCL_CONF_FILE=" + folder + "/mine\n");
        put("home/.nccl.conf", "NCCL_A=1\n");
        put("mine", "NCCL_B=2\n");
        assertThat(texts()).contains(folder + "/mine:1: NCCL_B=2").noneMatch(text -> text.contains("NCCL_A"));
    }

    @Test
    void what_cannot_be_read_is_unreadable_and_says_why() throws IOException {
        Files.createDirectories(folder.resolve("root/etc/nccl.conf"));
        put("home/.nccl.conf", "NCCL_A=1\n");
        assertThat(read("/bin/sh"))
                .anySatisfy(setting -> assertThat(setting.text()).hasValue("~/.nccl.conf:1: NCCL_A=1"))
                .anySatisfy(setting -> assertThat(cause(setting))
                        .startsWith("/etc/nccl.conf could not be read (exit status 2)")
                        .contains("irectory"));
    }

    @Test
    void a_login_shell_that_fails_leaves_the_environment_unknown() {
        assertThat(read("/bin/false"))
                .anySatisfy(setting ->
                        assertThat(cause(setting)).isEqualTo("environment could not be read (exit status 1)"));
    }

    @Test
    void output_that_was_cut_off_is_not_taken_for_all() {
        assertThat(NcclText.settings("gpu-01", "@begin environment\n@end 0\n@begin ~/.nccl.conf\n1:NCCL_A=1\n"))
                .singleElement()
                .satisfies(setting -> assertThat(cause(setting)).contains("not told to its end"));
    }

    @Test
    void a_host_without_contact_says_so() {
        Contact none = Contact.none("gpu-01", new IOException("no route"));
        assertThat(NcclReader.read(none).join())
                .singleElement()
                .satisfies(setting -> assertThat(cause(setting)).contains("no route"));
    }
}
