package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Cluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A lab with a client, and everything that a test opens on it, closed in reverse. */
final class LabStand implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(10);

    final Cluster declared;
    final Path folder;
    final Lab lab;
    final Cluster cluster;
    final LabClient client;
    private final List<AutoCloseable> opened = new ArrayList<>();

    LabStand(Path folder, String... faults) throws IOException {
        this(VirtualCluster.four(), folder, faults);
    }

    LabStand(Cluster declared, Path folder, String... faults) throws IOException {
        this.declared = declared;
        this.folder = folder;
        lab = keep(Lab.start(
                declared,
                Arrays.stream(faults).map(text -> Fault.parse(text, declared)).toList(),
                folder));
        cluster = lab.access().on(declared);
        client = keep(new LabClient());
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

    LabClient.Standing stand(String host, String command) throws IOException {
        return keep(LabClient.stand(keep(client.open(cluster, host)), command));
    }

    LabClient.Result onSwitch(String name, String command) throws IOException {
        return client.runOnSwitch(cluster, name, command);
    }

    String out(String host, String command) throws IOException {
        return client.run(cluster, host, command).out();
    }

    /** An agent that serves, with a socket of the test behind it. */
    record Serving(LabClient.Standing agent, ServerSocket behind, int port) {}

    /** Start something on gpu-02 that says what an agent says when it listens. */
    Serving serve() throws IOException {
        ServerSocket behind = keep(new ServerSocket());
        behind.bind(new InetSocketAddress("127.77.1.2", 0));
        LabClient.Standing agent = stand(
                "gpu-02",
                "echo '{\"ev\":\"ready\",\"id\":1,\"address\":\"127.77.1.2\",\"port\":" + behind.getLocalPort() + "}';"
                        + " read line; echo '{\"ev\":\"done\",\"id\":1,\"rc\":0}'; cat");
        int port = Integer.parseInt(agent.line().replaceAll(".*\"port\":(\\d+)}", "$1"));
        assertThat(port).isNotEqualTo(behind.getLocalPort());
        return new Serving(agent, behind, port);
    }

    Socket through(Serving serving, String from) throws IOException {
        Socket socket = keep(new Socket());
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress("127.77.1.2", serving.port()));
        socket.setSoTimeout(10_000);
        return socket;
    }

    String read(String host, String file) throws IOException {
        return Files.readString(
                folder.resolve("hosts").resolve(host).resolve("root").resolve(file));
    }

    static void awaitEnd(String pid) {
        await().atMost(SOON)
                .until(() -> ProcessHandle.of(Long.parseLong(pid))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
    }
}
