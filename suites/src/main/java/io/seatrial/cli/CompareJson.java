package io.seatrial.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.baseline.comparing.ClassMove;
import io.seatrial.baseline.comparing.Effect;
import io.seatrial.baseline.comparing.Move;
import io.seatrial.baseline.comparing.SubjectMove;
import io.seatrial.measurement.Message;
import io.seatrial.report.ComparedRuns;
import io.seatrial.report.RunFacts;
import io.seatrial.report.Texts;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** A comparison as JSON: everything that the page shows, numbers in base units and shares as numbers. {@code suites/COMPARE.md} has the table. */
final class CompareJson {
    /** Version of this form. */
    private static final int FORMAT = 1;

    private CompareJson() {}

    static String text(ComparedRuns runs) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", FORMAT).put("answer", runs.answer().word());
        root.set("before", run(runs.before()));
        root.set("after", run(runs.after()));
        sentences(root.putArray("remarks"), runs.remarks());
        sentences(root.putArray("inputs"), runs.inputs());
        settings(root.putArray("settings"), runs);
        verdicts(root.putArray("verdicts"), runs);
        ArrayNode lost = root.putArray("lost");
        runs.lost().forEach(lost::add);
        root.put("tests", runs.numbers().tests());
        root.put("unchanged", runs.numbers().subjects(Effect.UNCHANGED).size());
        ArrayNode classes = root.putArray("classes");
        runs.numbers().classes().forEach(move -> classes.add(ofClass(move)));
        for (Effect effect : List.of(Effect.WORSE, Effect.BETTER, Effect.CANNOT_TELL)) {
            ArrayNode list = root.putArray(word(effect));
            runs.numbers().subjects(effect).forEach(move -> list.add(subject(move)));
        }
        return written(root);
    }

    private static String written(ObjectNode root) {
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode run(RunFacts run) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("run", run.id())
                .put("cluster", run.cluster())
                .put("profile", run.profile())
                .put("start", run.start().toString())
                .put("virtual", run.virtual());
    }

    private static void sentences(ArrayNode into, Collection<Message> messages) {
        messages.stream().map(Texts::sentence).forEach(into::add);
    }

    private static void settings(ArrayNode into, ComparedRuns runs) {
        runs.settings().forEach(change -> {
            ObjectNode node = into.addObject();
            node.put("name", change.name());
            node.put("before", change.before().orElse(null));
            node.put("after", change.after().orElse(null));
            ArrayNode subjects = node.putArray("subjects");
            change.subjects().forEach(subject -> subjects.add(subject.toString()));
        });
    }

    private static void verdicts(ArrayNode into, ComparedRuns runs) {
        runs.verdicts()
                .forEach(change -> into.addObject()
                        .put("criterion", change.criterion())
                        .put("subject", change.subject())
                        .put("before", change.before())
                        .put("after", change.after())
                        .put("effect", word(change.effect())));
    }

    private static ObjectNode ofClass(ClassMove move) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("ask", move.key().ask()).put("metric", move.metric().id());
        node.put("subjects", move.subjects()).put("effect", word(move.effect()));
        ObjectNode conditions = node.putObject("conditions");
        move.key().conditions().values().forEach(conditions::put);
        return node.put("common", move.common()).put("detectable", finite(move.detectable()));
    }

    private static ObjectNode subject(SubjectMove move) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("ask", move.key().ask()).put("metric", move.metric().id());
        node.put("subject", move.subject().toString());
        node.put("unit", move.metric().unit().symbol());
        seen(node, "before", move.before());
        seen(node, "after", move.after());
        ObjectNode conditions = node.putObject("conditions");
        move.key().conditions().values().forEach(conditions::put);
        move.move().ifPresent(by -> put(node, by));
        node.put("shared", move.shared());
        move.why().ifPresent(why -> node.put("why", Texts.sentence(why)));
        return node;
    }

    private static void seen(ObjectNode node, String name, SubjectMove.Seen seen) {
        ObjectNode of = node.putObject(name);
        if (seen.rounds() > 0) {
            of.put("value", seen.value());
        }
        of.put("rounds", seen.rounds());
    }

    private static void put(ObjectNode node, Move move) {
        node.put("change", move.change()).put("low", move.low()).put("high", move.high());
        node.put("pWorse", move.pWorse()).put("pBetter", move.pBetter());
        node.put("detectable", finite(move.detectable()));
    }

    /** JSON knows no number for what is unknown. */
    static Double finite(double number) {
        return Double.isFinite(number) ? number : null;
    }

    static String word(Effect effect) {
        return effect.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
