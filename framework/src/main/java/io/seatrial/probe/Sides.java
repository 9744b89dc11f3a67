package io.seatrial.probe;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * The serving and the measuring side of one operation. Either side's end is the end of both: whoever fails first says why, and the other one is
 * stopped instead of waiting for its deadline.
 */
final class Sides {
    /** How long a receiving side may take until it listens. */
    private static final Duration LISTEN = Duration.ofSeconds(5);
    /** What a slow link may take beyond the operation's own time before it is called silent. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** The serving side outlasts the measuring one, whose own deadline says more. */
    private static final Duration LONGER = LISTEN.plusSeconds(2);
    /** An operation ends within 200 ms of its stop (FORMAT.md); a host that hangs does not, and is not waited for. */
    private static final Duration STOPPED = Duration.ofSeconds(2);

    private final Agent from;
    private final Agent to;
    private final Answer measuring;
    private final Answer serving;
    private final CompletableFuture<List<Event>> outcome = new CompletableFuture<>();

    /** @throws ProbeException if there is no contact with one of the hosts */
    Sides(Ends ends) {
        from = ends.from().agent();
        to = ends.to().agent();
        measuring = from.expected();
        serving = to.expected();
    }

    /** Return how long the measuring side may take. */
    static Duration deadline(Duration expected) {
        return expected.plus(PATIENCE);
    }

    /** Return how long the serving side stays. */
    static Duration serveDeadline(Duration expected) {
        return deadline(expected).plus(LONGER);
    }

    /** Hand what each side says to the other one, unread and in order. */
    void relay() {
        measuring.heardBy(text -> hand(text, to, serving));
        serving.heardBy(text -> hand(text, from, measuring));
    }

    private void hand(String text, Agent agent, Answer of) {
        agent.send(new Request.Hear(of.id(), text))
                .done()
                .thenAccept(agent::requireSuccess)
                .whenComplete((heard, failure) -> failed(failure));
    }

    private void failed(Throwable failure) {
        if (failure != null) {
            outcome.completeExceptionally(Agent.cause(failure));
        }
    }

    /** Start the serving side and wait until it is ready. */
    CompletableFuture<Event> serve(Request request, String what) {
        to.send(request, serving);
        return Agent.within(serving.ready(), LISTEN, to.host(), what + " did not listen")
                .whenComplete((ready, failure) -> {
                    if (failure != null) {
                        stop(to, serving);
                    }
                });
    }

    /** Start the measuring side and return its events, once both sides have ended. */
    CompletableFuture<List<Event>> run(Request request, Duration expected) {
        serving.done().whenComplete((events, failure) -> failed(failure == null ? endOfServing(events) : failure));
        from.send(request, measuring);
        String what = "agent did not answer " + request.getClass().getSimpleName();
        Agent.within(measuring.done(), deadline(expected).plusSeconds(2), from.host(), what)
                .thenApply(from::requireSuccess)
                .whenComplete((events, failure) -> {
                    failed(failure);
                    outcome.complete(events); // does nothing after a failure
                });
        return outcome.handle(Ended::new).thenCompose(this::end);
    }

    private ProbeException endOfServing(List<Event> events) {
        return Answer.failureOf(to.host(), (Event.Done) events.get(events.size() - 1), events);
    }

    private record Ended(List<Event> events, Throwable failure) {}

    private CompletableFuture<List<Event>> end(Ended ended) {
        return CompletableFuture.allOf(stop(from, measuring), stop(to, serving)).thenApply(both -> {
            if (ended.failure() != null) {
                throw new CompletionException(Agent.cause(ended.failure()));
            }
            return ended.events();
        });
    }

    /** Complete when the operation has ended, or after a while without it. */
    private static CompletableFuture<Object> stop(Agent agent, Answer answer) {
        if (!answer.done().isDone()) {
            agent.send(new Request.Stop(answer.id()));
        }
        return answer.done()
                .<Object>handle((events, failure) -> null)
                .completeOnTimeout(null, STOPPED.toMillis(), TimeUnit.MILLISECONDS);
    }
}
