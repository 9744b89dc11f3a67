package io.seatrial.lab;

import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** The entrances to the fabric that the requests of one process have opened. */
final class HostEntrances implements AgentOutput.Entrances, AutoCloseable {
    private final Fabric fabric;
    private final String host;
    private final Map<Long, Entrance> open = new HashMap<>();
    private boolean closed;

    HostEntrances(Fabric fabric, String host) {
        this.fabric = fabric;
        this.host = host;
    }

    @Override
    public synchronized OptionalInt open(long id, String address, int port) throws IOException {
        RdmaPort here =
                fabric.portAt(address).filter(at -> at.host().equals(host)).orElse(null);
        if (here == null || closed) {
            return OptionalInt.empty();
        }
        Entrance entrance = fabric.open(here, port);
        Entrance before = open.put(id, entrance);
        if (before != null) {
            before.close();
        }
        return OptionalInt.of(entrance.port());
    }

    @Override
    public synchronized void close(long id) {
        Entrance entrance = open.remove(id);
        if (entrance != null) {
            entrance.close();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(Entrance::close);
        open.clear();
    }
}
