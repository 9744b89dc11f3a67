package io.seatrial.telemetry.prometheus;

import io.seatrial.inventory.PrometheusSettings;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.SubjectId;
import io.seatrial.telemetry.PortNames;
import io.seatrial.telemetry.prometheus.PrometheusApi.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what a series counts of which port, as cluster.yaml says it. */
final class Mapping {
    private static final Pattern FIELD = Pattern.compile("\\{([^{}]*)\\}");

    private final Map<String, List<PrometheusSettings.Mapped>> metrics = new HashMap<>();
    private final PrometheusSettings.NodeLabel node;
    private final Pattern match;
    private final PortNames names;

    /** What a series counts. */
    record Counted(SubjectId port, Counter counter, PrometheusSettings.Mapped by) {}

    Mapping(PrometheusSettings settings, PortNames names) {
        this.node = settings.node();
        this.match = Pattern.compile(node.match());
        this.names = names;
        settings.metrics()
                .forEach(each -> metrics.computeIfAbsent(each.metric(), m -> new ArrayList<>())
                        .add(each));
    }

    /** Return the names of the metrics. */
    List<String> metrics() {
        return metrics.keySet().stream().sorted().toList();
    }

    boolean isMapped(String metric) {
        return metrics.containsKey(metric);
    }

    /** Return the node that a series belongs to, where the cluster has it. */
    Optional<String> node(Series series) {
        return nodeName(series).flatMap(names::node);
    }

    private Optional<String> nodeName(Series series) {
        Matcher matcher = match.matcher(series.label(node.label()));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        StringBuilder name = new StringBuilder();
        matcher.appendReplacement(name, node.name());
        return Optional.of(name.toString());
    }

    /** Return what a series counts; nothing where it is of no port of the cluster. */
    List<Counted> counted(Series series) {
        List<Counted> all = new ArrayList<>();
        for (PrometheusSettings.Mapped by : metrics.getOrDefault(series.label("__name__"), List.of())) {
            Optional<SubjectId> port = portName(by, series).flatMap(this::port);
            Optional<Counter> counter = filled(by.counter(), series).flatMap(Counter::of);
            if (port.isPresent() && counter.isPresent()) {
                all.add(new Counted(port.get(), counter.get(), by));
            }
        }
        return all;
    }

    /** Return the {@code NODE/PORT} that a series is of, in the words of its labels. */
    Optional<String> portName(PrometheusSettings.Mapped by, Series series) {
        return filled(by.port(), series);
    }

    /** Return an example of what the labels of a series make, for the message that none fits. */
    String example(Series series) {
        PrometheusSettings.Mapped by = metrics.get(series.label("__name__")).get(0);
        return portName(by, series).orElse(by.port() + " of " + series.labels());
    }

    private Optional<SubjectId> port(String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? Optional.empty() : names.port(name.substring(0, slash), name.substring(slash + 1));
    }

    private Optional<String> filled(String template, Series series) {
        Matcher fields = FIELD.matcher(template);
        StringBuilder out = new StringBuilder();
        while (fields.find()) {
            Optional<String> value = value(fields.group(1), series);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            fields.appendReplacement(out, Matcher.quoteReplacement(value.get()));
        }
        return Optional.of(fields.appendTail(out).toString());
    }

    private Optional<String> value(String label, Series series) {
        return label.equals("node")
                ? nodeName(series)
                : Optional.ofNullable(series.labels().get(label));
    }
}
