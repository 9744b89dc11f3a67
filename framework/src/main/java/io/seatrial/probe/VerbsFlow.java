package io.seatrial.probe;

import java.util.concurrent.CompletableFuture;

/**
 * An operation between two RDMA ports. The sides agree on their queue pairs by what they say to each other; the controller hands it over unread, so
 * that no further connection between the hosts is needed.
 */
final class VerbsFlow implements Operation {
    private final Ends ends;
    private final VerbsWork work;
    private Sides sides;

    VerbsFlow(Ends ends, VerbsWork work) {
        this.ends = ends;
        this.work = work;
    }

    @Override
    public CompletableFuture<Void> prepare() {
        sides = new Sides(ends);
        sides.relay();
        Request serve = new Request.ServeVerbs(
                work.operation(),
                Ends.verbs(ends.receiver(), work.settings()),
                work.settings(),
                Sides.serveDeadline(work.duration()).toMillis());
        return sides.serve(serve, "port " + ends.flow().to().id()).thenAccept(ready -> {});
    }

    @Override
    public CompletableFuture<Reading> measure() {
        Request run = new Request.RunVerbs(
                Ends.verbs(ends.sender(), work.settings()),
                work,
                Sides.deadline(work.duration()).toMillis());
        return sides.run(run, work.duration())
                .thenApply(events -> PortFacts.complete(Reading.of(events), ends.sender(), ends.receiver()));
    }
}
