package io.seatrial.transport.ssh;

import java.util.concurrent.CompletableFuture;
import org.apache.sshd.common.io.IoInputStream;
import org.apache.sshd.common.io.IoReadFuture;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** One output stream of a command, read in pieces until it ends; the channel's window opens again only as pieces are taken. */
final class ChannelOutput {
    private static final int PIECE = 8192;

    private final IoInputStream stream;
    private final Piece to;
    private final ByteArrayBuffer buffer = new ByteArrayBuffer(PIECE, false);
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private ChannelOutput(IoInputStream stream, Piece to) {
        this.stream = stream;
        this.to = to;
    }

    /** Read a stream to its end; fails with what the taker throws. */
    static CompletableFuture<Void> read(IoInputStream stream, Piece to) {
        ChannelOutput output = new ChannelOutput(stream, to);
        output.pump();
        return output.end;
    }

    private void pump() {
        while (true) {
            buffer.clear(false);
            IoReadFuture read = stream.read(buffer);
            if (!read.isDone()) {
                read.addListener(done -> {
                    if (take(done)) {
                        pump();
                    }
                });
                return;
            }
            if (!take(read)) {
                return;
            }
        }
    }

    /** Take what was read; false at the end of the stream. */
    private boolean take(IoReadFuture read) {
        if (read.getException() != null || read.getRead() < 0) {
            end.complete(null);
            return false;
        }
        try {
            to.take(buffer.array(), buffer.rpos(), buffer.available());
            return true;
        } catch (RuntimeException e) {
            end.completeExceptionally(e);
            return false;
        }
    }

    interface Piece {
        void take(byte[] bytes, int offset, int length);
    }
}
