package io.seatrial.run;

import io.seatrial.transport.Change;
import io.seatrial.transport.HostCommand;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Changes settings of the hosts of a run by commands that people declared. How each one is taken back stands in the run's journal before it
 * is made, so that the close of the run, or the cleanup after a crash, takes it back.
 */
public final class Treatments {
    /** For one command on one host. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Journal journal;
    private final Function<String, Optional<Remote>> remotes;

    /** @param remotes the connection with a host, by its name; empty where there is none */
    public Treatments(Journal journal, Function<String, Optional<Remote>> remotes) {
        this.journal = journal;
        this.remotes = remotes;
    }

    /**
     * A command for one host.
     *
     * @param host its name
     * @param apply what changes it
     * @param restore what takes that back
     */
    public record Step(String host, String apply, String restore) {}

    /**
     * What a command printed on a host.
     *
     * @param host its name
     * @param command what was run
     * @param text what it printed, lines joined
     */
    public record Reading(String host, String command, String text) {}

    /**
     * Change all hosts at once.
     *
     * @throws IllegalStateException if it did not work on some host, with every such host and its cause; what was changed stays journalled
     */
    public void apply(List<Step> steps) {
        List<CompletableFuture<HostCommand.Finished>> running = new ArrayList<>();
        steps.forEach(step -> running.add(remote(step.host())
                .thenCompose(remote -> journal.before(
                                step.host(), Change.Kind.COMMAND, step.restore(), Change.Before.PRESENT)
                        .thenCompose(change -> HostCommand.run(remote, step.apply(), PATIENCE)))));
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            int index = i;
            result(running.get(i), failure -> failures.add(said(steps.get(index), failure)));
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(
                    "a level could not be set, so that nothing is measured under it: " + String.join("; ", failures));
        }
    }

    /**
     * Read something on hosts by a command that changes nothing.
     *
     * @throws IllegalStateException if it could not be read on some host
     */
    public List<Reading> read(List<String> hosts, String command) {
        List<CompletableFuture<HostCommand.Finished>> running = hosts.stream()
                .map(host -> remote(host).thenCompose(remote -> HostCommand.run(remote, command, PATIENCE)))
                .toList();
        List<Reading> readings = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            String host = hosts.get(i);
            result(running.get(i), failure -> failures.add(host + ": '" + command + "': " + failure))
                    .ifPresent(done -> readings.add(new Reading(
                            host, command, String.join("\n", done.lines()).strip())));
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("what must stay fixed could not be read: " + String.join("; ", failures));
        }
        return readings;
    }

    private CompletableFuture<Remote> remote(String host) {
        return remotes.apply(host)
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> CompletableFuture.failedFuture(new IllegalStateException("no contact")));
    }

    private static String said(Step step, String failure) {
        return step.host() + ": '" + step.apply() + "': " + failure;
    }

    /** Hear why a command did not work; a status other than 0 is a failure like any other. */
    private static Optional<HostCommand.Finished> result(
            CompletableFuture<HostCommand.Finished> running, Consumer<String> failures) {
        try {
            HostCommand.Finished done = running.join();
            if (done.status() == 0) {
                return Optional.of(done);
            }
            failures.accept(
                    "exit status " + done.status() + (done.errors().isEmpty() ? "" : " (" + done.errors() + ")"));
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            failures.accept(
                    cause instanceof TimeoutException
                            ? "no end within " + PATIENCE.toSeconds() + " s"
                            : String.valueOf(cause.getMessage()));
        }
        return Optional.empty();
    }
}
