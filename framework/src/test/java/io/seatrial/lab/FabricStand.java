package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/** A fabric with connections through it, closed in reverse. */
final class FabricStand implements AutoCloseable {
    final List<AutoCloseable> opened = new ArrayList<>();
    Cluster cluster = VirtualCluster.four();
    Topology topology;
    Fabric fabric;

    void start(String... faults) throws IOException {
        topology = new Topology(
                cluster,
                cluster.lab().orElseThrow(),
                Arrays.stream(faults).map(text -> Fault.parse(text, cluster)).toList());
        fabric = keep(new Fabric(cluster.ports(), topology));
    }

    <T extends AutoCloseable> T keep(T closeable) {
        opened.add(0, closeable);
        return closeable;
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closeable : opened) {
            closeable.close();
        }
    }

    record Pair(Socket client, CompletableFuture<Socket> accepted) {
        Socket server() {
            return accepted.orTimeout(10, TimeUnit.SECONDS).join();
        }
    }

    Pair connect(String from, String to) throws IOException {
        RdmaPort target = VirtualCluster.port(cluster, to);
        ServerSocket listener = keep(new ServerSocket());
        listener.bind(new InetSocketAddress(target.address(), 0));
        Entrance entrance = keep(fabric.open(target, listener.getLocalPort()));
        CompletableFuture<Socket> accepted = CompletableFuture.supplyAsync(() -> accept(listener));
        Socket client = keep(new Socket());
        client.bind(new InetSocketAddress(VirtualCluster.port(cluster, from).address(), 0));
        client.connect(new InetSocketAddress(target.address(), entrance.port()));
        client.setSoTimeout(10_000);
        return new Pair(client, accepted);
    }

    private Socket accept(ServerSocket listener) {
        try {
            Socket socket = keep(listener.accept());
            socket.setSoTimeout(10_000);
            return socket;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Connect, and send all that gets through; return how much has arrived. */
    AtomicLong stream(String from, String to) throws IOException {
        Pair pair = connect(from, to);
        AtomicLong got = drain(pair.server());
        flood(pair.client());
        return got;
    }

    void flood(Socket socket) {
        Thread thread = new Thread(() -> {
            try {
                byte[] piece = new byte[64 * 1024];
                for (; ; ) {
                    socket.getOutputStream().write(piece);
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    AtomicLong drain(Socket socket) {
        AtomicLong count = new AtomicLong();
        Thread thread = new Thread(() -> {
            try {
                byte[] piece = new byte[64 * 1024];
                for (int n = 0; n >= 0; n = socket.getInputStream().read(piece)) {
                    count.addAndGet(n);
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return count;
    }

    static void await(AtomicLong count, long bytes) {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> count.get() >= bytes);
    }
}
