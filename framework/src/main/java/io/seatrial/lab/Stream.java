package io.seatrial.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/** One direction of a relayed connection: reads from one socket, lets the bytes cross the path, writes them to the other. */
final class Stream {
    private final Engine engine;
    private final Relay relay;
    private final Plug source;
    private final Plug sink;
    private final List<LinkSide> path;
    private final Window window;
    private final Congestion congestion;
    /** Pieces that arrived and wait for the receiver to take them. */
    private final ArrayDeque<Piece> arrived = new ArrayDeque<>();

    private long inside;
    private int pieces;
    private boolean ended;
    private boolean finished;

    Stream(Engine engine, Relay relay, Plug source, Plug sink, List<LinkSide> path) {
        this.engine = engine;
        this.relay = relay;
        this.source = source;
        this.sink = sink;
        this.path = path;
        this.window = new Window(path);
        this.congestion = Congestion.on(path);
    }

    /** Read as much as the window allows, as if at the given moment. */
    void pull(long now) throws IOException {
        boolean more = true;
        while (more && !ended && inside < window.bytes()) {
            more = readPiece(now);
        }
        source.want(SelectionKey.OP_READ, !more && !ended);
    }

    /** Read one piece; false when the socket has no more for now. */
    private boolean readPiece(long now) throws IOException {
        ByteBuffer data = engine.buffer();
        int count = source.channel.read(data);
        if (count == 0) {
            engine.recycle(data);
            return false;
        }
        ended = count < 0;
        boolean full = !data.hasRemaining();
        enter(new Piece(this, data.flip(), now), now);
        return full;
    }

    private void enter(Piece piece, long now) {
        if (pieces++ == 0) {
            path.forEach(LinkSide::join);
        }
        inside += piece.size;
        piece.priority = path.isEmpty() ? LinkSide.LOSSLESS : path.get(0).priority();
        cross(piece, now);
        engine.enter(piece);
    }

    private void cross(Piece piece, long now) {
        Optional<LinkSide> from = piece.hop == 0 ? Optional.empty() : Optional.of(path.get(piece.hop - 1));
        long moment = piece.hop < path.size() ? path.get(piece.hop).cross(piece, from, now) : now;
        piece.hop++;
        engine.schedule(piece, moment);
    }

    /** Take a piece that reached the end of a link, and send it on; true when it reached the end of the path. */
    boolean advance(Piece piece) {
        if (piece.hop < path.size()) {
            cross(piece, piece.due());
            return false;
        }
        window.arrived(piece.size, piece.due() - piece.entered);
        congestion.arrived(piece);
        piece.arrived = true;
        arrived.add(piece);
        return true;
    }

    /** Return the moment before which a piece cannot arrive: when it ends its link, plus the delays of the links after it. */
    long earliestArrival(Piece piece) {
        long moment = piece.due();
        for (int hop = piece.hop; hop < path.size(); hop++) {
            moment += path.get(hop).delay();
        }
        return moment;
    }

    /** Write out what arrived, in as few calls as possible. */
    void flush() {
        relay.attempt(this::push);
    }

    /** Write what arrived, and read on for what was written. */
    void push() throws IOException {
        while (!arrived.isEmpty()) {
            if (arrived.peek().size == 0) {
                sink.channel.shutdownOutput();
                finished = true;
                release(arrived.remove());
            } else {
                sink.channel.write(arrivedData());
                if (!releaseWritten()) {
                    sink.want(SelectionKey.OP_WRITE, true);
                    return;
                }
            }
        }
        sink.want(SelectionKey.OP_WRITE, false);
    }

    private ByteBuffer[] arrivedData() {
        return arrived.stream().map(piece -> piece.data).toArray(ByteBuffer[]::new);
    }

    /** Let go of what was written, and pull as if at the moments at which it arrived; false when the receiver takes no more for now. */
    private boolean releaseWritten() throws IOException {
        while (!arrived.isEmpty() && arrived.peek().size > 0) {
            if (arrived.peek().data.hasRemaining()) {
                return false;
            }
            Piece piece = arrived.remove();
            release(piece);
            pull(piece.due());
        }
        return true;
    }

    /** Forget what arrived, after the connection broke. */
    void drop() {
        while (!arrived.isEmpty()) {
            release(arrived.remove());
        }
    }

    private void release(Piece piece) {
        engine.recycle(piece.data);
        inside -= piece.size;
        if (--pieces == 0) {
            path.forEach(LinkSide::leave);
        }
    }

    /** Return whether the end of the stream was passed on. */
    boolean finished() {
        return finished;
    }
}
