package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.LabSettings;
import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FabricTest {
    private static final int ENOUGH = 5_000;

    private final FabricStand stand = new FabricStand();

    @AfterEach
    void close_all() throws Exception {
        stand.close();
    }

    @Test
    void bytes_arrive_unchanged_and_the_end_of_each_direction_is_passed_on() throws Exception {
        stand.start();
        FabricStand.Pair pair = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_1");
        byte[] there = new byte[3_000_001];
        new Random(1).nextBytes(there);
        CompletableFuture<byte[]> got = CompletableFuture.supplyAsync(() -> readAll(pair.server()));
        pair.client().getOutputStream().write(there);
        pair.client().shutdownOutput();
        assertThat(got.get(20, TimeUnit.SECONDS)).isEqualTo(there);
        pair.server().getOutputStream().write("answer".getBytes());
        pair.server().close();
        assertThat(pair.client().getInputStream().readAllBytes()).asString().isEqualTo("answer");
    }

    private static byte[] readAll(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void the_process_behind_sees_the_address_of_the_port_that_connected() throws IOException {
        stand.start();
        assertThat(stand.connect("gpu-03/mlx5_0", "gpu-02/mlx5_1")
                        .server()
                        .getInetAddress()
                        .getHostAddress())
                .isEqualTo("127.77.1.3");
    }

    @Test
    void a_flow_gets_no_more_than_the_rate_of_its_links() throws IOException {
        stand.cluster = VirtualCluster.with(40_000_000, new LabSettings(1_000_000, 64 * 1024));
        stand.start();
        FabricStand.Pair pair = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        long start = System.nanoTime();
        stand.flood(pair.client());
        AtomicLong got = stand.drain(pair.server());
        FabricStand.await(got, 2_000_000);
        double allowed = (System.nanoTime() - start) * 40e6 / 8e9;
        assertThat(got.get()).isLessThanOrEqualTo((long) allowed + 2 * Piece.SIZE);
    }

    @Test
    void a_slow_cable_carries_about_a_tenth_of_its_neighbour() throws IOException {
        stand.cluster = VirtualCluster.with(80_000_000, VirtualCluster.SETTINGS);
        stand.start("slow-cable:gpu-02/mlx5_0");
        FabricStand.Pair slow = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        FabricStand.Pair sound = stand.connect("gpu-03/mlx5_0", "gpu-04/mlx5_0");
        AtomicLong slowly = stand.drain(slow.server());
        AtomicLong soundly = stand.drain(sound.server());
        stand.flood(slow.client());
        stand.flood(sound.client());
        FabricStand.await(soundly, 10_000_000);
        assertThat(slowly.get()).isBetween(soundly.get() / 20, soundly.get() / 5);
    }

    @Test
    void a_link_that_becomes_slow_late_is_as_fast_as_its_neighbour_before_and_a_tenth_of_it_after() throws IOException {
        stand.start("late-slow:gpu-02/mlx5_0");
        FabricStand.Pair late = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        FabricStand.Pair sound = stand.connect("gpu-03/mlx5_0", "gpu-04/mlx5_0");
        AtomicLong lately = stand.drain(late.server());
        AtomicLong soundly = stand.drain(sound.server());
        stand.flood(late.client());
        stand.flood(sound.client());
        FabricStand.await(soundly, 100_000_000);
        assertThat(lately.get()).isGreaterThan(soundly.get() / 2);
        FabricStand.await(lately, 135_000_000);
        long before = lately.get();
        long beside = soundly.get();
        FabricStand.await(soundly, beside + 50_000_000);
        assertThat(lately.get() - before).isBetween(1_000_000L, 12_500_000L);
    }

    @Test
    void two_flows_into_one_port_get_about_half_each() throws IOException {
        stand.cluster = VirtualCluster.with(80_000_000, VirtualCluster.SETTINGS);
        stand.start();
        FabricStand.Pair one = stand.connect("gpu-01/mlx5_0", "gpu-04/mlx5_0");
        FabricStand.Pair other = stand.connect("gpu-02/mlx5_0", "gpu-04/mlx5_0");
        AtomicLong first = stand.drain(one.server());
        AtomicLong second = stand.drain(other.server());
        stand.flood(one.client());
        stand.flood(other.client());
        FabricStand.await(first, 4_000_000);
        FabricStand.await(second, 4_000_000);
        assertThat(first.get()).isBetween(second.get() / 2, second.get() * 2);
    }

    @Test
    void a_flow_that_is_slow_elsewhere_does_not_take_the_share_of_another() throws IOException {
        stand.cluster = VirtualCluster.with(80_000_000, VirtualCluster.SETTINGS);
        stand.start("slow-cable:gpu-02/mlx5_0");
        FabricStand.Pair slow = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        FabricStand.Pair sound = stand.connect("gpu-01/mlx5_0", "gpu-03/mlx5_0");
        AtomicLong slowly = stand.drain(slow.server());
        AtomicLong soundly = stand.drain(sound.server());
        stand.flood(slow.client());
        stand.flood(sound.client());
        FabricStand.await(slowly, 1_000_000);
        assertThat(soundly.get()).isGreaterThan(4 * slowly.get());
    }

    @Test
    void a_receiver_that_does_not_read_stops_the_sender_within_bounds() throws IOException {
        stand.start();
        FabricStand.Pair pair = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        pair.server();
        AtomicLong accepted = new AtomicLong();
        try (SocketChannel sender = sendingChannel()) {
            ByteBuffer piece = ByteBuffer.allocate(64 * 1024);
            Awaitility.await()
                    .during(Duration.ofMillis(500))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> {
                        int written = sender.write(piece.clear());
                        accepted.addAndGet(written);
                        return written == 0;
                    });
        }
        // kernel buffers on both sides, each up to twice what was set, and one window
        assertThat(accepted.get()).isBetween(64L * 1024, 8L * Plug.SOCKET_BUFFER + 64 * 1024 + 260_000);
    }

    private SocketChannel sendingChannel() throws IOException {
        RdmaPort target = VirtualCluster.port(stand.cluster, "gpu-04/mlx5_0");
        ServerSocket listener = stand.keep(new ServerSocket());
        listener.setReceiveBufferSize(64 * 1024);
        listener.bind(new InetSocketAddress(target.address(), 0));
        Entrance entrance = stand.keep(stand.fabric.open(target, listener.getLocalPort()));
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_SNDBUF, 64 * 1024);
        channel.bind(new InetSocketAddress("127.77.1.1", 0));
        channel.connect(new InetSocketAddress(target.address(), entrance.port()));
        channel.configureBlocking(false);
        return channel;
    }

    @Test
    void a_small_message_takes_at_least_the_delays_of_its_links() throws IOException {
        stand.start("long-cable:gpu-02/mlx5_0");
        FabricStand.Pair pair = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        long start = System.nanoTime();
        pair.client().getOutputStream().write(1);
        assertThat(pair.server().getInputStream().read()).isEqualTo(1);
        pair.server().getOutputStream().write(2);
        assertThat(pair.client().getInputStream().read()).isEqualTo(2);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * (2 + 2 + 20) * 1_000_000L);
    }

    @Test
    void a_reset_of_one_end_reaches_the_other() throws IOException {
        stand.start();
        FabricStand.Pair pair = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        pair.server().setSoLinger(true, 0);
        pair.server().close();
        assertThatThrownBy(() -> pair.client().getInputStream().read()).isInstanceOf(SocketException.class);
    }

    @Test
    void a_refused_connection_is_reset() throws IOException {
        stand.start();
        RdmaPort target = VirtualCluster.port(stand.cluster, "gpu-02/mlx5_0");
        int nobody;
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(target.address(), 0));
            nobody = listener.getLocalPort();
        }
        Entrance entrance = stand.keep(stand.fabric.open(target, nobody));
        Socket client = stand.keep(new Socket());
        client.bind(new InetSocketAddress("127.77.1.1", 0));
        client.connect(new InetSocketAddress(target.address(), entrance.port()));
        client.setSoTimeout(ENOUGH);
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
    }

    @Test
    void a_source_that_is_no_port_is_closed() throws IOException {
        stand.start();
        RdmaPort target = VirtualCluster.port(stand.cluster, "gpu-02/mlx5_0");
        Entrance entrance = stand.keep(stand.fabric.open(target, 1));
        Socket client = stand.keep(new Socket());
        client.bind(new InetSocketAddress("127.0.0.1", 0));
        client.connect(new InetSocketAddress(target.address(), entrance.port()));
        client.setSoTimeout(ENOUGH);
        assertThat(client.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void nothing_crosses_a_dead_port_either_way() throws IOException {
        stand.start("dead-port:gpu-02/mlx5_0");
        for (FabricStand.Pair pair : List.of(
                stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0"), stand.connect("gpu-02/mlx5_0", "gpu-01/mlx5_0"))) {
            pair.client().setSoTimeout(300);
            pair.client().getOutputStream().write(1);
            assertThatThrownBy(() -> pair.client().getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            assertThat(pair.accepted()).isNotDone();
        }
    }

    @Test
    void a_lost_connection_hears_nothing_until_the_fabric_ends() throws Exception {
        stand.start("dead-port:gpu-02/mlx5_0");
        FabricStand.Pair pair = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        pair.client().getOutputStream().write(new byte[10_000_000]);
        stand.opened.get(1).close();
        pair.client().setSoTimeout(300);
        assertThatThrownBy(() -> pair.client().getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        pair.client().setSoTimeout(ENOUGH);
        stand.fabric.close();
        assertThat(pair.client().getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void closing_the_fabric_ends_connections_and_its_thread() throws Exception {
        stand.start();
        FabricStand.Pair pair = stand.connect("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        pair.server();
        stand.fabric.close();
        assertThat(pair.client().getInputStream().read()).isEqualTo(-1);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("lab-fabric"));
    }
}
