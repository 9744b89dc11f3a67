package io.seatrial.transport;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One shell command of people on a host, run to its end. */
public final class HostCommand {
    private HostCommand() {}

    /**
     * What a command left.
     *
     * @param status exit status
     * @param lines standard output
     * @param errors standard error as one line
     */
    public record Finished(int status, List<String> lines, String errors) {
        public Finished {
            lines = List.copyOf(lines);
        }
    }

    /**
     * Run a command under {@code /bin/sh} with nothing on its standard input.
     *
     * @param patience longest time; afterwards the future fails, and the command may still run
     */
    public static CompletableFuture<Finished> run(Remote remote, String command, Duration patience) {
        ScriptRun run = ScriptRun.start(remote, "exec /bin/sh -c " + Shell.quote(command) + " </dev/null");
        return run.end()
                .thenApply(status -> new Finished(status, run.lines(), run.errors()))
                .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
}
