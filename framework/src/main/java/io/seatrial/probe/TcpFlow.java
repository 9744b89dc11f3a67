package io.seatrial.probe;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** An operation over sockets: the receiving side listens at the address of its port, the sending side connects to it. */
final class TcpFlow implements Operation {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Ends ends;
    private final String name;
    private final Duration expected;
    private final Function<Request.Peer, Request> request;
    private final String token = token();
    private Sides sides;
    private Event.Ready listening;

    /**
     * @param name the operation's name on the wire
     * @param expected how long it takes
     * @param request makes the request of the sending side
     */
    TcpFlow(Ends ends, String name, Duration expected, Function<Request.Peer, Request> request) {
        this.ends = ends;
        this.name = name;
        this.expected = expected;
        this.request = request;
    }

    private static String token() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public CompletableFuture<Void> prepare() {
        sides = new Sides(ends);
        Request serve = new Request.Serve(
                name,
                "tcp",
                ends.flow().to().address(),
                token,
                Sides.serveDeadline(expected).toMillis());
        return sides.serve(serve, "port " + ends.flow().to().id()).thenAccept(ready -> listening = at(ready));
    }

    private Event.Ready at(Event ready) {
        if (ready instanceof Event.Ready listens) {
            return listens;
        }
        throw new ProbeException(
                ends.to().host(), ProbeException.Kind.GARBAGE, "agent named no address to connect to", null);
    }

    @Override
    public CompletableFuture<Reading> measure() {
        Request.Peer peer = new Request.Peer(
                "tcp",
                ends.flow().from().address(),
                listening.address(),
                listening.port(),
                token,
                Sides.deadline(expected).toMillis());
        return sides.run(request.apply(peer), expected).thenApply(Reading::of);
    }
}
