package io.seatrial.probe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One collective over one group: every process of it is asked at once, what its ranks say to each other is handed on unread, and when one ends badly
 * the others are given a moment to end by themselves and stopped then, so that nothing is left running and the cause is told from what follows
 * from it.
 */
final class GroupOperation {
    /** {@code to=3 TEXT} or {@code to=* TEXT} (FORMAT.md, Collectives). */
    private static final Pattern ADDRESSED = Pattern.compile("to=(\\*|\\d{1,5}) (.*)", Pattern.DOTALL);

    /** What rank 0 says when all have joined. */
    private static final String BEGIN = "begin";

    /** Whoever failed has told the others by then, through this very controller. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** An operation ends within 200 ms of its stop; a process that hangs does not, and is not waited for. */
    private static final Duration STOPPED = Duration.ofSeconds(2);

    private final List<Seat> seats;
    private final Duration deadline;
    private final CompletableFuture<Void> trouble = new CompletableFuture<>();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    /** What was said before every request was sent; null afterwards. */
    private List<Runnable> early = new ArrayList<>();

    /** @param deadline for the whole of it; ranks give up much earlier when nothing moves */
    GroupOperation(List<Seat> seats, Duration deadline) {
        this.seats = List.copyOf(seats);
        this.deadline = deadline;
    }

    /** Run it, and return how every seat ended, in their order. */
    CompletableFuture<List<Seat.Ending>> run() {
        seats.forEach(seat -> {
            seat.answer().heardBy(text -> inOrder(() -> handOn(seat, text)));
            seat.answer().openedTo(ready -> inOrder(() -> open(ready)));
        });
        List<CompletableFuture<Seat.Ending>> endings = new ArrayList<>();
        for (Seat seat : seats) {
            seat.agent().send(seat.request(), seat.answer());
        }
        begin();
        seats.forEach(seat -> endings.add(ending(seat)));
        CompletableFuture<Void> all = CompletableFuture.allOf(endings.toArray(CompletableFuture[]::new));
        trouble.thenCompose(any -> within(all, GRACE)).thenRun(this::stopAll);
        all.thenRun(() -> begun.complete(null));
        return all.thenApply(
                ended -> endings.stream().map(CompletableFuture::join).toList());
    }

    /** Completes when rank 0 lets everybody begin, and at the end of one that never began. */
    CompletableFuture<Void> begun() {
        return begun;
    }

    /** An agent takes words for a request that it has not been sent yet for words to one that has ended: they wait until all are sent. */
    private synchronized void inOrder(Runnable handing) {
        if (early == null) {
            handing.run();
        } else {
            early.add(handing);
        }
    }

    private synchronized void begin() {
        List<Runnable> waiting = early;
        early = null;
        waiting.forEach(Runnable::run);
    }

    /** Completes in any case: with what the seat said, or with why it said nothing. */
    private CompletableFuture<Seat.Ending> ending(Seat seat) {
        CompletableFuture<List<Event>> done =
                Agent.within(seat.answer().done(), deadline, seat.agent().host(), "agent did not end its ranks");
        CompletableFuture<Seat.Ending> ending =
                done.handle((events, failure) -> seat.ending(events == null ? List.of() : events, failure));
        CompletableFuture<Seat.Ending> forced = stopped.thenCompose(any -> within(ending, STOPPED))
                .thenApply(any -> ending.getNow(seat.ending(
                        List.of(),
                        new ProbeException(
                                seat.agent().host(),
                                ProbeException.Kind.SILENT,
                                "did not stop its ranks; look whether a process of the probe hangs there",
                                null))));
        ending.thenAccept(end -> {
            if (end.failed()) {
                trouble.complete(null);
            }
        });
        return ending.applyToEither(forced, end -> end);
    }

    private void stopAll() {
        seats.stream()
                .filter(seat -> !seat.answer().done().isDone())
                .forEach(
                        seat -> seat.agent().send(new Request.Stop(seat.answer().id())));
        stopped.complete(null);
    }

    private static CompletableFuture<Void> within(CompletableFuture<?> future, Duration time) {
        return future.<Void>handle((value, failure) -> null)
                .completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Where a rank listens is told to those who connect to it. */
    private void open(Event.RankReady ready) {
        String text = "from=" + ready.rank() + " at address=" + ready.address() + " port=" + ready.port();
        for (Seat seat : seats) {
            if (ready.reachedBy().stream().anyMatch(seat::plays)) {
                hear(seat, text);
            }
        }
    }

    private void handOn(Seat from, String text) {
        Matcher addressed = ADDRESSED.matcher(text);
        if (!addressed.matches()) {
            return; // for nobody: an agent of another version, whose ranks will miss it and say so
        }
        if (addressed.group(2).equals(BEGIN)) {
            begun.complete(null);
        }
        String handed = "from=" + from.first() + " " + addressed.group(2);
        for (Seat seat : seats) {
            boolean isMeant =
                    addressed.group(1).equals("*") ? seat != from : seat.plays(Integer.parseInt(addressed.group(1)));
            if (isMeant) {
                hear(seat, handed);
            }
        }
    }

    /** Who cannot be told is about to end, and says why itself. */
    private static void hear(Seat seat, String text) {
        seat.agent().send(new Request.Hear(seat.answer().id(), text));
    }

    /** Return the ending that explains the others. */
    static Seat.Ending cause(List<Seat.Ending> endings) {
        return endings.stream()
                .filter(Seat.Ending::failed)
                .min(Comparator.comparingInt(Seat.Ending::order))
                .orElseThrow();
    }
}
