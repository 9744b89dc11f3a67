package io.seatrial.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Measurement;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.probe.CollectiveSettings.Backend;
import io.seatrial.probe.CollectiveSettings.Placement;
import io.seatrial.probe.CollectiveSettings.Tool;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * What launching one collective on many hosts costs the controller, beside the line of 1 s of CPU: asking every rank, handing on where the others
 * listen and what they say, and reading what they measured. The agents answer in this process at once; what they cost is timed by itself and
 * taken off. What SSH costs is not in it. Not a test: run main with the numbers of hosts, of NICs of each, and of launches.
 */
public final class CollectiveLaunchBenchmark {
    private static final double LINE_S = 1.0;
    private static final double NANOS = 1e9;
    private static final List<Long> SIZES = List.of(8L, 1024L, 65_536L, 1L << 20, 16L << 20);
    private static final String HELLO = "{\"ev\":\"hello\",\"v\":1,\"build\":\"fake\",\"abi\":1,\"arch\":\"x86_64\","
            + "\"pid\":1,\"mono_ns\":1,\"real_ns\":2,\"cpus\":2}";

    private final Cluster cluster;
    private final Map<String, Contact> contacts = new HashMap<>();
    private final AtomicLong agentsNanos = new AtomicLong();
    private final AtomicLong lines = new AtomicLong();

    private CollectiveLaunchBenchmark(Cluster cluster) {
        this.cluster = cluster;
        cluster.hosts().forEach(host -> contacts.put(host.name(), contact(host.name())));
    }

    public static void main(String[] arguments) {
        int hosts = number(arguments, 0, 128);
        int nics = number(arguments, 1, 1);
        int launches = number(arguments, 2, 5);
        CollectiveLaunchBenchmark benchmark = new CollectiveLaunchBenchmark(LocalHosts.cluster(hosts));
        System.out.printf(
                Locale.ROOT,
                "%d hosts with %d NICs each: %d rings of %d ranks, %d sizes%n",
                hosts,
                nics,
                nics,
                hosts,
                SIZES.size());
        for (int launch = 0; launch < launches; launch++) {
            benchmark.launch(launch, nics);
        }
        System.exit(0);
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private void launch(int number, int nics) {
        List<Group> groups = IntStream.range(0, nics)
                .mapToObj(rail -> new Group("all rail " + rail, GroupShape.ALL, cluster.ports()))
                .toList();
        agentsNanos.set(0);
        lines.set(0);
        long cpu = processCpu();
        long begin = System.nanoTime();
        List<Measurement> measured = new GroupRunner(cluster, contacts::get, "virtual-tcp").run(probe(), 0, 0, groups);
        double wall = (System.nanoTime() - begin) / NANOS;
        double agents = agentsNanos.get() / NANOS;
        double own = (processCpu() - cpu) / NANOS - agents;
        measured.forEach(one -> one.cause().ifPresent(cause -> {
            throw new IllegalStateException("the launch failed: " + cause.values());
        }));
        System.out.printf(
                Locale.ROOT,
                "launch %d%s: %.3f s of CPU, line %.1f s, ratio %.2f; %.3f s wall; %d lines both ways; agents %.3f s of CPU%n",
                number,
                number == 0 ? " (code cold)" : "",
                own,
                LINE_S,
                own / LINE_S,
                wall,
                lines.get(),
                agents);
    }

    /** Of all threads, the compiler's and the collector's among them. */
    private static long processCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static CollectiveProbe probe() {
        return new CollectiveProbe(
                "collective.all-reduce.all",
                Collective.ALL_REDUCE,
                new CollectiveSettings(
                        Backend.HOST,
                        CollectiveSettings.TCP,
                        Optional.empty(),
                        SIZES,
                        20,
                        5,
                        Placement.OUT,
                        OptionalLong.empty(),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        VerbsSettings.DEFAULT,
                        Map.of(),
                        Tool.SEARCHED));
    }

    private Contact contact(String host) {
        Ranks ranks = new Ranks();
        FakeRemote remote = new FakeRemote(host, ranks::answer);
        CompletableFuture<Agent> starting = Agent.start(remote, "exec probe agent", Duration.ofSeconds(20));
        remote.only().says(HELLO);
        return Contact.with(starting.join(), List.of());
    }

    /** The ranks of one host, one for each request. */
    private final class Ranks {
        private final Map<Long, JsonNode> asked = new ConcurrentHashMap<>();
        private final Map<Long, AtomicLong> joined = new ConcurrentHashMap<>();

        void answer(FakeRemote.Command agent, String line) {
            long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            List<String> says = says(Wire.parse(line));
            lines.addAndGet(1L + says.size());
            agentsNanos.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin);
            says.forEach(agent::says);
        }

        private List<String> says(JsonNode request) {
            long id = request.path("id").asLong();
            if (request.path("do").asText().equals("collective")) {
                asked.put(id, request);
                joined.put(id, new AtomicLong(1));
                return List.of(ready(id, request));
            }
            List<String> says = new ArrayList<>();
            says.add("{\"ev\":\"done\",\"id\":" + id + ",\"rc\":0}");
            if (request.path("do").asText().equals("hear")) {
                long of = request.path("of").asLong();
                heard(of, asked.get(of), request.path("text").asText(), says);
            }
            return says;
        }

        private static String ready(long id, JsonNode request) {
            int rank = request.path("rank").asInt();
            int ranks = request.path("ranks").asInt();
            return "{\"ev\":\"ready\",\"id\":" + id + ",\"rank\":" + rank + ",\"address\":\"127.0.0.9\",\"port\":"
                    + (7000 + rank) + ",\"reached_by\":[" + (rank + ranks - 1) % ranks + "]}";
        }

        private void heard(long of, JsonNode request, String text, List<String> says) {
            int rank = request.path("rank").asInt();
            if (text.contains(" at address=") && rank > 0) {
                says.add(said(of, "to=0 joined"));
            } else if (text.endsWith(" joined")
                    && joined.get(of).incrementAndGet() == request.path("ranks").asLong()) {
                says.add(said(of, "to=* begin"));
                results(of, rank, says);
            } else if (text.equals("from=0 begin")) {
                results(of, rank, says);
            }
        }

        private static String said(long of, String text) {
            return "{\"ev\":\"say\",\"id\":" + of + ",\"text\":\"" + text + "\"}";
        }

        private static void results(long of, int rank, List<String> says) {
            says.add("{\"ev\":\"rank\",\"id\":" + of + ",\"rank\":" + rank + "}");
            for (long size : SIZES) {
                says.add("{\"ev\":\"collective\",\"id\":" + of + ",\"rank\":" + rank + ",\"bytes\":" + size
                        + ",\"in_place\":false,\"iterations\":20,\"mean\":" + (100_000 + size)
                        + ",\"min\":90000,\"p50\":99000,\"max\":120000,\"wrong\":0,\"recv_wait\":5,\"send_wait\":5,"
                        + "\"start_ns\":1795980656100000000,\"end_ns\":1795980656400000000,\"gap_max\":63021,"
                        + "\"cpu_ns\":1871244}");
            }
            says.add("{\"ev\":\"done\",\"id\":" + of + ",\"rc\":0}");
        }
    }
}
