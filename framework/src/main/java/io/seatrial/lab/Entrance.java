package io.seatrial.lab;

import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener of the fabric in front of a listening process. A connection is taken for the port whose address it comes from; one from an
 * address that no port has is closed, and one that no path is up for is swallowed, as if its packets were lost.
 */
final class Entrance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Entrance.class);

    private final Fabric fabric;
    private final ServerSocketChannel listener;
    private final RdmaPort to;
    private final InetSocketAddress target;
    private final int port;

    Entrance(Fabric fabric, ServerSocketChannel listener, RdmaPort to, InetSocketAddress target) throws IOException {
        this.fabric = fabric;
        this.listener = listener;
        this.to = to;
        this.target = target;
        this.port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    /** Return the TCP port to connect to. */
    int port() {
        return port;
    }

    void register(Engine engine) {
        if (!listener.isOpen()) {
            return;
        }
        try {
            engine.register(listener, SelectionKey.OP_ACCEPT, key -> accept());
        } catch (IOException e) {
            LOG.warn("the virtual fabric cannot listen for {}", to.id(), e);
            Plug.closeQuietly(listener);
        }
    }

    private void accept() throws IOException {
        try {
            for (SocketChannel client = listener.accept(); client != null; client = listener.accept()) {
                takeOrClose(client);
            }
        } catch (ClosedChannelException e) {
            // Its request was done meanwhile.
        }
    }

    private void takeOrClose(SocketChannel client) {
        try {
            take(client);
        } catch (IOException e) {
            LOG.warn("the virtual fabric cannot carry a connection to {}", to.id(), e);
            Plug.closeQuietly(client);
        }
    }

    private void take(SocketChannel client) throws IOException {
        InetSocketAddress remote = (InetSocketAddress) client.getRemoteAddress();
        Optional<RdmaPort> from = fabric.portAt(remote.getAddress().getHostAddress());
        if (from.isEmpty()) {
            client.close();
        } else {
            fabric.carry(client, from.get(), to, target);
        }
    }

    /** Take no more connections; those that were taken go on. */
    @Override
    public void close() {
        Plug.closeQuietly(listener);
        fabric.wake();
    }
}
