package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.seatrial.inventory.Host;
import io.seatrial.transport.Change;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Undo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the program goes, seen on this machine with programs that are shell scripts. */
@Timeout(60)
class PlacementTest {
    private static final byte[] RUNS = script("exit 0");
    private static final Host HOST = LocalHosts.cluster(1).hosts().get(0);

    @TempDir
    Path folder;

    private LocalHosts hosts;
    private Remote remote;
    private Journal journal;
    private Path directory;

    private static byte[] script(String line) {
        return ("#!/bin/sh\n" + line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @BeforeEach
    void open() throws IOException {
        hosts = new LocalHosts(folder.resolve("homes"));
        remote = hosts.open(HOST).join();
        journal = Journal.open(folder.resolve("journal"), "run-1");
        directory = Files.createDirectory(
                folder.resolve("work"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
        hosts.close();
    }

    private Placement placement(byte[] program) {
        return new Placement(remote, new ProbeProgram(architecture -> Optional.of(program)), journal);
    }

    private Optional<String> against(Placement placement) {
        return placement.reasonAgainst(directory.toString()).join();
    }

    @Test
    void the_program_is_written_down_then_uploaded_under_the_hash_of_its_content() throws IOException {
        Placement placement = placement(RUNS);

        assertThat(against(placement)).isEmpty();

        Path program = Path.of(placement.path());
        assertThat(program).hasParent(directory).hasBinaryContent(RUNS);
        assertThat(program.getFileName().toString()).matches("seatrial-probe-[0-9a-f]{12}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program)))
                .isEqualTo("rwx------");
        assertThat(journal.pendingBackwards("gpu-01"))
                .extracting(Change::kind, Change::target, Change::before)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Change.Kind.FILE, placement.path(), Change.Before.ABSENT));
    }

    @Test
    void the_second_time_it_is_found_and_not_uploaded_nor_ours_to_remove() {
        against(placement(RUNS));
        Placement again = placement(RUNS);

        assertThat(against(again)).isEmpty();

        assertThat(hosts.uploads()).containsExactly(again.path());
        assertThat(journal.pendingBackwards("gpu-01"))
                .extracting(Change::before)
                .containsExactly(Change.Before.PRESENT, Change.Before.ABSENT);
    }

    @Test
    void another_version_is_another_file() {
        Placement first = placement(RUNS);
        Placement other = placement(script("exit  0"));
        against(first);
        assertThat(against(other)).isEmpty();
        assertThat(hosts.uploads()).containsExactly(first.path(), other.path());
        assertThat(first.path()).isNotEqualTo(other.path());
    }

    @Test
    void an_architecture_without_program_is_a_reason_and_uploads_nothing() {
        Placement placement = new Placement(remote, new ProbeProgram(architecture -> Optional.empty()), journal);
        assertThat(against(placement).orElseThrow()).startsWith("no probe was built for ");
        assertThat(hosts.uploads()).isEmpty();
        assertThat(journal.pendingHosts()).isEmpty();
    }

    @Test
    void the_architecture_is_asked_of_the_host_and_not_of_its_greeting() {
        LocalHosts greeting = new LocalHosts(folder.resolve("homes"), lines -> {
            lines.out("Welcome to the cluster!");
            return lines;
        });
        String[] asked = {""};
        Placement placement = new Placement(
                greeting.open(HOST).join(),
                new ProbeProgram(architecture -> {
                    asked[0] = architecture;
                    return Optional.of(RUNS);
                }),
                journal);
        assertThat(against(placement)).isEmpty();
        assertThat(asked[0]).isEqualTo(System.getProperty("os.arch").replace("amd64", "x86_64"));
        greeting.close();
    }

    @Test
    void a_program_that_does_not_run_is_a_reason_with_what_it_said() {
        assertThat(against(placement(script("echo 'version GLIBC_2.99 not found' >&2; exit 1"))))
                .contains("the probe does not run there: exit status 1, version GLIBC_2.99 not found");
    }

    @Test
    void a_directory_that_cannot_be_looked_at_is_a_reason() {
        Optional<String> reason =
                placement(RUNS).reasonAgainst(directory + "/absent").join();
        assertThat(reason.orElseThrow())
                .startsWith("cannot be looked at: exit status ")
                .contains("absent");
    }

    @Test
    void a_directory_in_the_place_of_the_program_is_a_reason() throws IOException {
        Files.createDirectory(directory.resolve(ProbeProgram.fileName(RUNS)));
        assertThat(against(placement(RUNS)).orElseThrow()).startsWith("the probe does not run there: exit status 126");
        assertThat(hosts.uploads()).isEmpty();
    }

    @Test
    void an_upload_that_fails_is_a_reason() {
        Placement placement = new Placement(
                remote,
                new ProbeProgram(architecture -> {
                    remote.close(); // the connection is lost between looking and uploading
                    return Optional.of(RUNS);
                }),
                journal);
        assertThat(against(placement).orElseThrow()).contains("host gpu-01: ");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void the_lease_is_written_down_once_as_ours_and_then_as_found() throws IOException {
        Placement placement = placement(RUNS);
        against(placement);
        String lease = placement.lease(directory.toString()).join();
        assertThat(lease).isEqualTo(directory + "/lease-gpu-01");
        Files.createFile(Path.of(lease));
        Placement again = placement(RUNS);
        against(again);
        again.lease(directory.toString()).join();
        assertThat(journal.pendingBackwards("gpu-01").stream()
                        .filter(change -> change.target().equals(lease))
                        .map(Change::before))
                .containsExactly(Change.Before.PRESENT, Change.Before.ABSENT);
    }

    @Test
    void the_next_directory_is_tried_where_it_does_not_run() {
        // runs only below a folder that is not the first candidate
        byte[] picky = script("case $0 in " + hosts.home("gpu-01") + "/*) echo noexec >&2; exit 126;; esac");
        Deployment deployment =
                new Deployment(new ProbeProgram(architecture -> Optional.of(picky)), journal, "run-1", "owner");

        Throwable failure = catchThrowable(() -> deployment.deploy(remote).get());

        // it ends at once as an agent, which is all that this program can do
        assertThat(failure).hasMessageContaining("agent ended with exit status 0");
        assertThat(hosts.uploads()).hasSize(2);
        assertThat(hosts.uploads().get(0)).startsWith(hosts.home("gpu-01") + "/");
        assertThat(hosts.uploads().get(1)).doesNotStartWith(hosts.home("gpu-01") + "/");
        assertThat(new Undo(journal, Optional.empty()).on(remote).join().left()).isEmpty();
        assertThat(hosts.uploads()).allSatisfy(path -> assertThat(Path.of(path)).doesNotExist());
    }

    @Test
    void every_change_is_on_disk_before_it_is_made() throws IOException {
        journal.close();
        CompletableFuture<Optional<String>> reason = placement(RUNS).reasonAgainst(directory.toString());
        Optional<String> against = reason.orTimeout(20, java.util.concurrent.TimeUnit.SECONDS)
                .handle((value, failure) -> failure == null ? value : Optional.of(failure.toString()))
                .join();
        assertThat(against).isPresent();
        assertThat(hosts.uploads()).isEmpty();
        journal = Journal.open(folder.resolve("journal-2"), "run-1");
    }

    @Test
    void a_token_names_run_and_host_and_never_two_of_them() {
        assertThat(Deployment.token("20261129-101500-123", "gpu-01")).isEqualTo("20261129-101500-123-gpu-01");
        String host = "gpu-01.rack-17.row-3.hall-b.site-frankfurt.cluster.example.org";
        List<String> tokens = List.of(
                Deployment.token("20261129-101500-123", host),
                Deployment.token("20261129-101500-124", host),
                Deployment.token("20261129-101500-123", host.replace("rack-17", "rack.17")),
                Deployment.token("20261129-101500-123", "gpu.01"));
        assertThat(tokens).doesNotHaveDuplicates().doesNotContain("20261129-101500-123-gpu-01");
        assertThat(tokens).allMatch(token -> token.matches("20261129-101500-12[34]-[A-Za-z0-9_-]{8,44}"));
    }
}
