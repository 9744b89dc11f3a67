package io.seatrial.lab;

import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/**
 * The part of {@code /sys} that tells of one RDMA port, as files: what the kernel's documents {@code stable/sysfs-class-infiniband} and
 * {@code testing/sysfs-class-net} describe. In place of what {@code ethtool -S} asks the driver there is a file of {@code name: value} lines.
 */
final class NicTree {
    /** Files that never count up here, because nothing is lost in the virtual fabric. */
    private static final List<String> ERRORS =
            List.of("link_downed", "symbol_error", "port_rcv_errors", "port_xmit_discards");

    private final RdmaPort port;
    private final Path infiniband;
    private final Path net;
    /** Outside the tree, so that nobody who lists a folder of counters meets it. */
    private final Path draft;

    NicTree(Path root, RdmaPort port) {
        this.port = port;
        this.infiniband = root.resolve("sys/class/infiniband").resolve(port.device());
        this.draft = root.resolveSibling("draft-" + port.device() + "-" + port.number());
        this.net = root.resolve("sys/class/net").resolve(netdev(port));
    }

    private static String netdev(RdmaPort port) {
        return port.netdev().isEmpty() ? "net_" + port.device() + "_" + port.number() : port.netdev();
    }

    /** Write all files, with counters at 0. */
    void write(boolean up) throws IOException {
        String numa = Integer.toString(port.numa().orElse(-1));
        put(infiniband.resolve("node_type"), "1: CA");
        put(infiniband.resolve("device/numa_node"), numa);
        writePort(up);
        put(net.resolve("operstate"), up ? "up" : "down");
        put(net.resolve("carrier"), up ? "1" : "0");
        put(net.resolve("speed"), up ? Long.toString(port.rate() / 1_000_000) : "-1");
        put(net.resolve("mtu"), "9000");
        put(net.resolve("address"), mac());
        put(net.resolve("device/numa_node"), numa);
        Files.deleteIfExists(net.resolve("device/driver"));
        Files.createSymbolicLink(net.resolve("device/driver"), Path.of("../../seatrial-lab"));
        count(0, 0, 0, 0);
    }

    private void writePort(boolean up) throws IOException {
        put(portFile("state"), up ? "4: ACTIVE" : "1: DOWN");
        put(portFile("phys_state"), up ? "5: LinkUp" : "3: Disabled");
        put(
                portFile("rate"),
                BigDecimal.valueOf(port.rate(), 9).stripTrailingZeros().toPlainString() + " Gb/sec (1X virtual)");
        put(portFile("link_layer"), "Ethernet");
        put(portFile("gid_attrs/ndevs/0"), netdev(port));
        put(portFile("gid_attrs/types/0"), "RoCE v2");
        for (String name : ERRORS) {
            put(portFile("counters/" + name), "0");
        }
    }

    private Path portFile(String name) {
        return infiniband.resolve("ports/" + port.number()).resolve(name);
    }

    /** Make a locally administered address from the port's name, the same in every run. */
    private String mac() {
        int hash = port.id().hashCode();
        return String.format(
                Locale.ROOT,
                "02:5e:%02x:%02x:%02x:%02x",
                hash >>> 24,
                hash >>> 16 & 0xff,
                hash >>> 8 & 0xff,
                hash & 0xff);
    }

    /** Write the counters: bytes and packets sent and received. The data counters of InfiniBand count words of 4 bytes. */
    void count(long sent, long sentPackets, long received, long receivedPackets) throws IOException {
        put(portFile("counters/port_xmit_data"), Long.toString(sent / 4));
        put(portFile("counters/port_rcv_data"), Long.toString(received / 4));
        put(portFile("counters/port_xmit_packets"), Long.toString(sentPackets));
        put(portFile("counters/port_rcv_packets"), Long.toString(receivedPackets));
        put(
                net.resolve("ethtool_stats"),
                "tx_bytes_phy: " + sent + "\ntx_packets_phy: " + sentPackets + "\nrx_bytes_phy: " + received
                        + "\nrx_packets_phy: " + receivedPackets);
    }

    /** Replace a file at once, so that a reader sees the old text or the new one. */
    private void put(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(draft, (text + "\n").getBytes(StandardCharsets.US_ASCII));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
