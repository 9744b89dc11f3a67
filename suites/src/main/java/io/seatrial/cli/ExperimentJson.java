package io.seatrial.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.baseline.statistics.BlockEffect;
import io.seatrial.criteria.experiment.Factor;
import io.seatrial.criteria.experiment.LevelEffect;
import io.seatrial.report.ExperimentResult;
import io.seatrial.report.Texts;
import java.io.UncheckedIOException;

/** What an experiment came to as JSON; {@code suites/COMPARE.md} has the table. */
final class ExperimentJson {
    private static final int FORMAT = 1;

    private ExperimentJson() {}

    static String text(ExperimentResult result) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", FORMAT).put("answer", result.answer().word());
        root.put("experiment", result.experiment().name())
                .put("question", result.experiment().question());
        root.put("cluster", result.cluster()).put("virtual", result.virtual());
        ArrayNode remarks = root.putArray("remarks");
        result.remarks().forEach(remark -> remarks.add(Texts.sentence(remark)));
        ArrayNode levels = root.putArray("levels");
        result.experiment().factors().forEach(factor -> levels(factor, levels));
        ArrayNode effects = root.putArray("effects");
        result.effects().forEach(effect -> effects.add(effect(effect)));
        ArrayNode runs = root.putArray("runs");
        result.runs().forEach(runs::add);
        root.put("missing", result.missing());
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void levels(Factor factor, ArrayNode into) {
        factor.levels()
                .forEach(level -> into.addObject()
                        .put("factor", factor.name())
                        .put("level", level.name())
                        .put("apply", level.apply().orElse(null))
                        .put("restore", level.restore().orElse(null))
                        .put("costs", level.costs())
                        .put("risks", level.risks()));
    }

    private static ObjectNode effect(LevelEffect of) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("factor", of.factor()).put("level", of.level()).put("against", of.against());
        node.put("ask", of.key().ask()).put("metric", of.metric().id());
        ObjectNode conditions = node.putObject("conditions");
        of.key().conditions().values().forEach(conditions::put);
        node.put("subjects", of.subjects()).put("effect", CompareJson.word(of.effect()));
        BlockEffect size = of.size();
        node.put("blocks", size.blocks()).put("change", size.change());
        node.put("low", size.low()).put("high", CompareJson.finite(size.high()));
        node.put("pUp", size.pUp()).put("pDown", size.pDown());
        node.put("detectable", CompareJson.finite(size.detectable()));
        of.why().ifPresent(why -> node.put("why", Texts.sentence(why)));
        return node;
    }
}
