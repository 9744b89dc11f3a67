package io.seatrial.lab;

import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The virtual fabric: entrances on the ports' addresses, and relays that carry what comes in over the path to where it was meant to go. */
final class Fabric implements AutoCloseable {
    private final Engine engine;
    private final Topology topology;
    private final Map<String, RdmaPort> ports;

    Fabric(List<RdmaPort> ports, Topology topology) throws IOException {
        this.ports = ports.stream().collect(Collectors.toMap(RdmaPort::address, Function.identity()));
        this.topology = topology;
        this.engine = new Engine("lab-fabric");
    }

    /** Return the RDMA port with an address. */
    Optional<RdmaPort> portAt(String address) {
        return Optional.ofNullable(ports.get(address));
    }

    /**
     * Open an entrance on a port's address that leads to a process listening there.
     *
     * @param to the port under test
     * @param listening TCP port of the process
     * @throws IOException if no listener can be bound
     */
    Entrance open(RdmaPort to, int listening) throws IOException {
        InetAddress address = InetAddress.getByName(to.address());
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET);
        listener.setOption(StandardSocketOptions.SO_RCVBUF, Plug.SOCKET_BUFFER);
        listener.bind(new InetSocketAddress(address, 0));
        Entrance entrance = new Entrance(this, listener, to, new InetSocketAddress(address, listening));
        engine.submit(() -> entrance.register(engine));
        return entrance;
    }

    /** Let the engine look at its channels: one that was closed elsewhere is closed for good only then. */
    void wake() {
        engine.submit(() -> {});
    }

    /** Carry an accepted connection, or swallow it when no path is up. */
    void carry(SocketChannel client, RdmaPort from, RdmaPort to, InetSocketAddress target) throws IOException {
        InetSocketAddress remote = (InetSocketAddress) client.getRemoteAddress();
        Optional<Route> route = topology.route(from, to, remote.getPort());
        if (route.isEmpty()) {
            Sink.swallow(engine, client);
            return;
        }
        new Relay(engine, client, SocketChannel.open(StandardProtocolFamily.INET), route.get())
                .connect(remote.getAddress(), target);
    }

    @Override
    public void close() {
        engine.close();
    }
}
