package io.seatrial.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.probe.Agent;
import io.seatrial.probe.Contact;
import io.seatrial.probe.Event;
import io.seatrial.probe.FakeRemote;
import io.seatrial.probe.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** Agents of all hosts of a cluster that answer at once with the values that a test chooses. */
final class FakeAgents {
    private static final String HELLO = "{\"ev\":\"hello\",\"v\":1,\"build\":\"fake\",\"abi\":1,\"arch\":\"x86_64\","
            + "\"pid\":1,\"mono_ns\":1,\"real_ns\":2,\"cpus\":2}";

    private final Map<String, String> hostOfAddress = new HashMap<>();
    private final Map<String, Contact> contacts = new HashMap<>();
    private final List<String> measured = new ArrayList<>();
    private final BiFunction<String, Integer, Long> values;
    private Runnable before = () -> {};

    /** @param values the value of a flow, {@code gpu-01>gpu-02}, at its n-th measurement from 0 */
    FakeAgents(Cluster cluster, BiFunction<String, Integer, Long> values) {
        this.values = values;
        for (RdmaPort port : cluster.ports()) {
            hostOfAddress.put(port.address(), port.host());
        }
        cluster.hosts().forEach(host -> contacts.put(host.name(), contact(host.name())));
    }

    private Contact contact(String host) {
        FakeRemote remote = new FakeRemote(host, this::answer);
        CompletableFuture<Agent> starting = Agent.start(remote, "exec probe agent", Duration.ofSeconds(20));
        remote.only().says(HELLO);
        List<Event> info = List.of(Wire.decode(
                "{\"ev\":\"netdev\",\"id\":1,\"name\":\"eth0\",\"operstate\":\"up\",\"speed\":1000000000}"));
        return Contact.with(starting.join(), info);
    }

    Contact of(String host) {
        return contacts.get(host);
    }

    void without(String host, String cause) {
        contacts.put(host, Contact.none(host, new IllegalStateException(cause)));
    }

    /** Do something before every measurement. */
    void before(Runnable step) {
        before = step;
    }

    /** Return the flows in the order in which they were measured. */
    List<String> measured() {
        return List.copyOf(measured);
    }

    private void answer(FakeRemote.Command command, String line) {
        try {
            JsonNode request = new ObjectMapper().readTree(line);
            long id = request.path("id").asLong();
            if (request.path("do").asText().equals("serve")) {
                String address = request.path("bind").asText();
                command.says("{\"ev\":\"ready\",\"id\":" + id + ",\"address\":\"" + address + "\",\"port\":4000}");
                return;
            }
            if (request.path("do").asText().equals("stop")) {
                // what is stopped ends, or else whoever stopped it waits for its end for two seconds
                command.says("{\"ev\":\"done\",\"id\":" + request.path("of").asLong() + ",\"rc\":0}");
            }
            if (request.path("do").asText().equals("run")) {
                measure(command, id, request);
            }
            command.says("{\"ev\":\"done\",\"id\":" + id + ",\"rc\":0}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void measure(FakeRemote.Command command, long id, JsonNode request) {
        before.run();
        String flow = hostOfAddress.get(request.path("bind").asText()) + ">"
                + hostOfAddress.get(request.path("address").asText());
        int earlier = (int) measured.stream().filter(flow::equals).count();
        measured.add(flow);
        long value = values.apply(flow, earlier);
        command.says("{\"ev\":\"result\",\"id\":" + id + ",\"op\":\"latency\",\"fabric\":\"tcp\",\"kind\":\"rtt\","
                + "\"size\":64,\"n\":100,\"min\":" + value + ",\"p50\":" + value + ",\"max\":" + value
                + ",\"start_ns\":1000,\"end_ns\":2000}");
    }
}
