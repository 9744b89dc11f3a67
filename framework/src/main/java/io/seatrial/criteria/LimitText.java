package io.seatrial.criteria;

import io.seatrial.criteria.collectives.CollectiveBound;
import io.seatrial.criteria.collectives.Figures;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says one declared limit in a sentence. */
final class LimitText {
    private LimitText() {}

    static Message of(Ask ask, Limit limit) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("ask", ask.id());
        values.put("scope", scope(limit.holdsFor()));
        values.put("fail", limit.fail().text());
        values.put("grade", limit.grade().name());
        values.put("source", limit.source());
        values.put(
                "approved", limit.approval().map(a -> a.by() + " on " + a.on()).orElse(Criteria.APPROVED_BY_NOBODY));
        values.put("warn", limit.warn().map(Bound::text).orElse("-"));
        values.put("warn-grade", limit.foundingOfWarn().grade().name());
        values.put("warn-source", limit.foundingOfWarn().source());
        boolean most = ask.metric().better() == Direction.LOWER_IS_BETTER;
        String key = most ? "limit.declared-at-most" : "limit.declared-at-least";
        String withWarn = most ? "limit.declared-warn-at-most" : "limit.declared-warn-at-least";
        return new Message(limit.warn().isPresent() ? withWarn : key, values);
    }

    /** @param bound the least one among the groups; empty where nothing bounds them */
    static Message of(Ask ask, SizeLimit limit, Optional<CollectiveBound> bound) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("ask", ask.id());
        values.put(
                "scope",
                "at " + Figures.size(limit.size())
                        + limit.platform().map(platform -> ", " + platform).orElse("")
                        + bound.map(least -> ", bound " + least.told()).orElse(""));
        values.put("fail", limit.fail().text());
        values.put("grade", limit.grade().name());
        values.put("source", limit.source());
        values.put(
                "approved", limit.approval().map(a -> a.by() + " on " + a.on()).orElse(Criteria.APPROVED_BY_NOBODY));
        values.put("warn", limit.warn().map(Bound::text).orElse("-"));
        values.put("warn-grade", limit.grade().name());
        values.put("warn-source", limit.source());
        return new Message(
                limit.warn().isPresent() ? "limit.declared-warn-at-least" : "limit.declared-at-least", values);
    }

    private static String scope(Limit.Scope scope) {
        List<String> parts = new ArrayList<>();
        scope.platform().ifPresent(parts::add);
        scope.pathClass().ifPresent(parts::add);
        scope.fabric().ifPresent(parts::add);
        scope.memory().ifPresent(memory -> parts.add(memory + " memory"));
        scope.rate().ifPresent(rate -> parts.add(rate + " bit/s"));
        return parts.isEmpty() ? "everything" : String.join(", ", parts);
    }
}
