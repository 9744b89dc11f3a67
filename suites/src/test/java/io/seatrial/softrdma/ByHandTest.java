package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    private static final Path PROBE = Path.of("..", "native-probes", "target", "linux-x86_64", "seatrial-probe");
    private static final String PROGRAM = "/usr/bin/seatrial-probe";
    private static final String STOP = "for p in $(ps -C seatrial-probe -o pid=); do kill $p; done; rm -f " + PROGRAM;
    /** The defaults keep 8 MiB in flight, which an emulated machine needs longer for than it is measured. */
    private static final String FOR_SLOW_DEVICES = " --size=4096 --depth=8";

    private static final Pattern TOKEN = Pattern.compile("token ([0-9a-f]{32})");
    private static final Pattern PORT = Pattern.compile("listening on [0-9.]+ port ([0-9]+)");
    private static final Pattern MINIMUM = Pattern.compile("min +([0-9.]+) us +half +([0-9.]+) us");

    /** Where something listens. */
    private record Listening(String port, String token) {}

    @Test
    void two_commands_of_the_readme_measure_a_pair_over_rxe(SoftRdmaLab lab) throws IOException {
        List<String> said = measure(lab, "rxe0", "192.168.77.");
        halves(said.get(0), "soft-roce");
        assertThat(said.get(0)).contains("rxe0, write by exchange, MTU 1024, GID 1 ");
        assertThat(said.get(1)).contains("goodput").contains("over soft-roce");
    }

    @Test
    void the_same_commands_measure_a_pair_over_siw(SoftRdmaLab lab) throws IOException {
        if (!SoftRdmaLab.hasIwarp()) {
            SoftRdmaLab.say("without iWARP by hand: -Dsoft-rdma.siw=skip");
            return;
        }
        List<String> said = measure(lab, "siw0", "192.168.78.");
        halves(said.get(0), "soft-iwarp");
        assertThat(said.get(0)).contains("siw0, write by rdma-cm");
        assertThat(said.get(1)).contains("goodput").contains("over soft-iwarp");
    }

    @Test
    void the_source_port_of_a_flow_label_is_the_one_on_the_wire(SoftRdmaLab lab) throws IOException {
        List<String> commands = documented("rxe0", "192.168.77.");
        // by the kernel's rdma_flow_label_to_udp_sport: (0x12345 & 0x3fff ^ 0x12345 >> 14) | 0xc000
        int port = 58_177;
        lab.in(
                2,
                "tc qdisc add dev eth1 clsact; tc filter add dev eth1 ingress protocol ip prio 1 u32 "
                        + "match ip protocol 17 0xff match ip sport " + port + " 0xffff action ok");
        try (Serving serving = serve(lab, commands.get(0))) {
            String said = lab.in(
                    1, filled(commands.get(1), serving.where) + " --flow-label=" + 0x12345 + " --count=50 --json");
            assertThat(said).contains("\"source_port\":" + port).contains("\"n\":50");
            String filter = lab.in(2, "tc -s filter show dev eth1 ingress");
            Matcher sent = Pattern.compile("Sent [0-9]+ bytes ([0-9]+) pkt").matcher(filter);
            assertThat(sent.find()).as(filter).isTrue();
            assertThat(Integer.parseInt(sent.group(1))).isGreaterThanOrEqualTo(50);
        } finally {
            lab.in(2, "tc qdisc del dev eth1 clsact");
        }
    }

    private List<String> measure(SoftRdmaLab lab, String device, String network) throws IOException {
        List<String> commands = documented(device, network);
        try (Serving serving = serve(lab, commands.get(0))) {
            List<String> said = List.of(
                    lab.in(1, filled(commands.get(1), serving.where)),
                    lab.in(1, filled(commands.get(2), serving.where) + FOR_SLOW_DEVICES));
            said.forEach(text -> text.lines().forEach(SoftRdmaLab::say));
            return said;
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

    private static String filled(String command, Listening where) {
        return command.replace("--port=P", "--port=" + where.port()).replace("--token=T", "--token=" + where.token());
    }

    /** The serving side, which is ended whatever comes. */
    private record Serving(SoftRdmaLab lab, Process process, Listening where) implements AutoCloseable {
        @Override
        public void close() {
            lab.in(1, STOP);
            lab.in(2, STOP);
            process.destroy();
        }
    }

    private static Serving serve(SoftRdmaLab lab, String command) throws IOException {
        for (int guest : List.of(1, 2)) {
            lab.put(guest, PROBE, PROGRAM);
        }
        Process process = lab.startIn(2, command);
        return new Serving(lab, process, listening(process.inputReader(StandardCharsets.UTF_8)));
    }

    /** Token and port stand on lines of their own, the token first. */
    private static Listening listening(BufferedReader out) throws IOException {
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.append(line).append('\n');
            Matcher token = TOKEN.matcher(said);
            Matcher port = PORT.matcher(said);
            if (token.find() && port.find()) {
                return new Listening(port.group(1), token.group(1));
            }
        }
        throw new AssertionError("the serving side ended: " + said);
    }

    private static void halves(String said, String fabric) {
        assertThat(said).contains("round trips of 8 B over " + fabric);
        MatchResult minimum = MINIMUM.matcher(said).results().findFirst().orElseThrow();
        double whole = Double.parseDouble(minimum.group(1));
        assertThat(Double.parseDouble(minimum.group(2))).isBetween(whole / 2 - 0.002, whole / 2 + 0.002);
    }
}
