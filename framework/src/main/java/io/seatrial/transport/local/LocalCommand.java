package io.seatrial.transport.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program of this machine, started without a shell and ended at a deadline with all that it started.
 *
 * @param words the program and its arguments
 * @param environment what it sees beside this program's environment
 * @param deadline how long it may take
 */
public record LocalCommand(List<String> words, Map<String, String> environment, Duration deadline) {
    public LocalCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
        if (words.isEmpty() || deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException(
                    "command " + words + ": expected a program and a deadline above 0, got " + deadline);
        }
    }

    /** How it came to its end. */
    public enum How {
        ENDED,
        NOT_STARTED,
        LATE
    }

    /**
     * What it came to.
     *
     * @param status exit status where it ended, else -1
     * @param out what it printed, in UTF-8
     * @param err what it complained of, or why it could not be started
     */
    public record Ended(How how, int status, String out, String err) {
        /** Tell whether it ended with status 0. */
        public boolean good() {
            return how == How.ENDED && status == 0;
        }
    }

    /**
     * Run it to its end.
     *
     * @param input file that it reads; without one it has the standard input of this program, so that it can ask at a terminal
     * @throws IOException if what it prints cannot be kept
     */
    public Ended run(Optional<Path> input) throws IOException {
        // files and no pipes: whatever holds them open cannot keep this waiting
        Path out = Files.createTempFile("seatrial-", ".out");
        Path err = Files.createTempFile("seatrial-", ".err");
        try {
            return run(input, out, err);
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    private Ended run(Optional<Path> input, Path out, Path err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(input.map(file -> ProcessBuilder.Redirect.from(file.toFile()))
                        .orElse(ProcessBuilder.Redirect.INHERIT))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return new Ended(How.NOT_STARTED, -1, "", String.valueOf(e.getMessage()));
        }
        boolean ended = await(process);
        return new Ended(ended ? How.ENDED : How.LATE, ended ? process.exitValue() : -1, text(out), text(err));
    }

    private boolean await(Process process) {
        try {
            if (process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).forEach(ProcessHandle::destroyForcibly);
        return false;
    }

    /** Another program may print in whatever encoding; what is no UTF-8 is replaced. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
