package io.seatrial.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.inventory.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Scripted agents of a few hosts with an RDMA port each: they agree by {@code offer} and {@code accept} and give the result that a test chooses.
 * What they say of queue pairs is nonsense, since the controller must not read it.
 */
final class VerbsHosts {
    static final String RESULT =
            "{\"ev\":\"result\",\"id\":ID,\"op\":\"latency\",\"fabric\":\"soft-roce\",\"kind\":\"rtt\","
                    + "\"size\":8,\"n\":1000,\"min\":3001,\"p50\":4001,\"p90\":5000,\"max\":9000,\"mean\":4100,"
                    + "\"start_ns\":1000,\"end_ns\":2000,\"vcsw\":1,\"icsw\":0,\"gap_max\":5000,\"device\":\"rxe0\",\"verb\":\"write\","
                    + "\"connect\":\"exchange\",\"mode\":\"poll\",\"mtu\":1024,\"gid\":\"::ffff:10.0.0.1\",\"gid_index\":1,"
                    + "\"gid_type\":\"RoCE v2\",\"qps\":1,\"inline\":8,\"memory\":\"host\",\"cpu_ns\":900}";

    private static final String HELLO =
            "{\"ev\":\"hello\",\"v\":1,\"build\":\"fake\",\"abi\":1,\"arch\":\"x86_64\",\"pid\":1,\"mono_ns\":1,\"real_ns\":2,\"cpus\":2}";

    private final Map<String, FakeRemote> remotes = new HashMap<>();
    private final Map<String, Contact> contacts = new HashMap<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Map<String, Script> scripts = new HashMap<>();
    private final List<String> info = new ArrayList<>();

    /** How a host answers; false = as usual. */
    @FunctionalInterface
    interface Script {
        boolean answers(FakeRemote.Command agent, JsonNode request);
    }

    VerbsHosts(Cluster cluster, String... info) {
        this.info.addAll(List.of(info));
        cluster.hosts().forEach(host -> contacts.put(host.name(), contact(host.name())));
    }

    private Contact contact(String host) {
        FakeRemote remote = new FakeRemote(host, (agent, line) -> answer(host, agent, line));
        remotes.put(host, remote);
        CompletableFuture<Agent> starting = Agent.start(remote, "exec probe agent", Duration.ofSeconds(20));
        remote.only().says(HELLO);
        return Contact.with(starting.join(), info.stream().map(Wire::decode).toList());
    }

    Contact of(String host) {
        return contacts.get(host);
    }

    FakeRemote.Command agent(String host) {
        return remotes.get(host).only();
    }

    /** Let a host answer in its own way where the script says so. */
    void script(String host, Script script) {
        scripts.put(host, script);
    }

    /** Return what was handed over: {@code gpu-02 heard offer ...}, in order. */
    List<String> heard() {
        return List.copyOf(heard);
    }

    /** Return the requests of a kind that a host was sent. */
    List<JsonNode> sent(String host, String kind) {
        return agent(host).sent().stream()
                .map(Wire::parse)
                .filter(request -> request.path("do").asText().equals(kind))
                .toList();
    }

    static void says(FakeRemote.Command agent, long id, String text) {
        agent.says("{\"ev\":\"say\",\"id\":" + id + ",\"text\":\"" + text + "\"}");
    }

    static void ends(FakeRemote.Command agent, long id, int code) {
        agent.says("{\"ev\":\"done\",\"id\":" + id + ",\"rc\":" + code + "}");
    }

    static void fails(FakeRemote.Command agent, long id, int code, String where, String text) {
        agent.says("{\"ev\":\"error\",\"id\":" + id + ",\"where\":\"" + where + "\",\"code\":" + code + ",\"msg\":\""
                + text + "\"}");
        ends(agent, id, code);
    }

    private void answer(String host, FakeRemote.Command agent, String line) {
        JsonNode request = Wire.parse(line);
        if (request.path("do").asText().equals("hear")) {
            heard.add(host + " heard " + request.path("text").asText());
        }
        if (scripts.containsKey(host) && scripts.get(host).answers(agent, request)) {
            return;
        }
        long id = request.path("id").asLong();
        switch (request.path("do").asText()) {
            case "serve" ->
                agent.says("{\"ev\":\"ready\",\"id\":" + id
                        + ",\"device\":\"rxe0\",\"device_port\":1,\"fabric\":\"soft-roce\"}");
            case "run" -> says(agent, id, "offer v=1 qpn=11");
            case "hear" -> hear(agent, id, request);
            case "stop" -> {
                ends(agent, request.path("of").asLong(), 0);
                ends(agent, id, 0);
            }
            default -> ends(agent, id, 0);
        }
    }

    /** The serving side accepts; the measuring side measures, and both say good-bye. */
    private static void hear(FakeRemote.Command agent, long id, JsonNode request) {
        ends(agent, id, 0);
        long of = request.path("of").asLong();
        String text = request.path("text").asText();
        if (text.startsWith("offer")) {
            says(agent, of, "accept v=1 qpn=12");
        } else if (text.equals("bye")) {
            says(agent, of, "bye bytes=8 messages=1");
        } else if (text.startsWith("accept")) {
            says(agent, of, "bye");
            agent.says(RESULT.replace("ID", Long.toString(of)));
            agent.says("{\"ev\":\"histogram\",\"id\":" + of + ",\"buckets\":[[200,1000]],\"more\":false}");
            ends(agent, of, 0);
        }
    }
}
