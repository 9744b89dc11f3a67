package io.seatrial.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.io.IOException;
import java.io.Writer;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes {@code baseline.json}: one line for each subject, so that a person sees in a diff whose values changed, and a file of ten thousand
 * links stays small.
 */
final class BaselineText {
    private final Writer out;

    private BaselineText(Writer out) {
        this.out = out;
    }

    static void write(Baseline baseline, Writer out) throws IOException {
        BaselineText text = new BaselineText(out);
        out.write("{\n  \"version\": " + BaselineJson.VERSION + ",\n  \"origin\": {\n");
        text.origin(baseline.origin());
        out.write("\n  },\n  \"references\": [\n");
        Iterator<Map.Entry<SeriesKey, Reference>> references =
                baseline.references().entrySet().iterator();
        while (references.hasNext()) {
            text.reference(references.next());
            out.write(references.hasNext() ? ",\n" : "\n");
        }
        out.write("  ]\n}\n");
    }

    private void origin(Origin origin) throws IOException {
        ObjectNode head = object().put("cluster", origin.cluster())
                .put("cluster-hash", origin.clusterHash())
                .put("fabric", origin.fabric())
                .put("virtual", origin.virtual());
        put(head, origin.accepted());
        for (Map.Entry<String, JsonNode> entry : head.properties()) {
            out.write("    " + quoted(entry.getKey()) + ": " + entry.getValue() + ",\n");
        }
        list("runs", origin.runs().stream().map(BaselineText::run).toList());
        out.write(",\n");
        list("left-out", origin.leftOut().stream().map(BaselineText::leftOut).toList());
        out.write(",\n");
        list("before", origin.before().stream().map(BaselineText::predecessor).toList());
    }

    private void list(String name, List<ObjectNode> lines) throws IOException {
        String text = lines.stream().map(line -> "      " + line).collect(Collectors.joining(",\n"));
        out.write("    " + quoted(name) + ": [" + (lines.isEmpty() ? "]" : "\n" + text + "\n    ]"));
    }

    private static ObjectNode run(Origin.OfRun run) {
        return object().put("id", run.id()).put("at", run.at().toString());
    }

    private static ObjectNode leftOut(Origin.LeftOut left) {
        return object().put("run", left.run())
                .put("subject", left.subject().toString())
                .put("ask", left.ask())
                .put("metric", left.metric())
                .put("value", left.value())
                .put("by-name", left.byName());
    }

    private static ObjectNode predecessor(Origin.Predecessor before) {
        ObjectNode node = object().put("sha256", before.sha256());
        put(node, before.accepted());
        ArrayNode runs = node.putArray("runs");
        before.runs().forEach(runs::add);
        return node;
    }

    private static void put(ObjectNode node, Acceptance accepted) {
        node.put("accepted-by", accepted.by())
                .put("accepted-at", accepted.at().toString())
                .put("reason", accepted.reason());
    }

    private void reference(Map.Entry<SeriesKey, Reference> entry) throws IOException {
        Metric metric = entry.getValue().metric();
        ObjectNode of = object().put("id", metric.id())
                .put("unit", metric.unit().symbol())
                .put("better", BaselineJson.lower(metric.better()));
        ObjectNode conditions = object();
        entry.getKey().conditions().values().forEach(conditions::put);
        out.write("    {\n      \"ask\": " + quoted(entry.getKey().ask()));
        out.write(",\n      \"metric\": " + of + ",\n      \"conditions\": " + conditions);
        out.write(",\n      \"subjects\": {\n");
        Iterator<Map.Entry<SubjectId, Series>> subjects =
                entry.getValue().subjects().entrySet().iterator();
        while (subjects.hasNext()) {
            Map.Entry<SubjectId, Series> subject = subjects.next();
            out.write("        " + quoted(subject.getKey().toString()) + ": " + series(subject.getValue()));
            out.write(subjects.hasNext() ? ",\n" : "\n");
        }
        out.write("      }\n    }");
    }

    private static String series(Series series) {
        StringBuilder text = new StringBuilder("[");
        for (int run = 0; run < series.runs(); run++) {
            List<Long> rounds = series.exactRounds(run);
            text.append(run == 0 ? "" : ", ");
            text.append(
                    switch (rounds.size()) {
                        case 0 -> "null";
                        case 1 -> rounds.get(0);
                        default -> rounds;
                    });
        }
        return text.append("]").toString();
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static String quoted(String text) {
        return JsonNodeFactory.instance.textNode(text).toString();
    }
}
