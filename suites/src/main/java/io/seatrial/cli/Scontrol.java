package io.seatrial.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Speaks to Slurm by its {@code scontrol} (scontrol(1), releases 20 to 25), one command at a time and never through a shell. */
final class Scontrol {
    /** Slurm's own time-out of a controller that does not answer is 10 s by default, and it tries its backup after that. */
    private static final long PATIENCE_SECONDS = 60;

    private static final int LONGEST_REASON = 200;
    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern STATE = Pattern.compile("(?:^|\\s)State=(\\S+)");
    private static final Pattern REASON = Pattern.compile("(?m)(?:^|\\s)Reason=(.*?)(?:\\s*\\[[^\\]]*\\])?\\s*$");

    /** A change of a node's state. */
    record Change(String node, String state, String reason) {
        Change {
            if (!NODE.matcher(node).matches()) {
                throw new UsageException("host '" + node
                        + "': expected a name that can be a node of Slurm (letters, digits, dot, dash, underscore)");
            }
            reason = tame(reason);
        }

        /** Return the words after {@code scontrol}. */
        List<String> words() {
            List<String> words = new ArrayList<>(List.of("update", "NodeName=" + node, "State=" + state));
            if (!reason.isEmpty()) {
                words.add("Reason=" + reason);
            }
            return words;
        }

        /** Return the line for a shell. The reason holds nothing that means something within double quotes. */
        String line() {
            return "scontrol update NodeName=" + node + " State=" + state
                    + (reason.isEmpty() ? "" : " Reason=\"" + reason + "\"");
        }
    }

    /**
     * What Slurm says of a node.
     *
     * @param state for example {@code IDLE+DRAIN}
     * @param reason without who and when; empty where none is given
     */
    record Node(String state, String reason) {
        boolean isDrained() {
            List<String> flags = Arrays.asList(state.toUpperCase(Locale.ROOT).split("[+*~#!%$@^-]"));
            return flags.contains("DRAIN") || flags.contains("DRAINED") || flags.contains("DRAINING");
        }
    }

    /** How a command ended. */
    private record Ended(int status, String text) {}

    private final Optional<String> program;

    private Scontrol(Optional<String> program) {
        this.program = program;
    }

    /** Find it along a path such as that of the environment. */
    static Scontrol on(String path) {
        return new Scontrol(Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> new File(folder, "scontrol"))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst());
    }

    boolean isThere() {
        return program.isPresent();
    }

    /** Letters, digits and harmless marks: a shell takes the rest of them for itself, and Slurm ends a reason at a quote. */
    static String tame(String text) {
        String tame = text.replaceAll("[^A-Za-z0-9 .,:;/_+=~<>()%@#*-]", " ")
                .replaceAll(" +", " ")
                .strip();
        return tame.length() <= LONGEST_REASON ? tame : tame.substring(0, LONGEST_REASON - 3) + "...";
    }

    /**
     * Ask for a node.
     *
     * @return empty where Slurm says nothing of it
     */
    Optional<Node> show(String node) throws IOException {
        Ended ended = run(List.of("show", "node", node));
        return ended.status() == 0 ? read(ended.text()) : Optional.empty();
    }

    /** Read what {@code scontrol show node NAME} prints. */
    static Optional<Node> read(String text) {
        Matcher state = STATE.matcher(text);
        Matcher reason = REASON.matcher(text);
        return state.find()
                ? Optional.of(new Node(state.group(1), reason.find() ? reason.group(1) : ""))
                : Optional.empty();
    }

    /** Make a change, and return why it was refused; empty where it was made. */
    Optional<String> make(Change change) throws IOException {
        Ended ended = run(change.words());
        return ended.status() == 0
                ? Optional.empty()
                : Optional.of("scontrol ended with " + ended.status()
                        + (ended.text().isEmpty() ? "" : ": " + ended.text().replaceAll("\\s*\\R\\s*", "; ")));
    }

    private Ended run(List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.orElseThrow()));
        command.addAll(words);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        CompletableFuture<String> text = CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
        try {
            String all = text.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return new Ended(ended ? process.exitValue() : -1, all.strip());
        } catch (TimeoutException e) {
            return new Ended(-1, "no answer within " + PATIENCE_SECONDS + " s; is slurmctld running?");
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while scontrol ran", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(InputStream in) {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
