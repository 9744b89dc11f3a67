package io.seatrial.probe;

import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A program of the host itself, run beside the agent under its token. It ends with the connection, when it is let go of, at its deadline and when the
 * journal is undone, whichever is first; a launcher then ends its processes on the other hosts.
 */
public final class LeashedTool implements Lines {
    /** Begins what the script says; the rest of the output is the program's. */
    private static final String SAYS = "seatrial-tool ";

    private static final int NOT_FOUND = 127;
    private static final int MEBIBYTE = 1024 * 1024;

    /** What a program dies of stands at the end; before it there may be any number of warnings. */
    private static final int ERRORS = 8;

    // $1 token, $2 deadline in s, $3 how long it may take to end before it is killed, in s, $4 port that the program is
    // to listen at, or 0, $5 what is told of it first, then the program. Descriptor 3 is the connection: a shell gives
    // its background commands none. A listening socket is looked for in the kernel's tables, since what the program
    // prints stays in its buffer until it ends. Only such variables are told of as speak to the library, the launcher
    // or
    // the loader: others may hold secrets.
    private static final String SCRIPT = """
            deadline=$2; grace=$3; port=$4; tells=$5; shift 5; exec 3<&0;
            command -v "$1" >/dev/null || { echo "seatrial-tool missing $1"; exit 127; };
            if [ "$tells" = version ]; then
              echo "seatrial-tool version $("$1" --version 2>&1 </dev/null | head -n 1)";
            else
              env | grep -E '^((N|R)CCL|OFI_NCCL|FI|UCX|OMPI_MCA|PMIX_MCA)_[A-Za-z0-9_]*=|^(LD_LIBRARY_PATH|LD_PRELOAD|SLURM_JOB_ID)=|^(CUDA|HIP|ROCR)_VISIBLE_DEVICES='
                | sed 's/^/seatrial-tool env /';
            fi;
            timeout -k "$grace" "$deadline" "$@" </dev/null & tool=$!;
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
    private final Kind kind;
    private final Naming naming;
    private final Consumer<String> transcript;
    private final StringBuilder output = new StringBuilder();
    private final Deque<String> errors = new ArrayDeque<>();
    private final Map<String, String> environment = new TreeMap<>();
    private boolean tooLong;
    private String missing = "";
    private final CompletableFuture<Void> listening = new CompletableFuture<>();
    private volatile String version = "";
    private Running running;

    private LeashedTool(String host, Kind kind, Naming naming, Consumer<String> transcript) {
        this.host = host;
        this.kind = kind;
        this.naming = naming;
        this.transcript = transcript;
    }

    /** What kind of program it is: how long it may take to end, in s, how much it may print, in MiB, what is told of it, and what to do where it prints more. */
    private enum Kind {
        /** A raw value of perftest takes some 15 B; a million of them are kept. */
        PROGRAM(2, 16, "version", "let it measure less at a time"),
        /** It has to end what it started elsewhere. A table has some 100 B a size; with the library's log of thousands of ranks it is some MiB. */
        LAUNCHER(10, 64, "environment", "let it log less");

        private final int grace;
        private final int longest;
        private final String tells;
        private final String remedy;

        Kind(int grace, int longest, String tells, String remedy) {
            this.grace = grace;
            this.longest = longest;
            this.tells = tells;
            this.remedy = remedy;
        }

        private List<String> arguments(Duration deadline, int port, List<String> words) {
            List<String> arguments = new ArrayList<>(List.of(
                    Long.toString(Math.max(1, deadline.toSeconds())),
                    Integer.toString(grace),
                    Integer.toString(port),
                    tells));
            arguments.addAll(words);
            return arguments;
        }
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
        LeashedTool tool = new LeashedTool(agent.host(), Kind.PROGRAM, naming, line -> {});
        tool.running(agent.beside(SCRIPT, tool.kind.arguments(deadline, port, words), tool));
        return tool;
    }

    /**
     * Start what starts programs on several hosts.
     *
     * @param token under which the journal knows it
     * @param transcript takes the command and every line, {@code >}, {@code <} and {@code !} before them
     */
    public static LeashedTool launch(
            Remote remote, String token, Duration deadline, List<String> words, Consumer<String> transcript) {
        Naming naming = new Naming(words.get(0), "install it at the same place on every host", "");
        LeashedTool tool = new LeashedTool(remote.host(), Kind.LAUNCHER, naming, transcript);
        transcript.accept("> " + inOneLine(words));
        List<String> arguments = new ArrayList<>(List.of("--token=" + token));
        arguments.addAll(tool.kind.arguments(deadline, 0, words));
        tool.running(remote.start(Shell.script(SCRIPT, arguments.toArray(String[]::new)), tool));
        return tool;
    }

    private void running(Running started) {
        running = started;
        ended().whenComplete((status, failure) ->
                listening.completeExceptionally(failure == null ? failure(status) : Agent.cause(failure)));
    }

    /** Write words so that a shell takes them as they are; only those that need it are quoted. */
    public static String inOneLine(List<String> words) {
        List<String> written = new ArrayList<>();
        words.forEach(word -> written.add(word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : Shell.quote(word)));
        return String.join(" ", written);
    }

    @Override
    public synchronized void out(String line) {
        transcript.accept("< " + line);
        if (line.startsWith(SAYS)) {
            said(line.substring(SAYS.length()));
        } else if (tooLong || output.length() + line.length() >= kind.longest * MEBIBYTE) {
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
        } else if (words.startsWith("missing ")) {
            missing = words.substring("missing ".length());
        } else if (words.startsWith("env ")) {
            int equals = words.indexOf('=');
            environment.put(words.substring("env ".length(), equals), words.substring(equals + 1));
        }
    }

    @Override
    public synchronized void err(String line) {
        transcript.accept("! " + line);
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

    /** Complete with the exit status. */
    public CompletableFuture<Integer> ended() {
        return running.exit();
    }

    /** Ask it to end; what it still prints is kept. */
    void stop() {
        running.closeInput();
    }

    /** Return the last lines of its standard error. */
    public synchronized List<String> errors() {
        return List.copyOf(errors);
    }

    /** Return the word that is no program there; empty where it is one. */
    public synchronized String missing() {
        return missing;
    }

    /** Return what speaks to the library, the launcher or the loader in its environment; nothing of a program that is no launcher. */
    public synchronized Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    /** Return the version that the program says it is, empty where it says none. */
    String version() {
        return version;
    }

    /** Let go of it: the script ends it when the connection is closed. */
    public void close() {
        running.closeInput();
        running.close();
    }

    /**
     * Return what it printed so far.
     *
     * @throws ProbeException if that was more than is kept: what is left would be read as if it were all
     */
    public synchronized String text() {
        if (tooLong) {
            throw new ProbeException(
                    host,
                    ProbeException.Kind.FAILED,
                    naming.name() + " printed more than " + kind.longest + " MiB, of which nothing is taken; "
                            + kind.remedy,
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
