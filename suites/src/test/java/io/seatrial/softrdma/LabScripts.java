package io.seatrial.softrdma;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The scripts of {@code src/soft-rdma}, called for one lab. */
final class LabScripts {
    private static final Path SCRIPTS = Path.of("src", "soft-rdma").toAbsolutePath();
    private static final File NOTHING = new File("/dev/null");

    private final Path folder;
    private final Map<String, String> environment;

    /**
     * Call them with this environment.
     *
     * @param folder where their output goes
     */
    LabScripts(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = Map.copyOf(environment);
    }

    /** Return the same with one more variable. */
    LabScripts with(String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return new LabScripts(folder, more);
    }

    /** Start a script; what it says of errors goes into {@code NAME.log}. */
    Process start(String log, String script, String... words) throws IOException {
        return builder(script, words)
                .redirectError(ProcessBuilder.Redirect.appendTo(log(log)))
                .start();
    }

    File log(String name) {
        return folder.resolve(name + ".log").toFile();
    }

    /**
     * Call a script that ends by itself.
     *
     * @param most how long it may take
     * @param input its stdin, if any
     * @return its stdout
     * @throws AssertionError with everything that it said, if it fails or takes longer
     */
    String call(Duration most, Optional<Path> input, String script, String... words) {
        File out = log("call-out");
        File errors = log("call-errors");
        try {
            Process process = builder(script, words)
                    .redirectInput(input.map(Path::toFile).orElse(NOTHING))
                    .redirectOutput(out)
                    .redirectError(errors)
                    .start();
            boolean ended = process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
            String said = Files.readString(out.toPath());
            if (!ended || process.exitValue() != 0) {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
                throw new AssertionError(script + " " + String.join(" ", words) + ": "
                        + (ended ? "exit status " + process.exitValue() : "not done after " + most.toSeconds() + " s")
                        + "\n" + said + Files.readString(errors.toPath()));
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in the middle of " + script, e);
        }
    }

    private ProcessBuilder builder(String script, String... words) {
        List<String> command = new ArrayList<>(List.of(SCRIPTS.resolve(script).toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return builder;
    }
}
