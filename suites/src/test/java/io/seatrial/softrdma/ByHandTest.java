package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A person measures one pair with the program alone, by the very commands of native-probes/README.md. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class ByHandTest {
    private static final Path README = Path.of("..", "native-probes", "README.md");
    /** The defaults keep 8 MiB in flight, which an emulated machine needs longer for than it is measured. */
    private static final String FOR_SLOW_DEVICES = " --size=4096 --depth=8";

    private static final int TRIES = 3;
    private static final Pattern MINIMUM = Pattern.compile("min +([0-9.]+) us +half +([0-9.]+) us");
    private static final int ROUND_TRIPS = 50;

    @Test
    void two_commands_of_the_readme_measure_a_pair_over_rxe(SoftRdmaLab lab) throws IOException {
        List<String> said = measure(lab, "rxe0", "192.168.77.");
        halves(said.get(0), "soft-roce");
        assertThat(said.get(0)).contains("rxe0, write by exchange, MTU 1024, GID 1 ");
        assertThat(said.get(1)).contains("goodput").contains("over soft-roce");
    }

    @Test
    void the_same_commands_measure_a_pair_over_siw(SoftRdmaLab lab) throws IOException {
        assumeTrue(SoftRdmaLab.hasIwarp(), "not built, not measured: -Dsoft-rdma.siw=skip");
        List<String> said = measure(lab, "siw0", "192.168.78.");
        halves(said.get(0), "soft-iwarp");
        assertThat(said.get(0)).contains("siw0, write by rdma-cm");
        assertThat(said.get(1)).contains("goodput").contains("over soft-iwarp");
    }

    @Test
    void the_source_port_of_a_flow_label_is_the_one_on_the_wire(SoftRdmaLab lab) throws IOException {
        List<String> commands = documented("rxe0", "192.168.77.");
        // as the kernel's rdma_flow_label_to_udp_sport has it: (0x12345 & 0x3fff ^ 0x12345 >> 14) | 0xc000
        int port = 58_177;
        lab.in(
                2,
                "tc qdisc add dev eth1 clsact; tc filter add dev eth1 ingress protocol ip prio 1 u32 "
                        + "match ip protocol 17 0xff match ip sport " + port + " 0xffff action ok");
        try (Serving serving = Serving.start(lab, 2, 1, commands.get(0))) {
            String options = " --flow-label=" + 0x12345 + " --count=" + ROUND_TRIPS + " --json";
            String said = lab.in(1, serving.filled(commands.get(1)) + options);
            assertThat(said).contains("\"source_port\":" + port).contains("\"n\":" + ROUND_TRIPS);
            String filter = lab.in(2, "tc -s filter show dev eth1 ingress");
            Matcher sent = Pattern.compile("Sent [0-9]+ bytes ([0-9]+) pkt").matcher(filter);
            assertThat(sent.find()).as(filter).isTrue();
            assertThat(Integer.parseInt(sent.group(1))).isGreaterThanOrEqualTo(ROUND_TRIPS);
        } finally {
            lab.in(2, "tc qdisc del dev eth1 clsact");
        }
    }

    private static List<String> measure(SoftRdmaLab lab, String device, String network) throws IOException {
        List<String> commands = documented(device, network);
        try (Serving serving = Serving.start(lab, 2, 1, commands.get(0))) {
            List<String> said = List.of(
                    patiently(lab, serving.filled(commands.get(1))),
                    patiently(lab, serving.filled(commands.get(2)) + FOR_SLOW_DEVICES));
            said.forEach(text -> text.lines().forEach(SoftRdmaLab::say));
            return said;
        }
    }

    /** On a busy machine the emulated wire drops packets, until the probe gives up after 5 s of silence; every such end is shown. */
    private static String patiently(SoftRdmaLab lab, String command) {
        for (int left = TRIES - 1; ; left--) {
            try {
                return lab.in(1, command);
            } catch (AssertionError e) {
                if (left == 0 || !e.getMessage().contains("nothing came over")) {
                    throw e;
                }
                SoftRdmaLab.say("measured once more, after: " + e.getMessage());
            }
        }
    }

    /** The commands as they are written, for a device and addresses of the lab: the serving side's first. */
    private static List<String> documented(String device, String network) throws IOException {
        List<String> commands = Files.readAllLines(README).stream()
                .filter(line -> line.matches(" {4}[ab]\\$ seatrial-probe .*--fabric=verbs.*"))
                .map(line -> line.substring(line.indexOf("seatrial-probe")))
                .map(line -> line.replace("mlx5_0", device).replace("10.0.0.", network))
                .toList();
        assertThat(commands).hasSize(3);
        assertThat(commands.get(0)).startsWith("seatrial-probe serve ");
        assertThat(commands.get(1)).startsWith("seatrial-probe latency ");
        assertThat(commands.get(2)).startsWith("seatrial-probe bandwidth ");
        return commands;
    }

    private static void halves(String said, String fabric) {
        assertThat(said).contains("round trips of 8 B over " + fabric);
        MatchResult minimum = MINIMUM.matcher(said).results().findFirst().orElseThrow();
        double whole = Double.parseDouble(minimum.group(1));
        assertThat(Double.parseDouble(minimum.group(2))).isBetween(whole / 2 - 0.002, whole / 2 + 0.002);
    }
}
