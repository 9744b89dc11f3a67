package io.seatrial.lab;

import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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
    private final Tree tree;

    NicTree(Path root, RdmaPort port) {
        this.port = port;
        this.infiniband = root.resolve("sys/class/infiniband").resolve(port.device());
        this.tree = new Tree(root.resolveSibling("draft-" + port.device() + "-" + port.number()));
        this.net = root.resolve("sys/class/net").resolve(netdev(port));
    }

    private static String netdev(RdmaPort port) {
        return port.netdev().isEmpty() ? "net_" + port.device() + "_" + port.number() : port.netdev();
    }

    /** Write all files, with counters at 0. */
    void write(boolean up) throws IOException {
        String numa = Integer.toString(port.numa().orElse(-1));
        tree.put(infiniband.resolve("node_type"), "1: CA");
        tree.put(infiniband.resolve("device/numa_node"), numa);
        writePort(up);
        tree.put(net.resolve("operstate"), up ? "up" : "down");
        tree.put(net.resolve("carrier"), up ? "1" : "0");
        tree.put(net.resolve("speed"), up ? Long.toString(port.rate() / 1_000_000) : "-1");
        tree.put(net.resolve("mtu"), "9000");
        tree.put(net.resolve("address"), mac());
        tree.put(net.resolve("device/numa_node"), numa);
        Files.deleteIfExists(net.resolve("device/driver"));
        Files.createSymbolicLink(net.resolve("device/driver"), Path.of("../../seatrial-lab"));
        count(0, 0, 0, 0);
    }

    private void writePort(boolean up) throws IOException {
        tree.put(portFile("state"), up ? "4: ACTIVE" : "1: DOWN");
        tree.put(portFile("phys_state"), up ? "5: LinkUp" : "3: Disabled");
        tree.put(
                portFile("rate"),
                BigDecimal.valueOf(port.rate(), 9).stripTrailingZeros().toPlainString() + " Gb/sec (1X virtual)");
        tree.put(portFile("link_layer"), "Ethernet");
        tree.put(portFile("gid_attrs/ndevs/0"), netdev(port));
        tree.put(portFile("gid_attrs/types/0"), "RoCE v2");
        for (String name : ERRORS) {
            tree.put(portFile("counters/" + name), "0");
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
        tree.put(portFile("counters/port_xmit_data"), Long.toString(sent / 4));
        tree.put(portFile("counters/port_rcv_data"), Long.toString(received / 4));
        tree.put(portFile("counters/port_xmit_packets"), Long.toString(sentPackets));
        tree.put(portFile("counters/port_rcv_packets"), Long.toString(receivedPackets));
        tree.put(
                net.resolve("ethtool_stats"),
                "tx_bytes_phy: " + sent + "\ntx_packets_phy: " + sentPackets + "\nrx_bytes_phy: " + received
                        + "\nrx_packets_phy: " + receivedPackets);
    }

    /** Write the settings of a NIC that takes part in congestion control, and its statistics for the first time. */
    void write(NicSettings settings, NicStatistics statistics, long now) throws IOException {
        putAll(net, settings.network());
        putAll(infiniband, settings.device());
        count(statistics, now);
    }

    /** Write what the NIC counts, as far as it changed. */
    void count(NicStatistics statistics, long now) throws IOException {
        tree.put(net.resolve("ethtool_stats"), lines(statistics.ethtool(now)));
        putAll("counters/", statistics.counters(now));
        putAll("hw_counters/", statistics.hardware());
    }

    private void putAll(String folder, Map<String, Long> values) throws IOException {
        for (Map.Entry<String, Long> value : values.entrySet()) {
            tree.put(portFile(folder + value.getKey()), value.getValue().toString());
        }
    }

    private void putAll(Path folder, Map<String, String> texts) throws IOException {
        for (Map.Entry<String, String> text : texts.entrySet()) {
            tree.put(folder.resolve(text.getKey()), text.getValue());
        }
    }

    private static String lines(Map<String, Long> values) {
        return values.entrySet().stream()
                .map(value -> value.getKey() + ": " + value.getValue())
                .collect(Collectors.joining("\n"));
    }
}
