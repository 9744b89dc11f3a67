package io.seatrial.telemetry.infiniband;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Switch;
import io.seatrial.inventory.UfmSettings;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.telemetry.CounterFeed;
import io.seatrial.telemetry.PortNames;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.telemetry.http.JsonServer;
import io.seatrial.telemetry.http.JsonServer.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The switches of an InfiniBand fabric as NVIDIA's Unified Fabric Manager tells them by its REST interface (NVIDIA UFM Enterprise REST API Guide
 * 6.23: Monitoring REST API, {@code POST /ufmRest/monitoring/snapshot}; Ports REST API, {@code GET /ufmRest/resources/ports}). Neither
 * changes anything. With a token the interface is below {@code /ufmRestV3}, with a password below {@code /ufmRest}.
 *
 * <p>The guide shows no whole answer; its shape is taken from public programs that read it (evidence B, provisional): time, then {@code Port},
 * then the port's name {@code GUID_NUMBER}, then {@code statistics}. UFM's own times have no zone and are not used; they tell whether an
 * answer is a new one.
 */
public final class UfmFeed implements CounterFeed {
    private static final String NAME = "ufm";
    private static final String SOURCE = "ufm";

    private final UfmSettings settings;
    private final Cluster cluster;
    private final JsonServer server;
    private final PortNames names;
    private final String root;
    private Map<String, SubjectId> ports = Map.of();
    private String lastTime = "";

    /**
     * Make a feed; nothing is asked yet.
     *
     * @throws TelemetryException if the file of certificates cannot be read
     */
    public UfmFeed(UfmSettings settings, Cluster cluster) {
        this(settings, cluster, new JsonServer(NAME, settings.http()));
    }

    UfmFeed(UfmSettings settings, Cluster cluster, JsonServer server) {
        this.settings = settings;
        this.cluster = cluster;
        this.server = server;
        this.names = new PortNames(cluster);
        boolean byToken = settings.http()
                .credential()
                .filter(credential -> credential.user().isEmpty())
                .isPresent();
        this.root = byToken ? "/ufmRestV3" : "/ufmRest";
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Sweep sweep() {
        if (ports.isEmpty()) {
            JsonNode all = ports();
            ports = known(all);
            if (ports.isEmpty()) {
                String example = all.path(0).path("system_name").asText() + "/"
                        + all.path(0).path("number").asText();
                return new Sweep(
                        List.of(), List.of(), Map.of(SOURCE, Message.of("telemetry.ufm.no-port", "port", example)));
            }
        }
        Answer answer = ask(root + "/monitoring/snapshot", question());
        Map.Entry<String, JsonNode> latest = latest(answer.body());
        if (latest.getKey().equals(lastTime)) {
            return new Sweep(List.of(), List.of(), Map.of());
        }
        lastTime = latest.getKey();
        return sweep(answer, latest.getValue());
    }

    private ObjectNode question() {
        ObjectNode question = JsonNodeFactory.instance.objectNode();
        UfmCounters.names().forEach(question.putArray("attributes")::add);
        question.putArray("functions").add("RAW");
        question.put("scope_object", "Site");
        question.put("monitor_object", "Port");
        question.put("interval", Math.max(1, settings.refresh().toSeconds()));
        question.putArray("objects").add("Grid.default");
        return question;
    }

    private Answer ask(String path, JsonNode question) {
        Answer answer = question == null ? server.get(path, Map.of()) : server.document(path, question);
        if (!answer.isSuccess()) {
            throw server.refused(path, answer, answer.text());
        }
        return answer;
    }

    private Map.Entry<String, JsonNode> latest(JsonNode body) {
        return body.properties().stream()
                .filter(each -> each.getValue().path("Port").isObject())
                .max(Map.Entry.comparingByKey())
                .map(each -> Map.entry(each.getKey(), each.getValue().path("Port")))
                .orElseThrow(() -> new TelemetryException(
                        NAME,
                        root + "/monitoring/snapshot: expected {TIME: {\"Port\": {...}}}, got " + start(body),
                        null));
    }

    private static String start(JsonNode body) {
        String text = String.valueOf(body);
        return text.length() > 200 ? text.substring(0, 200) + "..." : text;
    }

    private Sweep sweep(Answer answer, JsonNode told) {
        Duration half = Duration.between(answer.sent(), answer.received()).dividedBy(2);
        Instant at = answer.sent().plus(half);
        Duration uncertainty = half.plusMillis(1);
        List<CounterReading> readings = new ArrayList<>();
        Set<String> nodes = new TreeSet<>();
        List<String> silent = new ArrayList<>();
        ports.forEach((name, port) -> {
            Map<Counter, Long> values = UfmCounters.of(told.path(name).path("statistics"));
            if (values.isEmpty()) {
                silent.add(port.name());
            } else {
                readings.add(CounterReading.full(port, SOURCE, at, values).within(uncertainty));
            }
            nodes.add(port.name().substring(0, port.name().indexOf('/')));
        });
        List<CounterSource> sources = nodes.stream()
                .map(node -> new CounterSource(node, SOURCE, settings.refresh(), uncertainty))
                .toList();
        return new Sweep(sources, readings, silent(silent));
    }

    private static Map<String, Message> silent(List<String> ports) {
        return ports.isEmpty()
                ? Map.of()
                : Map.of(
                        SOURCE, Message.of("telemetry.ufm.silent", "ports", (long) ports.size(), "port", ports.get(0)));
    }

    private JsonNode ports() {
        String path = root + "/resources/ports";
        JsonNode all = ask(path, null).body();
        if (!all.isArray()) {
            throw new TelemetryException(NAME, path + ": expected a list of ports, got " + start(all), null);
        }
        return all;
    }

    /** Return the ports of the cluster's switches by UFM's name; NICs are sampled on their own hosts. */
    private Map<String, SubjectId> known(JsonNode all) {
        Set<String> switches = cluster.switches().stream().map(Switch::name).collect(Collectors.toSet());
        Map<String, SubjectId> known = new TreeMap<>();
        for (JsonNode each : all) {
            subject(each)
                    .filter(port -> switches.contains(
                            port.name().substring(0, port.name().indexOf('/'))))
                    .ifPresent(port -> known.put(each.path("name").asText(), port));
        }
        return known;
    }

    private Optional<SubjectId> subject(JsonNode port) {
        String system = port.path("system_name").asText();
        return names.port(system, port.path("number").asText())
                .or(() -> names.port(system, port.path("dname").asText()));
    }

    @Override
    public List<Setting> settings() {
        Map<String, Setting> all = new TreeMap<>();
        try {
            JsonNode told = ports();
            Map<String, SubjectId> known = known(told);
            for (JsonNode each : told) {
                SubjectId port = known.get(each.path("name").asText());
                if (port != null) {
                    settings(port, each).forEach(setting -> all.put(SwitchPorts.key(setting), setting));
                }
            }
            new SwitchPorts(cluster).addUnreadable("UFM does not show it", all);
        } catch (TelemetryException e) {
            new SwitchPorts(cluster).addUnreadable(e.getMessage(), all);
        }
        return List.copyOf(all.values());
    }

    private static List<Setting> settings(SubjectId port, JsonNode each) {
        String state = each.path("logical_state").asText("not told");
        if (!state.equalsIgnoreCase("active")) {
            Message down = Message.of("reading.absent", "port", port.name(), "cause", "the port is " + state);
            return List.of(Setting.unreadable(port, Setting.WIDTH, down), Setting.unreadable(port, Setting.RATE, down));
        }
        String width = each.path("active_width").asText("");
        return InfinibandSpeed.settings(port, width, each.path("active_speed").asText(""));
    }

    @Override
    public void close() {
        // the client keeps no session, and its threads end with it
    }
}
