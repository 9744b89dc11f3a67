package io.seatrial.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tree of {@code baseline.json} and the records it stands for. */
final class BaselineJson {
    private static final int VERSION = 1;

    private BaselineJson() {}

    static ObjectNode toJson(Baseline baseline) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("version", VERSION);
        root.set("origin", originToJson(baseline.origin()));
        ArrayNode references = root.putArray("references");
        baseline.references().forEach((key, reference) -> references.add(referenceToJson(key, reference)));
        return root;
    }

    private static ObjectNode originToJson(Origin origin) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode runs = node.putArray("runs");
        origin.runs().forEach(runs::add);
        return node.put("accepted-by", origin.acceptedBy())
                .put("accepted-at", origin.acceptedAt().toString())
                .put("reason", origin.reason())
                .put("fabric", origin.fabric())
                .put("virtual", origin.virtual());
    }

    private static ObjectNode referenceToJson(SeriesKey key, Reference reference) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("ask", key.ask());
        Metric metric = reference.metric();
        node.putObject("metric")
                .put("id", metric.id())
                .put("unit", metric.unit().symbol())
                .put("better", lower(metric.better()));
        ObjectNode conditions = node.putObject("conditions");
        key.conditions().values().forEach(conditions::put);
        node.set("over-flows", spreadToJson(reference.overFlows()));
        ArrayNode flows = node.putArray("flows");
        reference.flows().forEach((flow, of) -> flows.add(flowToJson(flow, of)));
        return node;
    }

    private static ObjectNode spreadToJson(Reference.Spread spread) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("n", spread.n())
                .put("min", spread.min())
                .put("p5", spread.p5())
                .put("median", spread.median())
                .put("p95", spread.p95())
                .put("max", spread.max());
    }

    private static ObjectNode flowToJson(SubjectId flow, Reference.OfFlow of) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kind", lower(flow.kind()))
                .put("name", flow.name())
                .put("median", of.median())
                .put("n", of.n())
                .put("spread", of.spread());
    }

    static Baseline fromJson(JsonNode root) {
        long version = integer(root, "version", "");
        if (version != VERSION) {
            throw new IllegalArgumentException("version: expected " + VERSION + ", got " + version);
        }
        SortedMap<SeriesKey, Reference> references = new TreeMap<>();
        JsonNode list = child(root, "references", "");
        for (int i = 0; i < list.size(); i++) {
            addReference(references, list.get(i), "references[" + i + "].");
        }
        return new Baseline(originFromJson(child(root, "origin", "")), references);
    }

    private static void addReference(SortedMap<SeriesKey, Reference> all, JsonNode node, String at) {
        Metric metric = metricFromJson(child(node, "metric", at), at + "metric.");
        Map<String, String> conditions = new TreeMap<>();
        child(node, "conditions", at)
                .properties()
                .forEach(e -> conditions.put(e.getKey(), e.getValue().asText()));
        SeriesKey key = new SeriesKey(text(node, "ask", at), metric.id(), new Conditions(conditions));
        SortedMap<SubjectId, Reference.OfFlow> flows = new TreeMap<>();
        JsonNode list = child(node, "flows", at);
        for (int i = 0; i < list.size(); i++) {
            addFlow(flows, list.get(i), at + "flows[" + i + "].");
        }
        Reference reference = new Reference(metric, spreadFromJson(child(node, "over-flows", at), at), flows);
        if (all.put(key, reference) != null) {
            throw new IllegalArgumentException(at + "conditions: expected one reference per ask, metric and conditions,"
                    + " got a second one for " + key.ask());
        }
    }

    private static Metric metricFromJson(JsonNode node, String at) {
        return new Metric(
                text(node, "id", at),
                Unit.ofSymbol(text(node, "unit", at)),
                constant(Direction.class, text(node, "better", at), at + "better"));
    }

    private static Reference.Spread spreadFromJson(JsonNode node, String at) {
        String in = at + "over-flows.";
        return new Reference.Spread(
                count(node, "n", in),
                integer(node, "min", in),
                integer(node, "p5", in),
                integer(node, "median", in),
                integer(node, "p95", in),
                integer(node, "max", in));
    }

    private static void addFlow(SortedMap<SubjectId, Reference.OfFlow> flows, JsonNode node, String at) {
        SubjectId.Kind kind = constant(SubjectId.Kind.class, text(node, "kind", at), at + "kind");
        SubjectId flow = new SubjectId(kind, text(node, "name", at));
        Reference.OfFlow of =
                new Reference.OfFlow(integer(node, "median", at), count(node, "n", at), integer(node, "spread", at));
        if (flows.put(flow, of) != null) {
            throw new IllegalArgumentException(at + "name: expected each flow once, got a second " + flow.name());
        }
    }

    private static Origin originFromJson(JsonNode node) {
        List<String> runs = new ArrayList<>();
        child(node, "runs", "origin.").forEach(run -> runs.add(run.asText()));
        return new Origin(
                runs,
                text(node, "accepted-by", "origin."),
                instant(text(node, "accepted-at", "origin.")),
                text(node, "reason", "origin."),
                text(node, "fabric", "origin."),
                flag(node, "virtual", "origin."));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "origin.accepted-at: expected an instant such as 2026-01-31T06:00:00Z, got '" + text + "'", e);
        }
    }

    private static JsonNode child(JsonNode node, String name, String at) {
        JsonNode child = node.get(name);
        if (child == null || child.isNull()) {
            throw new IllegalArgumentException(at + name + ": expected a value, got none");
        }
        return child;
    }

    private static String text(JsonNode node, String name, String at) {
        JsonNode child = child(node, name, at);
        if (!child.isTextual()) {
            throw new IllegalArgumentException(at + name + ": expected a text, got " + child);
        }
        return child.textValue();
    }

    private static long integer(JsonNode node, String name, String at) {
        JsonNode child = child(node, name, at);
        if (!child.canConvertToLong() || !child.isIntegralNumber()) {
            throw new IllegalArgumentException(at + name + ": expected an integer in base units, got " + child);
        }
        return child.longValue();
    }

    private static boolean flag(JsonNode node, String name, String at) {
        JsonNode child = child(node, name, at);
        if (!child.isBoolean()) {
            throw new IllegalArgumentException(at + name + ": expected true or false, got " + child);
        }
        return child.booleanValue();
    }

    private static int count(JsonNode node, String name, String at) {
        return Math.toIntExact(integer(node, name, at));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text, String at) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> lower(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(at + ": expected one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(BaselineJson::lower)
                                .toList()
                        + ", got '" + text + "'"));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
