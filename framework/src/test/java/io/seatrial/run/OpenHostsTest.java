package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.HostRecord;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.probe.Deployment;
import io.seatrial.probe.LocalHosts;
import io.seatrial.probe.ProbeException;
import io.seatrial.probe.ProbeProgram;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Transport;
import io.seatrial.transport.TransportException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Contacts with hosts of loopback that run the real program, and with some that behave badly. */
@Timeout(120)
class OpenHostsTest {
    private static final OpenHosts.Patience LONG = new OpenHosts.Patience(
            Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(5));
    private static final String GPU_PROCESS =
            "{\"ev\":\"gpu-process\",\"id\":1,\"pid\":31337,\"name\":\"python3\",\"device\":\"/dev/nvidia0\"}";

    @TempDir
    Path folder;

    private final List<HostRecord> records = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final Map<String, List<String>> transcripts = new TreeMap<>();
    private final Map<String, Function<Host, CompletableFuture<Remote>>> otherwise = new ConcurrentHashMap<>();
    private LocalHosts local;
    private Journal journal;

    private final Progress progress = new Progress() {
        @Override
        public void phase(String name, int total) {}

        @Override
        public void done(boolean good) {}

        @Override
        public void remark(String text) {
            remarks.add(text);
        }
    };

    /** Opens hosts of this machine, but for those that the test opens otherwise. */
    private final Transport transport = new Transport() {
        @Override
        public CompletableFuture<Remote> open(Host host) {
            return otherwise.getOrDefault(host.name(), local::open).apply(host);
        }

        @Override
        public void close() {
            local.close();
        }
    };

    @BeforeEach
    void begin() {
        local = new LocalHosts(folder.resolve("homes"));
        journal = Journal.open(folder.resolve("journal"), "run-1");
    }

    @AfterEach
    void end() throws IOException {
        local.close();
        journal.close();
    }

    private OpenHosts open(int hosts, boolean allowBusy, OpenHosts.Patience patience) {
        Cluster cluster = LocalHosts.cluster(hosts);
        Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "run-1", "tests");
        return OpenHosts.open(cluster, transport, deployment, allowBusy, records::add, progress, patience);
    }

    private void close(OpenHosts hosts) {
        hosts.close(journal, records::add, transcripts::put, progress);
    }

    private HostRecord record(String host, String phase) {
        return records.stream()
                .filter(r -> r.host().equals(host) && r.phase().equals(phase))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void hosts_are_contacted_recorded_in_the_order_of_the_inventory_and_left_as_found() {
        OpenHosts hosts = open(2, false, LONG);
        String build = hosts.build();
        assertThat(records)
                .containsExactly(
                        new HostRecord("gpu-01", "contact", true, "agent talks", build),
                        new HostRecord("gpu-02", "contact", true, "agent talks", build));
        assertThat(build).isNotEqualTo("none").isEqualTo(hosts.contact("gpu-02").build());

        close(hosts);

        assertThat(records.subList(2, 4))
                .containsExactly(
                        new HostRecord("gpu-01", "close", true, "as found", build),
                        new HostRecord("gpu-02", "close", true, "as found", build));
        assertThat(transcripts).containsOnlyKeys("gpu-01", "gpu-02");
        assertThat(transcripts.get("gpu-01")).anyMatch(line -> line.startsWith("> ") && line.contains("\"quit\""));
        assertThat(local.home("gpu-01")).isEmptyDirectory();
        assertThat(journal.pendingHosts()).isEmpty();
        assertThat(remarks).isEmpty();
    }

    @Test
    void a_host_that_refuses_is_a_contact_that_says_why_and_was_never_touched() {
        otherwise.put(
                "gpu-01",
                host -> CompletableFuture.failedFuture(new TransportException(
                        host.name(), TransportException.Kind.UNREACHABLE, "connection refused", null)));
        OpenHosts hosts = open(2, false, LONG);

        assertThat(record("gpu-01", "contact"))
                .isEqualTo(new HostRecord("gpu-01", "contact", false, "host gpu-01: connection refused", "none"));
        assertThat(record("gpu-02", "contact").good()).isTrue();
        assertThat(remarks).containsExactly("host gpu-01: connection refused");

        close(hosts);
        assertThat(record("gpu-01", "close").text()).isEqualTo("never touched");
        assertThat(transcripts.get("gpu-01")).isEmpty();
    }

    @Test
    void what_a_transport_throws_is_the_failure_of_its_host_alone() {
        otherwise.put("gpu-01", host -> {
            throw new IllegalStateException();
        });
        OpenHosts hosts = open(2, false, LONG);
        assertThat(record("gpu-01", "contact").good()).isFalse();
        assertThat(record("gpu-01", "contact").text()).isEqualTo("java.lang.IllegalStateException");
        assertThat(record("gpu-02", "contact").good()).isTrue();
        close(hosts);
    }

    @Test
    void agents_hear_heartbeats_while_a_host_that_does_not_answer_is_waited_for() {
        CompletableFuture<Remote> waiting = new CompletableFuture<>();
        otherwise.put("gpu-01", host -> waiting);
        // the hanging host is answered for only by a heartbeat to the other: without one, opening never ends
        otherwise.put(
                "gpu-02",
                host -> local.open(host)
                        .thenApply(remote -> new Watched(remote, line -> {
                            if (line.isEmpty()) {
                                waiting.completeExceptionally(new IllegalStateException("gave up at the heartbeat"));
                            }
                        })));
        OpenHosts hosts = open(
                2, false, new OpenHosts.Patience(LONG.contact(), LONG.answer(), LONG.undo(), Duration.ofMillis(20)));

        assertThat(record("gpu-01", "contact").text()).isEqualTo("gave up at the heartbeat");
        assertThat(record("gpu-02", "contact").good()).isTrue();
        close(hosts);
        assertThat(record("gpu-02", "close").text()).isEqualTo("as found");
    }

    @Test
    void a_host_that_never_answers_is_silent_and_not_touched_when_it_comes_back_late() {
        CompletableFuture<Remote> late = new CompletableFuture<>();
        otherwise.put("gpu-01", host -> late);
        OpenHosts hosts = open(
                1, false, new OpenHosts.Patience(Duration.ofMillis(50), LONG.answer(), LONG.undo(), LONG.heartbeat()));
        assertThat(record("gpu-01", "contact").text())
                .isEqualTo("host gpu-01: no contact within 50 ms; look whether the host hangs");

        late.complete(local.open(LocalHosts.cluster(1).hosts().get(0)).join());

        close(hosts);
        assertThat(local.commands()).isEmpty();
        assertThat(record("gpu-01", "close").text()).isEqualTo("never touched");
    }

    @Test
    void a_heartbeat_that_fails_ends_no_others() {
        CompletableFuture<Void> third = new CompletableFuture<>();
        int[] beats = {0};
        otherwise.put(
                "gpu-01",
                host -> local.open(host)
                        .thenApply(remote -> new Watched(remote, line -> {
                            if (line.isEmpty() && ++beats[0] >= 3) {
                                third.complete(null);
                            }
                            if (line.isEmpty()) {
                                throw new IllegalStateException("the line is gone");
                            }
                        })));
        OpenHosts hosts = open(
                1, false, new OpenHosts.Patience(LONG.contact(), LONG.answer(), LONG.undo(), Duration.ofMillis(20)));
        third.join();
        assertThat(hosts.contact("gpu-01").whyNot()).isEmpty();
        close(hosts);
    }

    /** Lets every agent report a process that holds a GPU. */
    private static Lines busy(Lines lines) {
        return new Lines() {
            @Override
            public void out(String line) {
                if (line.startsWith("{\"ev\":\"done\",\"id\":1,")) {
                    lines.out(GPU_PROCESS);
                }
                lines.out(line);
            }

            @Override
            public void err(String line) {
                lines.err(line);
            }
        };
    }

    @Test
    void a_host_whose_gpus_are_in_use_is_refused_with_the_process_and_left_as_found() {
        local = new LocalHosts(folder.resolve("homes"), OpenHostsTest::busy);
        OpenHosts hosts = open(1, false, LONG);

        assertThat(record("gpu-01", "contact").good()).isFalse();
        assertThat(record("gpu-01", "contact").text())
                .isEqualTo("host gpu-01: process 31337 (python3) holds /dev/nvidia0; end the job, leave the host out"
                        + " with --exclude, or measure it all the same with --intrusive");
        assertThat(kindOf(hosts)).isEqualTo(ProbeException.Kind.NOT_DEPLOYED);
        close(hosts);
        assertThat(record("gpu-01", "close").text()).isEqualTo("as found");
        assertThat(local.home("gpu-01")).isEmptyDirectory();
    }

    private static ProbeException.Kind kindOf(OpenHosts hosts) {
        try {
            hosts.contact("gpu-01").agent();
            throw new AssertionError("expected no agent");
        } catch (ProbeException e) {
            return e.kind();
        }
    }

    @Test
    void a_busy_host_is_measured_where_that_is_allowed() {
        local = new LocalHosts(folder.resolve("homes"), OpenHostsTest::busy);
        OpenHosts hosts = open(1, true, LONG);
        assertThat(record("gpu-01", "contact").good()).isTrue();
        close(hosts);
    }

    @Test
    void a_host_that_cannot_be_cleaned_is_reported_with_what_is_left() {
        OpenHosts hosts = open(2, false, LONG);
        local.close(); // every connection is lost
        close(hosts);
        assertThat(record("gpu-01", "close").good()).isFalse();
        assertThat(record("gpu-01", "close").text()).contains("run-1-gpu-01: ").contains(local.home("gpu-01") + "/");
        assertThat(record("gpu-02", "close").good()).isFalse();
        assertThat(journal.pendingHosts()).containsExactlyInAnyOrder("gpu-01", "gpu-02");
    }

    @Test
    void a_host_that_is_lost_after_contact_is_kept_as_lost_with_its_cause() {
        OpenHosts hosts = open(2, false, LONG);
        CompletableFuture<ProbeException> broken =
                hosts.contact("gpu-01").agent().broken();
        local.close(); // every connection is lost
        String cause = broken.orTimeout(10, TimeUnit.SECONDS).join().getMessage();
        close(hosts);
        assertThat(record("gpu-01", "contact").good()).isTrue();
        assertThat(record("gpu-01", "lost").good()).isFalse();
        assertThat(record("gpu-01", "lost").text()).isEqualTo(cause).startsWith("host gpu-01: ");
    }

    @Test
    void whatever_fails_while_closing_is_remarked_and_not_thrown() throws IOException {
        otherwise.put("gpu-01", host -> local.open(host).thenApply(remote -> new Watched(remote, line -> {})));
        OpenHosts hosts = open(2, false, LONG);
        journal.close(); // nothing can be written down as undone any more

        hosts.close(
                journal,
                record -> {
                    records.add(record);
                    throw new ArchiveException("disk full", null);
                },
                (host, lines) -> {
                    throw new ArchiveException("disk full", null);
                },
                progress);

        assertThat(records.subList(2, records.size())).hasSize(2);
        assertThat(remarks)
                .containsExactlyInAnyOrder(
                        "gpu-01: its state cannot be kept: disk full",
                        "gpu-02: its state cannot be kept: disk full",
                        "gpu-01: its transcript cannot be kept: disk full",
                        "gpu-02: its transcript cannot be kept: disk full",
                        "gpu-01: its connection cannot be closed: it does not close");
        journal = Journal.open(folder.resolve("journal"), "run-1");
    }

    /** A host that lets a test hear what its commands are sent, and whose connection does not close. */
    private record Watched(Remote remote, java.util.function.Consumer<String> sent) implements Remote {
        @Override
        public String host() {
            return remote.host();
        }

        @Override
        public Running start(String command, Lines lines) {
            Running running = remote.start(command, lines);
            return new Running() {
                @Override
                public boolean send(String line) {
                    sent.accept(line);
                    return running.send(line);
                }

                @Override
                public void closeInput() {
                    running.closeInput();
                }

                @Override
                public CompletableFuture<Integer> exit() {
                    return running.exit();
                }

                @Override
                public void close() {
                    running.close();
                }
            };
        }

        @Override
        public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
            return remote.upload(content, path, mode);
        }

        @Override
        public CompletableFuture<byte[]> download(String path, int limit) {
            return remote.download(path, limit);
        }

        @Override
        public void close() {
            throw new IllegalStateException("it does not close");
        }
    }
}
