package io.seatrial.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * Where a connection ends that no path is up for: what it sends is lost, nothing ever comes back, and it lasts until its own side gives up. The
 * kernel has completed the connect by then, which on a real network would not even happen.
 */
final class Sink {
    private final SocketChannel client;
    private final ByteBuffer lost = ByteBuffer.allocate(Piece.SIZE);

    private Sink(SocketChannel client) {
        this.client = client;
    }

    static void swallow(Engine engine, SocketChannel client) throws IOException {
        Sink sink = new Sink(client);
        engine.register(client, SelectionKey.OP_READ, key -> sink.read());
    }

    private void read() {
        try {
            if (client.read(lost.clear()) < 0) {
                client.close();
            }
        } catch (IOException e) {
            Plug.closeQuietly(client);
        }
    }
}
