package io.seatrial.transport;

import io.seatrial.transport.TransportException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the first directory of a host that a program can be put into and run from. Two commands at most per candidate that is tried: one
 * looks at all candidates, one makes the directory. A directory is only used when it belongs to the login user and nobody else can write
 * to it or replace it.
 */
public final class WorkDirectory {
    /** Where to try, in this order; {@code /run/user}, {@code /tmp} and {@code /dev/shm} are often mounted noexec. */
    public static final List<String> CANDIDATES =
            List.of("$XDG_RUNTIME_DIR", "$HOME/.cache", "/var/tmp", "/tmp", "/dev/shm");

    /** Decides whether a directory is usable, for example by running a program there. */
    public interface Check {
        /** Try a directory; complete with the reason why it cannot be used, empty where it can. */
        CompletableFuture<Optional<String>> reasonAgainst(String directory);
    }

    private final Remote remote;
    private final Journal journal;
    private final Check check;
    private final List<String> reasons = new ArrayList<>();

    private WorkDirectory(Remote remote, Journal journal, Check check) {
        this.remote = Objects.requireNonNull(remote, "remote");
        this.journal = Objects.requireNonNull(journal, "journal");
        this.check = Objects.requireNonNull(check, "check");
    }

    /**
     * Return the path of the first directory {@code seatrial-UID} below the candidates that is safe and passes the check; made with mode 0700
     * where it does not exist, and written to the journal before that. Fails with every candidate and its reason when none does.
     *
     * @param remote the host
     * @param journal told before a directory is made
     * @param candidates parent directories: absolute paths, which may begin with {@code $NAME} for a variable of the host
     * @param check decides whether a program runs there
     */
    public static CompletableFuture<String> choose(
            Remote remote, Journal journal, List<String> candidates, Check check) {
        WorkDirectory search = new WorkDirectory(remote, journal, check);
        ScriptRun look = ScriptRun.start(remote, WorkDirectoryScript.look(candidates));
        return look.end().thenCompose(status -> search.tryNext(search.found(look, status), 0));
    }

    private List<Found> found(ScriptRun look, int status) {
        List<Found> found = look.lines().stream()
                .map(Found::parse)
                .flatMap(Optional::stream)
                .toList();
        if (status != 0 || found.isEmpty()) {
            throw failed("the candidates could not be looked at, exit status " + status + ": " + look.errors());
        }
        return found;
    }

    private CompletableFuture<String> tryNext(List<Found> found, int index) {
        if (index == found.size()) {
            return CompletableFuture.failedFuture(failed("no directory is usable: " + String.join("; ", reasons)
                    + "; make one of them usable, or name another"));
        }
        Found candidate = found.get(index);
        return prepare(candidate)
                .thenCompose(reason -> reason.isPresent()
                        ? CompletableFuture.completedFuture(reason)
                        : check.reasonAgainst(candidate.path()))
                .thenCompose(reason -> {
                    if (reason.isEmpty()) {
                        return CompletableFuture.completedFuture(candidate.path());
                    }
                    reasons.add(candidate.path() + ": " + reason.get());
                    return tryNext(found, index + 1);
                });
    }

    private CompletableFuture<Optional<String>> prepare(Found candidate) {
        return switch (candidate.state()) {
            case "ready" -> CompletableFuture.completedFuture(Optional.empty());
            case "absent" -> make(candidate.path());
            default -> CompletableFuture.completedFuture(Optional.of(candidate.state()));
        };
    }

    private CompletableFuture<Optional<String>> make(String path) {
        return journal.before(remote.host(), Change.Kind.DIRECTORY, path, Change.Before.ABSENT)
                .thenCompose(change -> {
                    ScriptRun making = ScriptRun.start(remote, WorkDirectoryScript.make(path));
                    return making.end()
                            .thenApply(status -> made(path, making, status))
                            .thenCompose(reason -> forget(change, reason));
                });
    }

    /** Take a directory that we did not make out of the journal, else it would be removed with our own. */
    private CompletableFuture<Optional<String>> forget(Change change, Optional<String> reason) {
        boolean ours = reason.filter(text -> text.startsWith(WorkDirectoryScript.NOT_MADE))
                .isEmpty();
        return ours
                ? CompletableFuture.completedFuture(reason)
                : journal.undone(change.sequence()).thenApply(noted -> reason);
    }

    private static Optional<String> made(String path, ScriptRun making, int status) {
        return making.lines().stream()
                .map(Found::parse)
                .flatMap(Optional::stream)
                .map(Found::state)
                .findFirst()
                .or(() -> Optional.of("could not be made, exit status " + status + ": " + making.errors()))
                .filter(state -> !state.equals("ready"));
    }

    private TransportException failed(String message) {
        return new TransportException(remote.host(), Kind.REFUSED_PATH, message, null);
    }

    /**
     * What the host says about a candidate.
     *
     * @param path the directory
     * @param state {@code ready}, {@code absent} or the reason against it
     */
    private record Found(String path, String state) {
        static Optional<Found> parse(String line) {
            if (!line.startsWith(WorkDirectoryScript.FOUND)) {
                return Optional.empty();
            }
            String[] parts = line.substring(WorkDirectoryScript.FOUND.length()).split("\t", 2);
            return parts.length == 2 ? Optional.of(new Found(parts[0], parts[1])) : Optional.empty();
        }
    }
}
