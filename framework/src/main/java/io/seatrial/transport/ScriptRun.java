package io.seatrial.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A shell script that is given on standard input, so that neither its length nor the login shell's quoting matters, and so that what it
 * holds is on no command line (a search for a token would find itself).
 */
final class ScriptRun implements Lines {
    private final List<String> lines = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private CompletableFuture<Integer> end;

    private ScriptRun() {}

    static ScriptRun start(Remote remote, String script) {
        ScriptRun run = new ScriptRun();
        Running running = remote.start("exec /bin/sh", run);
        running.send(script);
        running.closeInput();
        run.end = running.exit();
        return run;
    }

    /** Complete with the exit status. */
    CompletableFuture<Integer> end() {
        return end;
    }

    @Override
    public synchronized void out(String line) {
        lines.add(line);
    }

    @Override
    public synchronized void err(String line) {
        errors.add(line);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Return standard error as one line. */
    synchronized String errors() {
        return String.join("; ", errors);
    }
}
