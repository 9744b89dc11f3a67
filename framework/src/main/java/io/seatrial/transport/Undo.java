package io.seatrial.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Takes back on a host what the journal says was changed there, newest first, with one command. Doing it twice does no harm. */
public final class Undo {
    /**
     * What is left of a change.
     *
     * @param change the change
     * @param reason why it is still there
     */
    public record Left(Change change, String reason) {}

    /**
     * How a host was left.
     *
     * @param host name of the host
     * @param left what could not be taken back; empty = the host is as found
     */
    public record Result(String host, List<Left> left) {
        public Result {
            left = List.copyOf(left);
        }

        /** Return whether the host is as it was found. */
        public boolean asFound() {
            return left.isEmpty();
        }
    }

    private final Journal journal;
    private final Optional<String> reaper;

    /**
     * Undo the changes of a journal.
     *
     * @param journal the journal, which is also told what was undone
     * @param reaper command line before {@code reap --token=T}, as a shell takes it; empty, or a command that is gone or fails, = processes
     *     are found by the token on their command line
     */
    public Undo(Journal journal, Optional<String> reaper) {
        this.journal = journal;
        this.reaper = reaper;
    }

    /** Undo everything on a host; never fails: what could not be undone is in the result with its reason. */
    public CompletableFuture<Result> on(Remote remote) {
        List<Change> changes = journal.pendingBackwards(remote.host());
        if (changes.isEmpty()) {
            return CompletableFuture.completedFuture(new Result(remote.host(), List.of()));
        }
        ScriptRun run = ScriptRun.start(remote, UndoScript.of(changes, reaper));
        return run.end()
                .handle((status, failure) -> judge(changes, run.lines(), status, failure))
                .thenCompose(
                        left -> noteUndone(changes, left).handle((noted, failure) -> new Result(remote.host(), left)));
    }

    private static List<Left> judge(List<Change> changes, List<String> lines, Integer status, Throwable failure) {
        List<Left> left = new ArrayList<>();
        for (Change change : changes) {
            String prefix = UndoScript.RESULT + change.sequence() + " ";
            String answer = lines.stream()
                    .filter(line -> line.startsWith(prefix))
                    .map(line -> line.substring(prefix.length()))
                    .findFirst()
                    .orElse(failure == null ? "no answer, exit status " + status : reason(failure));
            if (!answer.equals(UndoScript.DONE)) {
                left.add(new Left(change, answer));
            }
        }
        return left;
    }

    private CompletableFuture<Void> noteUndone(List<Change> changes, List<Left> left) {
        List<Change> kept = left.stream().map(Left::change).toList();
        return CompletableFuture.allOf(changes.stream()
                .filter(change -> !kept.contains(change))
                .map(change -> journal.undone(change.sequence()))
                .toArray(CompletableFuture<?>[]::new));
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return String.valueOf(cause.getMessage());
    }
}
