package io.seatrial.transport.ssh;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelListener;
import org.apache.sshd.common.io.IoOutputStream;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** Standard input of a command: takes bytes at any time and writes them one piece after the other, as the channel allows only one at once. */
final class ChannelInput implements ChannelListener {
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private IoOutputStream stream;
    private boolean writing;
    private boolean ended;

    /** Take bytes; false when the input was closed. */
    boolean add(byte[] bytes) {
        synchronized (this) {
            if (ended) {
                return false;
            }
            waiting.add(bytes);
        }
        flush();
        return true;
    }

    void end() {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        flush();
    }

    /** Drop what waits when the channel closes: the window will open no more, and the library would wait for that. */
    @Override
    public void channelClosed(Channel channel, Throwable reason) {
        IoOutputStream opened;
        synchronized (this) {
            opened = stream;
        }
        if (opened != null) {
            opened.close(true);
        }
    }

    void start(IoOutputStream opened) {
        synchronized (this) {
            stream = opened;
        }
        flush();
    }

    /** Write what waits; a loop and not a recursion, as a write often completes at once. */
    private void flush() {
        for (byte[] piece = next(); piece != null; piece = next()) {
            try {
                IoWriteFuture write = stream.writeBuffer(new ByteArrayBuffer(piece));
                if (!write.isDone()) {
                    write.addListener(done -> {
                        written(done.isWritten());
                        flush();
                    });
                    return;
                }
                written(write.isWritten());
            } catch (IOException | RuntimeException e) {
                // the channel is closing; the exit of the command tells why
                written(false);
            }
        }
    }

    private synchronized byte[] next() {
        if (stream == null || writing) {
            return null;
        }
        byte[] piece = waiting.poll();
        if (piece != null) {
            writing = true;
        } else if (ended) {
            stream.close(false);
        }
        return piece;
    }

    private synchronized void written(boolean success) {
        writing = false;
        if (!success) {
            ended = true;
            waiting.clear();
        }
    }
}
