package io.seatrial.inventory;

import io.seatrial.measurement.Counter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code prometheus:}. */
final class PrometheusReader {
    private static final Pattern METRIC = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final String MATCHER = "[a-zA-Z_][a-zA-Z0-9_]*\\s*(?:=~|!~|!=|=)\\s*\"(?:[^\"\\\\\\n]|\\\\.)*\"";
    private static final Pattern WHERE = Pattern.compile("\\s*" + MATCHER + "(?:\\s*,\\s*" + MATCHER + ")*\\s*");
    private static final Pattern FIELD = Pattern.compile("\\{([^{}]*)\\}");
    private static final int MOST_METRICS = 1000;

    private final Problems problems;
    private final HttpReader http;

    PrometheusReader(Problems problems, HttpReader http) {
        this.problems = problems;
        this.http = http;
    }

    Optional<PrometheusSettings> read(Section cluster) {
        return cluster.section("prometheus", Shape.PROMETHEUS).flatMap(this::settings);
    }

    private Optional<PrometheusSettings> settings(Section server) {
        int before = problems.count();
        Optional<HttpSettings> asked = http.read(server);
        Optional<Duration> refresh = http.duration(server, "refresh");
        PrometheusSettings.NodeLabel node = node(server);
        List<PrometheusSettings.Mapped> metrics = new ArrayList<>(shipped(server));
        for (Node item : server.filled("metrics")) {
            Section.read(problems, item, Shape.METRIC).ifPresent(metric -> metrics.addAll(mapped(metric)));
        }
        if (metrics.isEmpty() && problems.count() == before) {
            problems.add(server.place(), "prometheus without a metric", "'maps: [...]' or 'metrics: [...]'");
        }
        String where = where(server);
        return asked.isEmpty() || problems.count() > before
                ? Optional.empty()
                : Optional.of(new PrometheusSettings(asked.get(), refresh, where, node, metrics));
    }

    private List<PrometheusSettings.Mapped> shipped(Section server) {
        List<PrometheusSettings.Mapped> all = new ArrayList<>();
        List<String> known = ShippedMetrics.names();
        for (Node item : server.filled("maps")) {
            Optional<String> name = Section.text(problems, item);
            if (name.isPresent() && known.contains(name.get())) {
                all.addAll(ShippedMetrics.read(name.get()));
            } else if (name.isPresent()) {
                String found = "map '" + name.get() + "'";
                problems.add(item, found, String.join(", ", known), Nearest.to(name.get(), known));
            }
        }
        return all;
    }

    private String where(Section server) {
        String where = server.text("where").orElse("").strip();
        if (!where.isEmpty() && !WHERE.matcher(where).matches()) {
            problems.add(
                    server.place("where"), "where '" + where + "'", "matchers such as cluster=\"a\", job=~\"node.*\"");
        }
        return where;
    }

    private PrometheusSettings.NodeLabel node(Section server) {
        return server.section("node", Shape.PROMETHEUS_NODE)
                .map(this::label)
                .orElse(PrometheusSettings.NodeLabel.INSTANCE);
    }

    private PrometheusSettings.NodeLabel label(Section node) {
        String label = node.text("label").orElse("instance");
        if (!LABEL.matcher(label).matches()) {
            problems.add(node.place("label"), "label '" + label + "'", "the name of a label");
        }
        String match = node.text("match").orElse(PrometheusSettings.NodeLabel.INSTANCE.match());
        String name = node.text("name").orElse(PrometheusSettings.NodeLabel.INSTANCE.name());
        try {
            int groups = Math.min(9, Pattern.compile(match).matcher("").groupCount());
            if (!name.matches("(?:[^$\\\\]|\\$[0-" + groups + "])*")) {
                String found = "name '" + name + "' for " + groups + " groups of match";
                problems.add(node.place("name"), found, "$1 and so on for the groups of match");
            }
        } catch (PatternSyntaxException e) {
            String found = "match '" + match + "' (" + e.getDescription() + ")";
            problems.add(node.place("match"), found, "a regular expression");
        }
        return new PrometheusSettings.NodeLabel(label, match, name);
    }

    /** Read a metric; brackets in its name and in its counter are written out together. */
    List<PrometheusSettings.Mapped> mapped(Section metric) {
        int before = problems.count();
        List<String> names = expanded(metric, "metric");
        List<String> counters = expanded(metric, "counter");
        BigDecimal scale = scale(metric);
        Duration delay = http.duration(metric, "delay").orElse(Duration.ZERO);
        String port = port(metric);
        if (problems.count() == before && counters.size() != names.size()) {
            String found = counters.size() + " counters for " + names.size() + " metrics";
            problems.add(metric.place("counter"), found, "as many of both");
        }
        names.forEach(name -> checkMetric(metric, name));
        counters.forEach(counter -> checkCounter(metric, counter));
        List<PrometheusSettings.Mapped> all = new ArrayList<>();
        for (int i = 0; problems.count() == before && i < names.size(); i++) {
            all.add(new PrometheusSettings.Mapped(names.get(i), counters.get(i), port, scale, delay));
        }
        return all;
    }

    private List<String> expanded(Section metric, String key) {
        List<String> names = metric.text(key)
                .map(text -> Section.expanded(problems, metric.place(key), text))
                .orElse(List.of());
        if (names.size() > MOST_METRICS) {
            problems.add(metric.place(key), names.size() + " names", "at most " + MOST_METRICS);
            return List.of();
        }
        return names;
    }

    private void checkMetric(Section metric, String name) {
        if (!METRIC.matcher(name).matches()) {
            String found = "metric '" + name + "'";
            problems.add(metric.place("metric"), found, "the name of a metric; expressions such as rate() hide resets");
        }
    }

    private void checkCounter(Section metric, String counter) {
        String example = FIELD.matcher(counter).replaceAll("0");
        if (Counter.of(example).isEmpty()) {
            problems.add(
                    metric.place("counter"),
                    "counter '" + counter + "'",
                    "the name of a counter, for example rx.pause.frames.3, tx.wait or queue.marked.{queue}");
        }
        checkFields(metric, "counter", counter);
    }

    private String port(Section metric) {
        String port = metric.text("port").orElse("{node}/{device}");
        if (!port.contains("/")) {
            problems.add(metric.place("port"), "port '" + port + "'", "NODE/PORT out of labels: {node}/{device}");
        }
        checkFields(metric, "port", port);
        return port;
    }

    private void checkFields(Section metric, String key, String template) {
        FIELD.matcher(template).results().forEach(field -> {
            if (!LABEL.matcher(field.group(1)).matches()) {
                problems.add(metric.place(key), "'" + field.group() + "'", "the name of a label, or {node}");
            }
        });
    }

    private BigDecimal scale(Section metric) {
        String text = metric.text("scale").orElse("1");
        if (text.matches("\\d{1,15}(\\.\\d{1,15})?(e-?\\d{1,2})?") && new BigDecimal(text).signum() > 0) {
            return new BigDecimal(text);
        }
        problems.add(metric.place("scale"), "scale '" + text + "'", "a number above 0, for example 1000 from us to ns");
        return BigDecimal.ONE;
    }
}
