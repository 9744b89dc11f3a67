package io.seatrial.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The events of one request as they come in. */
final class Answer {
    private final long id;
    private final List<Event> events = new ArrayList<>();
    private final CompletableFuture<Event> ready = new CompletableFuture<>();
    private final CompletableFuture<List<Event>> done = new CompletableFuture<>();
    private Consumer<String> listener = text -> {};
    private Consumer<Event> stream;
    private Consumer<Event.RankReady> door = ready -> {};

    Answer(long id) {
        this.id = id;
    }

    long id() {
        return id;
    }

    /** Let somebody hear what the operation has to say to its other side; before the request is sent, so that no word is missed. */
    void heardBy(Consumer<String> someone) {
        listener = someone;
    }

    /**
     * Hand every event but {@link Event.Done} to somebody instead of keeping it, since a request that runs for hours would fill the memory;
     * before the request is sent. Of failures the last one is kept: it is the reason where the request ends with one.
     */
    void streamedTo(Consumer<Event> someone) {
        stream = someone;
    }

    /** Let somebody know where a rank listens; before the request is sent. */
    void openedTo(Consumer<Event.RankReady> someone) {
        door = someone;
    }

    /** Complete with {@link Event.Ready} or {@link Event.DeviceReady} when the operation listens; fails when it ends before. */
    CompletableFuture<Event> ready() {
        return ready;
    }

    /** Complete with all events, {@link Event.Done} the last. */
    CompletableFuture<List<Event>> done() {
        return done;
    }

    /** Take an event; true when it was the last. */
    boolean take(Event event, String host) {
        if (event instanceof Event.Say said) {
            listener.accept(said.text());
            return false;
        }
        if (event instanceof Event.RankReady ready) {
            door.accept(ready);
            return false;
        }
        if (stream != null && !(event instanceof Event.Done)) {
            hand(event);
            return false;
        }
        return keep(event, host);
    }

    private synchronized void hand(Event event) {
        if (event instanceof Event.Failure) {
            events.clear();
            events.add(event);
        }
        stream.accept(event);
    }

    private synchronized boolean keep(Event event, String host) {
        events.add(event);
        if (event instanceof Event.Ready || event instanceof Event.DeviceReady) {
            ready.complete(event);
        }
        if (event instanceof Event.Done d) {
            List<Event> all = List.copyOf(events);
            ready.completeExceptionally(failureOf(host, d, all));
            done.complete(all);
            return true;
        }
        return false;
    }

    void fail(ProbeException cause) {
        ready.completeExceptionally(cause);
        done.completeExceptionally(cause);
    }

    /** Say why a request ended with another code than 0. */
    static ProbeException failureOf(String host, Event.Done done, List<Event> events) {
        List<Event.Failure> failures = Event.failures(events);
        if (failures.isEmpty()) {
            return new ProbeException(
                    host,
                    ProbeException.Kind.FAILED,
                    "operation ended with code " + done.code() + " and no reason",
                    null);
        }
        Event.Failure first = failures.get(0);
        String hint = first.hint().isEmpty() ? "" : "; " + first.hint();
        return new ProbeException(
                host, ProbeException.Kind.FAILED, first.where() + ": " + first.message() + hint, null);
    }
}
