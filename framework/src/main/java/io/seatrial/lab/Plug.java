package io.seatrial.lab;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A socket of a relayed connection, with what the engine waits for on it. */
final class Plug {
    /**
     * Bytes that the kernel may hold on either side: enough that a 16 KiB read never waits for the sender, little enough that megabytes do not
     * hide there. Below about 128 KiB the loopback's 64 KiB segments stall on delayed acknowledgements.
     */
    static final int SOCKET_BUFFER = 128 * 1024;

    final SocketChannel channel;
    private SelectionKey key;

    Plug(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
    }

    void register(Engine engine, int interest, Engine.Ready ready) throws IOException {
        key = engine.register(channel, interest, ready);
    }

    /** Wait for an operation, or no more; told to the selector only when it changes. */
    void want(int operation, boolean wanted) {
        if (!key.isValid()) {
            return;
        }
        int before = key.interestOps();
        int after = wanted ? before | operation : before & ~operation;
        if (after != before) {
            key.interestOps(after);
        }
    }

    /** Close it so that the other end sees a reset, as after a failure. */
    void reset() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // It is closed or broken already, and closing is all that is left to do.
        }
        closeQuietly(channel);
    }

    static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            // Nothing can be done about a close that fails, and nothing depends on it.
        }
    }
}
