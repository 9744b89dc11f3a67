package io.seatrial.baseline;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Reads the tree of {@code baseline.json} into the records that it stands for. */
final class BaselineJson {
    static final int VERSION = 2;

    private BaselineJson() {}

    static Baseline fromJson(JsonNode root) {
        long version = integer(root, "version", "");
        if (version != VERSION) {
            throw new IllegalArgumentException("version: expected " + VERSION + ", got " + version
                    + (version == 1 ? ", which keeps no values of single runs and cannot be judged by" : ""));
        }
        SortedMap<SeriesKey, Reference> references = new TreeMap<>();
        Origin origin = originFromJson(child(root, "origin", ""));
        requireEachRunOnce(origin.runs());
        JsonNode list = child(root, "references", "");
        for (int i = 0; i < list.size(); i++) {
            addReference(
                    references,
                    list.get(i),
                    "references[" + i + "].",
                    origin.runs().size());
        }
        return new Baseline(origin, references);
    }

    private static void requireEachRunOnce(List<Origin.OfRun> runs) {
        Map<String, Integer> first = new TreeMap<>();
        for (int i = 0; i < runs.size(); i++) {
            Integer before = first.putIfAbsent(runs.get(i).id(), i);
            if (before != null) {
                throw new IllegalArgumentException("origin.runs[" + i + "].id: expected each run once, got "
                        + runs.get(i).id() + ", which is origin.runs[" + before + "] too");
            }
        }
    }

    private static void addReference(SortedMap<SeriesKey, Reference> all, JsonNode node, String at, int runs) {
        Metric metric = metricFromJson(child(node, "metric", at), at + "metric.");
        Map<String, String> conditions = new TreeMap<>();
        child(node, "conditions", at)
                .properties()
                .forEach(e -> conditions.put(e.getKey(), e.getValue().asText()));
        SeriesKey key = new SeriesKey(text(node, "ask", at), metric.id(), new Conditions(conditions));
        SortedMap<SubjectId, Series> subjects = new TreeMap<>();
        for (Map.Entry<String, JsonNode> subject : child(node, "subjects", at).properties()) {
            String in = at + "subjects." + subject.getKey();
            Series series = series(subject.getValue(), in);
            if (series.runs() != runs) {
                throw new IllegalArgumentException(
                        in + ": expected subjects with one value for each run of origin.runs (" + runs
                                + ", null where a run has none), got " + series.runs());
            }
            subjects.put(subject(subject.getKey(), in), series);
        }
        if (all.put(key, new Reference(metric, subjects)) != null) {
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

    /** A subject is written as it is shown: its kind, a space and its name. */
    private static SubjectId subject(String text, String at) {
        String[] words = text.split(" ", 2);
        if (words.length < 2) {
            throw new IllegalArgumentException(at + ": expected a kind and a name, got '" + text + "'");
        }
        return new SubjectId(constant(SubjectId.Kind.class, words[0], at), words[1]);
    }

    private static Series series(JsonNode node, String at) {
        List<List<Long>> runs = new ArrayList<>();
        for (JsonNode run : node) {
            runs.add(rounds(run, at));
        }
        try {
            return Series.of(runs);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(at + ": " + e.getMessage(), e);
        }
    }

    /** A run of one round is a number, one of several an array, and one without any is null. */
    private static List<Long> rounds(JsonNode run, String at) {
        if (run.isNull()) {
            return List.of();
        }
        if (!run.isArray()) {
            return List.of(integer(run, at));
        }
        List<Long> rounds = new ArrayList<>();
        run.forEach(round -> rounds.add(integer(round, at)));
        return rounds;
    }

    private static Origin originFromJson(JsonNode node) {
        return new Origin(
                text(node, "cluster", "origin."),
                text(node, "cluster-hash", "origin."),
                text(node, "fabric", "origin."),
                flag(node, "virtual", "origin."),
                each(node, "runs", "origin.", BaselineJson::run),
                acceptance(node, "origin."),
                each(node, "left-out", "origin.", BaselineJson::leftOut),
                each(node, "before", "origin.", BaselineJson::predecessor));
    }

    private static <T> List<T> each(JsonNode node, String name, String at, BiFunction<JsonNode, String, T> read) {
        List<T> all = new ArrayList<>();
        Iterator<JsonNode> children = child(node, name, at).elements();
        while (children.hasNext()) {
            all.add(read.apply(children.next(), at + name + "[" + all.size() + "]."));
        }
        return all;
    }

    private static Origin.OfRun run(JsonNode node, String at) {
        return new Origin.OfRun(text(node, "id", at), instant(node, "at", at));
    }

    static Acceptance acceptance(JsonNode node, String at) {
        return new Acceptance(
                text(node, "accepted-by", at), instant(node, "accepted-at", at), text(node, "reason", at));
    }

    private static Origin.LeftOut leftOut(JsonNode node, String at) {
        return new Origin.LeftOut(
                text(node, "run", at),
                subject(text(node, "subject", at), at + "subject"),
                text(node, "ask", at),
                text(node, "metric", at),
                integer(node, "value", at),
                flag(node, "by-name", at));
    }

    private static Origin.Predecessor predecessor(JsonNode node, String at) {
        List<String> runs = new ArrayList<>();
        child(node, "runs", at).forEach(run -> runs.add(run.asText()));
        return new Origin.Predecessor(text(node, "sha256", at), acceptance(node, at), runs);
    }

    private static Instant instant(JsonNode node, String name, String at) {
        String text = text(node, name, at);
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    at + name + ": expected an instant such as 2026-01-31T06:00:00Z, got '" + text + "'", e);
        }
    }

    static JsonNode child(JsonNode node, String name, String at) {
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
        return integer(child(node, name, at), at + name);
    }

    private static long integer(JsonNode number, String at) {
        if (!number.canConvertToLong() || !number.isIntegralNumber()) {
            throw new IllegalArgumentException(at + ": expected an integer in base units, got " + number);
        }
        return number.longValue();
    }

    private static boolean flag(JsonNode node, String name, String at) {
        JsonNode child = child(node, name, at);
        if (!child.isBoolean()) {
            throw new IllegalArgumentException(at + name + ": expected true or false, got " + child);
        }
        return child.booleanValue();
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

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
