package io.seatrial.probe;

import io.seatrial.transport.Change;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Shell;
import io.seatrial.transport.WorkDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Tries directories of one host: puts the program there unless it is there already, and looks whether it runs. */
final class Placement implements WorkDirectory.Check {
    private static final int EXECUTABLE = 0700;
    /** With the host's name: where homes are shared, hosts find each other's files. */
    private static final String LEASE = "lease-";
    /** Begins the answer; what a login shell says before it is not ours. */
    private static final String ANSWER = "seatrial-machine ";

    private final Remote remote;
    private final ProbeProgram program;
    private final Journal journal;
    private volatile String path = "";
    private volatile boolean leaseExists;

    Placement(Remote remote, ProbeProgram program, Journal journal) {
        this.remote = remote;
        this.program = program;
        this.journal = journal;
    }

    private String leaseName() {
        return LEASE + remote.host().replaceAll("[^A-Za-z0-9._-]", "-");
    }

    /** Return where the program runs. */
    String path() {
        return path;
    }

    /** Write the lease's file into the journal, and return its path. */
    CompletableFuture<String> lease(String directory) {
        Change.Before before = leaseExists ? Change.Before.PRESENT : Change.Before.ABSENT;
        String lease = directory + "/" + leaseName();
        return journal.before(remote.host(), Change.Kind.FILE, lease, before).thenApply(change -> lease);
    }

    @Override
    public CompletableFuture<Optional<String>> reasonAgainst(String directory) {
        String look = Shell.script("printf '%s%s\\n' \"$1\" \"$(uname -m)\" && exec ls -A \"$2\"", ANSWER, directory);
        return output(look).thenCompose(said -> {
            List<String> answer = said.lines().stream()
                    .dropWhile(line -> !line.startsWith(ANSWER))
                    .toList();
            if (said.status() != 0 || answer.isEmpty()) {
                return reason("cannot be looked at: " + said.text());
            }
            List<String> files = answer.subList(1, answer.size());
            leaseExists = files.contains(leaseName());
            return place(directory, answer.get(0).substring(ANSWER.length()), files);
        });
    }

    private CompletableFuture<Optional<String>> place(String directory, String architecture, List<String> files) {
        Optional<byte[]> bytes = program.bytes(architecture);
        if (bytes.isEmpty()) {
            return reason("no probe was built for " + architecture);
        }
        String name = ProbeProgram.fileName(bytes.get());
        path = directory + "/" + name;
        return upload(bytes.get(), files.contains(name))
                .thenCompose(done -> output("exec " + Shell.quote(path) + " version"))
                .thenApply(said -> said.status() == 0
                        ? Optional.<String>empty()
                        : Optional.of("the probe does not run there: " + said.text()))
                .exceptionally(failure ->
                        Optional.of(String.valueOf(Agent.cause(failure).getMessage())));
    }

    private CompletableFuture<Void> upload(byte[] bytes, boolean isThere) {
        Change.Before before = isThere ? Change.Before.PRESENT : Change.Before.ABSENT;
        return journal.before(remote.host(), Change.Kind.FILE, path, before)
                .thenCompose(change ->
                        isThere ? CompletableFuture.completedFuture(null) : remote.upload(bytes, path, EXECUTABLE));
    }

    private static CompletableFuture<Optional<String>> reason(String text) {
        return CompletableFuture.completedFuture(Optional.of(text));
    }

    /** What a short command said. */
    private record Said(int status, List<String> lines, List<String> errors) {
        String text() {
            return "exit status " + status + (errors.isEmpty() ? "" : ", " + String.join("; ", errors));
        }
    }

    private CompletableFuture<Said> output(String command) {
        List<String> out = new ArrayList<>();
        List<String> err = new ArrayList<>();
        Lines lines = new Lines() {
            @Override
            public void out(String line) {
                out.add(line);
            }

            @Override
            public void err(String line) {
                err.add(line);
            }
        };
        return remote.start(command, lines)
                .exit()
                .thenApply(status -> new Said(status, List.copyOf(out), List.copyOf(err)));
    }
}
