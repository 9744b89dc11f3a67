package io.seatrial.softrdma;

import io.seatrial.archive.RunArchive;
import io.seatrial.cli.CommandLineRun;
import io.seatrial.measurement.Measurement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** {@code inventory/soft-rdma} as it is for the lab of the tests: with its ports and its keys. */
final class LabCluster {
    private static final Path ORIGINAL = Path.of("..", "inventory", "soft-rdma");

    private final Path folder;

    private LabCluster(Path folder) {
        this.folder = folder;
    }

    /** Write the copy into an empty folder. */
    static LabCluster rxe(SoftRdmaLab lab, Path folder) {
        return write(lab, folder, text -> text);
    }

    /** The same guests by their other device: siw0 on their third interface. */
    static LabCluster siw(SoftRdmaLab lab, Path folder) {
        return write(
                lab,
                folder,
                text -> text.replace("name: soft-rdma", "name: soft-iwarp")
                        .replace("rxe0", "siw0")
                        .replace("eth1", "eth2")
                        .replace("192.168.77.", "192.168.78."));
    }

    /** Guests 1 and 2 at different segments, joined by guest 3 as a switch: {@code routed} in the guests makes it so. */
    static LabCluster routed(SoftRdmaLab lab, Path folder) {
        return write(
                lab,
                folder,
                text -> text.substring(0, text.indexOf("  - names: soft-3"))
                        .replace("name: soft-rdma", "name: soft-routed")
                        // the queue that RDMA is in; marks are asked of fabrics whose control uses them only
                        .replace("tiers:\n", "qos: {congestion-control: dcqcn, lossless: [0]}\n\ntiers:\n")
                        .replace(
                                "names: leaf-1, role: leaf",
                                "names: leaf-1, role: leaf, address: 127.0.0.1, system: linux, ssh: {port: "
                                        + (lab.port() + 3) + "}")
                        .replace("leaf-1/Ethernet1", "leaf-1/eth1")
                        .replace("leaf-1/Ethernet2", "leaf-1/eth2")
                        .replace(
                                "rxe0, netdev: eth1, rail: 0, address: 192.168.77.2",
                                "rxe1, netdev: eth2, rail: 0, address: 192.168.78.2"));
    }

    private static LabCluster write(SoftRdmaLab lab, Path folder, UnaryOperator<String> change) {
        LabCluster cluster = new LabCluster(folder);
        cluster.rewrite(ORIGINAL.resolve("cluster.yaml"), text -> {
            String own =
                    text.replace("~/.cache/seatrial/soft-rdma/lab", lab.state().toString());
            for (int guest = 1; guest <= SoftRdmaLab.GUESTS; guest++) {
                own = own.replace("port: " + (2200 + guest), "port: " + (lab.port() + guest));
            }
            return change.apply(own);
        });
        cluster.rewrite(ORIGINAL.resolve("criteria.yaml"), text -> text);
        return cluster;
    }

    /** Ask these questions only: a test of one fault has no time for all. */
    LabCluster asking(String... asks) {
        return criteria(text -> {
            StringBuilder kept = new StringBuilder();
            String[] blocks = text.split("(?m)^(?=  [a-z.-]+:$)|^(?=not-asked:)");
            for (String block : blocks) {
                String name = block.strip().split(":", 2)[0];
                boolean isAsk = block.startsWith("  ") && !block.startsWith("not-asked");
                if (!isAsk || List.of(asks).contains(name)) {
                    kept.append(block);
                }
            }
            return kept.toString();
        });
    }

    /** Change the criteria of this copy. */
    LabCluster criteria(UnaryOperator<String> change) {
        rewrite(folder.resolve("criteria.yaml"), change);
        return this;
    }

    private void rewrite(Path source, UnaryOperator<String> change) {
        try {
            String text = change.apply(Files.readString(source));
            Files.writeString(folder.resolve(source.getFileName()), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Run the profile bringup. */
    CommandLineRun run(String... options) {
        List<String> words = new ArrayList<>(
                List.of("run", "--cluster", folder.toString(), "--profile", "bringup", "--runs", runs().toString()));
        words.addAll(List.of(options));
        return CommandLineRun.of(words.toArray(String[]::new));
    }

    /** Return what the last run measured again of a flow. */
    Measurement measuredAgain(String ask, String flow) {
        return archive().rounds().stream()
                .filter(round -> round.ask().equals(ask) && round.attempt() == 1)
                .flatMap(round -> round.measurements().stream())
                .filter(measurement -> measurement.subject().name().equals(flow))
                .findFirst()
                .orElseThrow();
    }

    /** Return the texts that the last run's report shows beside its results. */
    List<String> attachments() {
        try (Stream<Path> files = Files.list(archive().folder().resolve("allure-results"))) {
            return files.filter(file -> file.getFileName().toString().contains("-attachment"))
                    .map(LabCluster::text)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Return the page that the last run made for people. */
    String page() {
        return text(archive().folder().resolve("summary.html"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(
                    file, file.toString().endsWith(".html") ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Return what the last run left. */
    RunArchive archive() {
        return RunArchive.open(RunArchive.find(runs(), "latest"));
    }

    /** Return what the last run measured first of an ask, by the name of the flow. */
    Map<String, Measurement> measured(String ask) {
        Map<String, Measurement> all = new TreeMap<>();
        archive().rounds().stream()
                .filter(round -> round.ask().equals(ask) && round.attempt() == 0)
                .flatMap(round -> round.measurements().stream())
                .forEach(measurement -> all.put(measurement.subject().name(), measurement));
        return all;
    }

    Path runs() {
        return folder.resolve("runs");
    }
}
