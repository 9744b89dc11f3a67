package io.seatrial.report.allure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.report.allure.PastRun.PastResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * History and trends in the form in which Allure 2 reads them from {@code results/history} (its classes HistoryData, HistoryItem and
 * HistoryTrendItem). Allure would otherwise copy them from the folder of the previous report, which a single file does not have.
 *
 * @param runs the newest first, at most {@value #KEPT}
 */
record History(List<PastRun> runs) {
    /** Allure itself keeps as many. */
    static final int KEPT = 20;

    private static final List<String> STATUSES = List.of("failed", "broken", "skipped", "passed", "unknown");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    History {
        runs = runs.stream()
                .sorted(Comparator.comparing(PastRun::time).reversed())
                .limit(KEPT)
                .toList();
    }

    /** Return the files of the folder {@code history} by name. */
    Map<String, Object> files() {
        Map<String, Object> files = new TreeMap<>();
        files.put("history.json", perTest());
        files.put("history-trend.json", trend(History::counts));
        files.put("duration-trend.json", trend(History::duration));
        files.put("categories-trend.json", trend(History::categories));
        return files;
    }

    private ObjectNode perTest() {
        ObjectNode all = JSON.objectNode();
        runs.forEach(run -> run.results().forEach((id, result) -> addItem(all, id, run, result)));
        all.forEach(History::addStatistic);
        return all;
    }

    private static void addItem(ObjectNode all, String id, PastRun run, PastResult result) {
        ObjectNode item = JSON.objectNode();
        item.put("uid", run.id());
        if (!run.reportUrl().isEmpty()) {
            item.put("reportUrl", run.reportUrl());
        }
        item.put("status", result.status());
        ObjectNode time = item.putObject("time");
        time.put("start", result.start());
        time.put("stop", result.stop());
        time.put("duration", Math.max(0, result.stop() - result.start()));
        all.withObject("/" + id).withArray("items").add(item);
    }

    private static void addStatistic(com.fasterxml.jackson.databind.JsonNode test) {
        ObjectNode statistic = JSON.objectNode();
        ArrayNode items = (ArrayNode) test.get("items");
        for (String status : STATUSES) {
            long count = 0;
            for (com.fasterxml.jackson.databind.JsonNode item : items) {
                count += item.get("status").asText().equals(status) ? 1 : 0;
            }
            statistic.put(status, count);
        }
        statistic.put("total", items.size());
        ((ObjectNode) test).set("statistic", statistic);
    }

    private ArrayNode trend(java.util.function.Function<PastRun, ObjectNode> data) {
        ArrayNode trend = JSON.arrayNode();
        int order = runs.size();
        for (PastRun run : runs) {
            ObjectNode item = trend.addObject();
            item.put("buildOrder", order--);
            item.put("reportName", run.id());
            if (!run.reportUrl().isEmpty()) {
                item.put("reportUrl", run.reportUrl());
            }
            item.set("data", data.apply(run));
        }
        return trend;
    }

    private static ObjectNode counts(PastRun run) {
        ObjectNode data = JSON.objectNode();
        STATUSES.forEach(status -> data.put(status, count(run, status)));
        return data.put("total", run.results().size());
    }

    private static ObjectNode duration(PastRun run) {
        long first = run.results().values().stream()
                .mapToLong(PastResult::start)
                .min()
                .orElse(0);
        long last = run.results().values().stream()
                .mapToLong(PastResult::stop)
                .max()
                .orElse(0);
        return JSON.objectNode().put("duration", last - first);
    }

    /** The names are those of categories.json. */
    private static ObjectNode categories(PastRun run) {
        return JSON.objectNode()
                .put("Fabric bad", count(run, "failed"))
                .put("Not proven", count(run, "broken"))
                .put("Waived", count(run, "skipped"));
    }

    private static long count(PastRun run, String status) {
        return run.results().values().stream()
                .filter(result -> result.status().equals(status))
                .count();
    }
}
