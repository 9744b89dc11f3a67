package io.seatrial.transport.ssh;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.forward.ExplicitPortForwardingTracker;
import org.apache.sshd.common.util.net.SshdSocketAddress;

/**
 * The next TCP address on the way to a server.
 *
 * @param address where to connect
 * @param release frees what was made for it once the connection stands
 */
record Hop(SocketAddress address, Closeable release) {
    static Hop direct(Endpoint server) throws IOException {
        InetSocketAddress address = new InetSocketAddress(server.address(), server.port());
        if (address.isUnresolved()) {
            throw new UnknownHostException("no address is known for the name " + server.address());
        }
        return new Hop(address, () -> {});
    }

    /** Forward a port of the loopback interface, open only until the connection stands. */
    static Hop through(ClientSession bastion, Endpoint server) throws IOException {
        ExplicitPortForwardingTracker forward = bastion.createLocalPortForwardingTracker(
                new SshdSocketAddress("127.0.0.1", 0), new SshdSocketAddress(server.address(), server.port()));
        return new Hop(forward.getBoundAddress().toInetSocketAddress(), forward);
    }

    /** Finds the way anew for every try. */
    interface Way {
        Hop next() throws IOException;
    }
}
