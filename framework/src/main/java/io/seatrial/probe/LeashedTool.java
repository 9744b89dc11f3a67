package io.seatrial.probe;

import io.seatrial.transport.Lines;
import io.seatrial.transport.Running;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A program of the host itself, run beside the agent. It ends with the connection, when it is let go of, at its deadline and when the journal is undone,
 * whichever is first.
 */
final class LeashedTool implements Lines {
    /** Begins what the script says; the rest of the output is the program's. */
    private static final String SAYS = "seatrial-tool ";

    private static final int NOT_FOUND = 127;
    private static final int MEBIBYTE = 1024 * 1024;
    /** A raw value of perftest takes some 15 B; a million of them are kept. */
    private static final int LONGEST_OUTPUT = 16 * MEBIBYTE;

    /** What a program dies of stands at the end; before it there may be any number of warnings. */
    private static final int ERRORS = 8;

    // $1 token, $2 deadline in s, $3 port that the program is to listen at, or 0, then the program. Descriptor 3 is the
    // connection: a shell
    // gives its background commands none. A listening socket is looked for in the kernel's tables, since what the
    // program prints stays in
    // its buffer until it ends.
    private static final String SCRIPT = """
            deadline=$2; port=$3; shift 3; exec 3<&0;
            command -v "$1" >/dev/null || { echo "seatrial-tool missing"; exit 127; };
            echo "seatrial-tool version $("$1" --version 2>&1 </dev/null | head -n 1)";
            timeout -k 2 "$deadline" "$@" </dev/null & tool=$!;
            trap 'kill $tool 2>/dev/null' TERM HUP INT;
            { cat <&3; kill $tool; } >/dev/null 2>&1 & leash=$!;
            if [ "$port" != 0 ]; then
              at=$(printf ':%04X [0-9A-F]*:0000 0A ' "$port");
              until grep -qs "$at" /proc/net/tcp /proc/net/tcp6 || ! kill -0 $tool 2>/dev/null; do sleep 0.05; done;
              kill -0 $tool 2>/dev/null && echo "seatrial-tool listens";
            fi;
            wait $tool; status=$?; kill $leash 2>/dev/null; exit $status
            """.replace("\n", " ");

    private final String host;
    private final Naming naming;
    private final StringBuilder output = new StringBuilder();
    private final Deque<String> errors = new ArrayDeque<>();
    private boolean tooLong;
    private final CompletableFuture<Void> listening = new CompletableFuture<>();
    private volatile String version = "";
    private Running running;

    private LeashedTool(String host, Naming naming) {
        this.host = host;
        this.naming = naming;
    }

    /**
     * How messages speak of a program.
     *
     * @param name what it is called
     * @param remedy what to do where it is not there
     * @param listens how its standard error begins when it is ready, empty where its listening socket shows that
     */
    record Naming(String name, String remedy, String listens) {}

    /**
     * Start a program.
     *
     * @param port where it is to listen; 0 where it does not
     * @param words the program and its arguments
     */
    static LeashedTool start(Agent agent, Duration deadline, int port, List<String> words) {
        String remedy = "install perftest on the host, or leave the question out";
        return start(agent, deadline, port, words, new Naming(words.get(0), remedy, ""));
    }

    /** Start a program that messages speak of in words of their own. */
    static LeashedTool start(Agent agent, Duration deadline, int port, List<String> words, Naming naming) {
        LeashedTool tool = new LeashedTool(agent.host(), naming);
        List<String> arguments = new ArrayList<>(List.of(Long.toString(deadline.toSeconds()), Integer.toString(port)));
        arguments.addAll(words);
        tool.running = agent.beside(SCRIPT, arguments, tool);
        tool.ended()
                .whenComplete((status, failure) -> tool.listening.completeExceptionally(
                        failure == null ? tool.failure(status) : Agent.cause(failure)));
        return tool;
    }

    @Override
    public synchronized void out(String line) {
        if (line.startsWith(SAYS)) {
            said(line.substring(SAYS.length()));
        } else if (tooLong || output.length() + line.length() >= LONGEST_OUTPUT) {
            tooLong = true;
        } else {
            output.append(line).append('\n');
        }
    }

    private void said(String words) {
        if (words.equals("listens")) {
            listening.complete(null);
        } else if (words.startsWith("version ")) {
            version = words.replace("version ", "").replace("Version:", "").strip();
        }
    }

    @Override
    public synchronized void err(String line) {
        if (!line.isBlank()) {
            errors.add(line.strip());
        }
        if (errors.size() > ERRORS) {
            errors.remove();
        }
        if (!naming.listens().isEmpty() && line.startsWith(naming.listens())) {
            listening.complete(null);
        }
    }

    /** Complete when the program listens; fails when it ends before. */
    CompletableFuture<Void> listening() {
        return listening;
    }

    /** Complete with what it printed when it has ended well; fails with what it complained of. */
    CompletableFuture<String> output() {
        return ended().thenApply(status -> {
            if (status != 0) {
                throw failure(status);
            }
            return text();
        });
    }

    CompletableFuture<Integer> ended() {
        return running.exit();
    }

    /** Ask it to end; what it still prints is kept. */
    void stop() {
        running.closeInput();
    }

    /** Return the last lines of its standard error. */
    synchronized List<String> errors() {
        return List.copyOf(errors);
    }

    /** Return the version that the program says it is, empty where it says none. */
    String version() {
        return version;
    }

    /** Let go of it: the script ends it when the connection is closed. */
    void close() {
        running.closeInput();
        running.close();
    }

    /**
     * Return what it printed so far.
     *
     * @throws ProbeException if that was more than is kept: what is left would be read as if it were all
     */
    synchronized String text() {
        if (tooLong) {
            throw new ProbeException(
                    host,
                    ProbeException.Kind.FAILED,
                    naming.name() + " printed more than " + LONGEST_OUTPUT / MEBIBYTE
                            + " MiB, of which nothing is taken; let it measure less at a time",
                    null);
        }
        return output.toString();
    }

    synchronized ProbeException failure(int status) {
        String why = status == NOT_FOUND
                ? naming.name() + " is not there; " + naming.remedy()
                : naming.name() + " ended with exit status " + status
                        + (errors.isEmpty() ? " without a word" : ": " + String.join("; ", errors));
        return new ProbeException(host, ProbeException.Kind.FAILED, why, null);
    }
}
