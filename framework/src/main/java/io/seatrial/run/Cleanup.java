package io.seatrial.run;

import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Host;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Transport;
import io.seatrial.transport.Undo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Undoes what a run left on its hosts because it crashed, as its journal says; what is done already is not done twice. */
public final class Cleanup {
    private static final Duration PER_HOST = Duration.ofSeconds(60);

    private Cleanup() {}

    /**
     * How it went on one host.
     *
     * @param host its name
     * @param asFound whether it is again as it was before the run
     * @param text what is left and why, where something is
     */
    public record Result(String host, boolean asFound, String text) {}

    /** Tell whether a run's journal holds changes that nobody has undone. */
    public static boolean isNeeded(RunArchive archive) {
        return isNeeded(archive.journal());
    }

    /** Tell whether a journal holds changes that nobody has undone. */
    public static boolean isNeeded(Path journal) {
        return Files.exists(journal) && !Journal.read(journal).isEmpty();
    }

    /**
     * Undo a run's changes.
     *
     * @param hosts the hosts of the cluster by name
     */
    public static List<Result> undo(RunArchive archive, Map<String, Host> hosts, Transport transport)
            throws IOException {
        List<Result> results = new ArrayList<>();
        try (Journal journal =
                Journal.open(archive.journalToGoOn(), archive.header().run())) {
            Undo undo = new Undo(journal, Optional.empty());
            for (String host : journal.pendingHosts()) {
                results.add(
                        hosts.containsKey(host)
                                ? undo(undo, hosts.get(host), transport)
                                : new Result(
                                        host,
                                        false,
                                        "is no host of the cluster any more; its changes stand in "
                                                + archive.journal()));
            }
        }
        return results;
    }

    private static Result undo(Undo undo, Host host, Transport transport) {
        try {
            Undo.Result result = CompletableFuture.completedFuture(host)
                    .thenCompose(transport::open)
                    .thenCompose(remote -> undo.on(remote).whenComplete((done, failure) -> remote.close()))
                    .orTimeout(PER_HOST.toSeconds(), TimeUnit.SECONDS)
                    .join();
            return new Result(host.name(), result.asFound(), text(result));
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String why = cause instanceof TimeoutException
                    ? "no answer within " + PER_HOST.toSeconds() + " s; look whether the host hangs"
                    : String.valueOf(cause.getMessage());
            return new Result(host.name(), false, "not undone: " + why);
        }
    }

    /** Say what is left on a host. */
    static String text(Undo.Result result) {
        if (result.asFound()) {
            return "as found";
        }
        List<String> left = new ArrayList<>();
        result.left().forEach(l -> left.add(l.change().target() + ": " + l.reason()));
        return String.join("; ", left);
    }
}
