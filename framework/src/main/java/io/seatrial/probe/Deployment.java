package io.seatrial.probe;

import io.seatrial.transport.Change;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Shell;
import io.seatrial.transport.WorkDirectory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Places the native program on a host and starts its agent: into the first directory where it really runs, under a name that carries the hash
 * of its content, so that it is uploaded once and never mixed up with another version. Every change stands in the journal before it is made.
 */
public final class Deployment {
    private static final Duration GREETING = Duration.ofSeconds(15);
    /** The longest run; the agent ends then whatever happens. */
    private static final Duration LONGEST_RUN = Duration.ofHours(24);

    private static final int HEARTBEAT_SECONDS = 15;
    private static final int LONGEST_TOKEN = 64;

    private final ProbeProgram program;
    private final Journal journal;
    private final String run;
    private final String owner;

    /**
     * @param run id of the run; with the name of the host it names the agent in process lists
     * @param owner what another run is told that finds a host taken
     */
    public Deployment(ProbeProgram program, Journal journal, String run, String owner) {
        this.program = program;
        this.journal = journal;
        this.run = run;
        this.owner = owner;
    }

    /** Place and start; fails with {@link ProbeException} or {@link io.seatrial.transport.TransportException}. */
    public CompletableFuture<Agent> deploy(Remote remote) {
        Placement placement = new Placement(remote, program, journal);
        return WorkDirectory.choose(remote, journal, WorkDirectory.CANDIDATES, placement)
                .thenCompose(directory -> placement.lease(directory))
                .thenCompose(lease -> start(remote, placement.path(), lease));
    }

    private CompletableFuture<Agent> start(Remote remote, String path, String lease) {
        String token = token(run, remote.host());
        String command = "exec " + Shell.quote(path) + " agent"
                + " --token=" + token
                + " --deadline=" + LONGEST_RUN.toSeconds()
                + " --heartbeat=" + HEARTBEAT_SECONDS
                + " --lease=" + Shell.quote(lease)
                + " --owner=" + Shell.quote(owner);
        return journal.before(remote.host(), Change.Kind.PROCESS, token, Change.Before.ABSENT)
                .thenCompose(change -> Agent.start(remote, command, token, GREETING));
    }

    /**
     * One token per run and host: an undo ends the processes with that token and no others, also where several hosts share a kernel. A name
     * that does not fit as it is gets the hash of the whole name, so that no two become one.
     */
    static String token(String run, String host) {
        String name = run + "-" + host;
        String token = name.replaceAll("[^A-Za-z0-9_-]", "-");
        if (token.equals(name) && token.length() <= LONGEST_TOKEN) {
            return token;
        }
        String hash = ProbeProgram.shortHash(name.getBytes(StandardCharsets.UTF_8));
        int kept = Math.min(token.length(), LONGEST_TOKEN - hash.length() - 1);
        return token.substring(0, kept) + "-" + hash;
    }
}
