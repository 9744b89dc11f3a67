package io.seatrial.probe.collectives;

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
 * A launcher run on a host. It ends with the connection, when it is let go of, at its deadline and when the journal is undone, whichever is
 * first; the launcher then ends its processes on the other hosts.
 */
final class LeashedCommand implements Lines {
    /** Begins what the script says; the rest of the output is the program's. */
    private static final String SAYS = "seatrial-tool ";

    private static final int MEBIBYTE = 1024 * 1024;
    /** A table has some 100 B a size; with the library's log of thousands of ranks it is some MiB. */
    private static final int LONGEST_OUTPUT = 64 * MEBIBYTE;

    private static final int ERRORS = 8;

    // $1 token, $2 deadline in s, then the command. Descriptor 3 is the connection: a shell gives its background
    // commands none. Only such
    // variables are told of as speak to the library, the launcher or the loader: others may hold secrets. A launcher is
    // given 10 s to end
    // what it started elsewhere before it is killed.
    private static final String SCRIPT = """
            deadline=$2; shift 2; exec 3<&0;
            command -v "$1" >/dev/null || { echo "seatrial-tool missing $1"; exit 127; };
            env | grep -E '^((N|R)CCL|OFI_NCCL|FI|UCX|OMPI_MCA|PMIX_MCA)_[A-Za-z0-9_]*=|^(LD_LIBRARY_PATH|LD_PRELOAD|SLURM_JOB_ID)=|^(CUDA|HIP|ROCR)_VISIBLE_DEVICES='
              | sed 's/^/seatrial-tool env /';
            timeout -k 10 "$deadline" "$@" </dev/null & tool=$!;
            trap 'kill $tool 2>/dev/null' TERM HUP INT;
            { cat <&3; kill $tool; } >/dev/null 2>&1 & leash=$!;
            wait $tool; status=$?; kill $leash 2>/dev/null; exit $status
            """.replace("\n", " ");

    private final Consumer<String> transcript;
    private final StringBuilder output = new StringBuilder();
    private final Deque<String> errors = new ArrayDeque<>();
    private final Map<String, String> environment = new TreeMap<>();
    private String missing = "";
    private boolean tooLong;
    private Running running;

    private LeashedCommand(Consumer<String> transcript) {
        this.transcript = transcript;
    }

    /**
     * Start a command.
     *
     * @param token under which the journal knows it
     * @param transcript takes the command and every line, {@code >}, {@code <} and {@code !} before them
     */
    static LeashedCommand start(
            Remote remote, String token, Duration deadline, List<String> words, Consumer<String> transcript) {
        LeashedCommand command = new LeashedCommand(transcript);
        transcript.accept("> " + inOneLine(words));
        List<String> arguments =
                new ArrayList<>(List.of("--token=" + token, Long.toString(Math.max(1, deadline.toSeconds()))));
        arguments.addAll(words);
        command.running = remote.start(Shell.script(SCRIPT, arguments.toArray(String[]::new)), command);
        return command;
    }

    /** Write words so that a shell takes them as they are; only those that need it are quoted. */
    static String inOneLine(List<String> words) {
        List<String> written = new ArrayList<>();
        words.forEach(word -> written.add(word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : Shell.quote(word)));
        return String.join(" ", written);
    }

    @Override
    public synchronized void out(String line) {
        transcript.accept("< " + line);
        if (line.startsWith(SAYS)) {
            said(line.substring(SAYS.length()));
        } else if (tooLong || output.length() + line.length() >= LONGEST_OUTPUT) {
            tooLong = true;
        } else {
            output.append(line).append('\n');
        }
    }

    private void said(String words) {
        if (words.startsWith("missing ")) {
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
    }

    /** Complete with the exit status. */
    CompletableFuture<Integer> ended() {
        return running.exit();
    }

    /** Let go of it: the script ends it. */
    void close() {
        running.closeInput();
        running.close();
    }

    synchronized String text() {
        return output.toString();
    }

    synchronized boolean isTooLong() {
        return tooLong;
    }

    /** Return the word that is no program there; empty where all are. */
    synchronized String missing() {
        return missing;
    }

    synchronized List<String> errors() {
        return List.copyOf(errors);
    }

    synchronized Map<String, String> environment() {
        return Map.copyOf(environment);
    }
}
