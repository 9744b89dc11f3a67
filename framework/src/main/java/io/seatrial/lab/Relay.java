package io.seatrial.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A connection through the fabric: the socket that a probe opened, the socket to the probe that it meant, and a stream each way. */
final class Relay {
    /** Something that fails when a socket is broken. */
    interface Step {
        void run() throws IOException;
    }

    private final Engine engine;
    private final Plug client;
    private final Plug server;
    private final Stream forth;
    private final Stream back;
    private boolean closed;

    Relay(Engine engine, SocketChannel client, SocketChannel server, Route route) throws IOException {
        this.engine = engine;
        this.client = new Plug(client);
        this.server = new Plug(server);
        this.forth = new Stream(engine, this, this.client, this.server, route.forth());
        this.back = new Stream(engine, this, this.server, this.client, route.back());
    }

    /** Connect onward from the address of the port that the client stands for; on the engine's thread. */
    void connect(InetAddress from, InetSocketAddress to) {
        attempt(() -> {
            server.channel.bind(new InetSocketAddress(from, 0));
            server.register(engine, SelectionKey.OP_CONNECT, key -> attempt(() -> serverReady(key)));
            client.register(engine, 0, key -> attempt(() -> exchange(key, forth, back)));
            if (server.channel.connect(to)) {
                begin();
            }
        });
    }

    private void serverReady(SelectionKey key) throws IOException {
        if (!key.isConnectable()) {
            exchange(key, back, forth);
        } else if (server.channel.finishConnect()) {
            begin();
        }
    }

    private void begin() throws IOException {
        server.want(SelectionKey.OP_CONNECT, false);
        forth.pull(System.nanoTime());
        back.pull(System.nanoTime());
    }

    private static void exchange(SelectionKey key, Stream reading, Stream writing) throws IOException {
        int ready = key.readyOps();
        if ((ready & SelectionKey.OP_READ) != 0) {
            reading.pull(System.nanoTime());
        }
        if ((ready & SelectionKey.OP_WRITE) != 0) {
            writing.push();
        }
    }

    /** Take a step, and end the whole connection when it fails: a reset at one end reaches the other. */
    void attempt(Step step) {
        if (closed) {
            dropAll();
            return;
        }
        try {
            step.run();
            if (forth.finished() && back.finished()) {
                close();
            }
        } catch (IOException e) {
            client.reset();
            server.reset();
            close();
        }
    }

    private void close() {
        closed = true;
        Plug.closeQuietly(client.channel);
        Plug.closeQuietly(server.channel);
        dropAll();
    }

    private void dropAll() {
        forth.drop();
        back.drop();
    }
}
