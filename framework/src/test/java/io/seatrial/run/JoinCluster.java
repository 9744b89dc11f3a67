package io.seatrial.run;

import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.inventory.CongestionControl;
import io.seatrial.measurement.Direction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files of a cluster whose links have about so many ends: hosts with eight NICs, leaves with 32 ports down and 32 up, a spine for each uplink,
 * and everything of congestion asked.
 */
final class JoinCluster {
    private static final int NICS = 8;
    private static final int DOWN = 32;
    private static final int ENDS_OF_TWO_LINKS = 4;

    private JoinCluster() {}

    static void write(Path folder, int ports) throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), cluster(Math.max(1, ports / ENDS_OF_TWO_LINKS / DOWN)));
        Files.writeString(folder.resolve("criteria.yaml"), criteria());
    }

    private static String cluster(int leaves) {
        StringBuilder text = new StringBuilder("format: 1\nname: many-ports\nssh: {user: root}\n")
                .append(
                        "qos: {congestion-control: dcqcn, lossless: [3]}\ntiers: [{name: host-leaf}, {name: leaf-spine}]\n")
                .append("switches:\n  - {names: \"leaf-[1-" + leaves + "]\", role: leaf}\n")
                .append("  - {names: \"spine-[1-" + DOWN + "]\", role: spine}\nhosts:\n");
        for (int host = 0; host < leaves * DOWN / NICS; host++) {
            text.append("  - names: gpu-" + (host + 1) + "\n    address: 198.19." + host / 200 + "." + (host % 200 + 1)
                    + "\n    ports:\n");
            for (int nic = 0; nic < NICS; nic++) {
                int at = host * NICS + nic;
                text.append(String.format(
                        "      - {device: mlx5_%d, address: 198.18.%d.%d, rate: 400Gb/s, link: leaf-%d/Ethernet%d}%n",
                        nic, at / 200, at % 200 + 1, at / DOWN + 1, at % DOWN + 1));
            }
        }
        text.append("cables:\n");
        for (int leaf = 1; leaf <= leaves; leaf++) {
            for (int up = 1; up <= DOWN; up++) {
                text.append(String.format(
                        "  - {from: leaf-%d/Ethernet%d, to: spine-%d/Ethernet%d, rate: 400Gb/s}%n",
                        leaf, DOWN + up, up, leaf));
            }
        }
        return text.toString();
    }

    private static String criteria() {
        StringBuilder text = new StringBuilder("version: 1\nasks:\n");
        CounterRule.all().stream()
                .filter(JoinCluster::isAsked)
                .forEach(rule -> text.append("  ")
                        .append(rule.ask())
                        .append(": {limit: {rows: [{fail: ")
                        .append(edge(rule))
                        .append(", source: benchmark, evidence: D}]}}\n"));
        return text.toString();
    }

    static boolean isAsked(CounterRule rule) {
        return rule.ask().startsWith("congestion.") && rule.sense().test(CongestionControl.DCQCN);
    }

    private static String edge(CounterRule rule) {
        if (rule.metric().better() == Direction.HIGHER_IS_BETTER) {
            return "1";
        }
        return switch (rule.metric().unit()) {
            case PARTS_PER_MILLION -> "5%";
            case BYTES -> "1MiB";
            default -> "0";
        };
    }
}
