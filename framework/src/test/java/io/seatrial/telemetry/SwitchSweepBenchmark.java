package io.seatrial.telemetry;

import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.telemetry.SwitchServer.Reply;
import io.seatrial.transport.ssh.SshTransport;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * How long a sweep of many SONiC switches takes, one session each, beside the line of 3 s for 64 of them. The switches are one SSH server in the
 * same process, so that their encryption is in the figure too; what a real switch needs to dump its database is not. Not a test: run main with
 * the numbers of switches, ports and sweeps.
 */
public final class SwitchSweepBenchmark {
    private static final double LINE_S = 3.0;

    private SwitchSweepBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        int switches = number(arguments, 0, 64);
        int ports = number(arguments, 1, 64);
        int sweeps = number(arguments, 2, 5);
        byte[] dump = SonicDumps.of(ports).getBytes(StandardCharsets.UTF_8);
        byte[] polls = Goldens.sonic("counterpoll.txt").getBytes(StandardCharsets.UTF_8);
        System.out.printf(
                Locale.ROOT,
                "%d switches, %d ports each, answer of %.2f MB, %d processors, load %.1f%n",
                switches,
                ports,
                dump.length / 1e6,
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        Path folder = Files.createTempDirectory("sweep");
        try (SwitchServer server = SwitchServer.start(
                        folder,
                        switches,
                        command -> new Reply(command.startsWith("counterpoll") ? polls : dump, "", 0));
                SshTransport transport = SshTransport.open(SshTransport.Options.standard())) {
            run(feeds(server, transport, switches, ports), sweeps);
        }
    }

    private static List<CounterFeed> feeds(SwitchServer server, SshTransport transport, int switches, int ports) {
        Map<String, Long> rates = new TreeMap<>();
        IntStream.range(0, ports).forEach(port -> rates.put("Ethernet" + port, 400_000_000_000L));
        return IntStream.rangeClosed(1, switches)
                .<CounterFeed>mapToObj(i -> new SwitchFeed(
                        server.node(i, "sonic"),
                        new SwitchPorts("leaf-" + i, rates),
                        transport,
                        SwitchFeed.Options.standard(),
                        Clock.systemUTC()))
                .toList();
    }

    private static void run(List<CounterFeed> feeds, int sweeps) {
        Counting sink = new Counting();
        try (TelemetrySampler sampler = new TelemetrySampler(feeds, sink, Duration.ofSeconds(1))) {
            for (int i = 0; i <= sweeps; i++) {
                long begin = System.nanoTime();
                long cpu = processCpu();
                int late = sampler.sweepOnce(Duration.ofMinutes(2)).size();
                double seconds = (System.nanoTime() - begin) / 1e9;
                double busy = (processCpu() - cpu) / 1e9;
                String which = i == 0 ? "with logins" : "sweep " + i;
                System.out.printf(
                        Locale.ROOT,
                        "%-12s %6.2f s, line %.1f s, ratio %.2f; %.2f s of CPU; %d late, %d failed, %d readings so far%n",
                        which,
                        seconds,
                        LINE_S,
                        seconds / LINE_S,
                        busy,
                        late,
                        sink.failures.get(),
                        sink.readings.get());
            }
        }
    }

    /** Of both sides: where other programs are busy, this over the number of processors is what an idle machine would need. */
    private static long processCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static final class Counting implements CounterSink {
        private final AtomicInteger readings = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();

        @Override
        public void source(CounterSource source) {
            // counted by their readings
        }

        @Override
        public void readings(Collection<CounterReading> taken) {
            readings.addAndGet(taken.size());
        }

        @Override
        public void failure(String node, String source, Message cause) {
            failures.incrementAndGet();
            System.out.println(node + " " + source + " " + cause.values());
        }
    }
}
