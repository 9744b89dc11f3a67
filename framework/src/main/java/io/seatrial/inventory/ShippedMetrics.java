package io.seatrial.inventory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** The maps of metrics that come with the product, by the exporter that serves them; written as people write their own. */
final class ShippedMetrics {
    private static final String RESOURCE = "prometheus-maps.yaml";

    private ShippedMetrics() {}

    static List<String> names() {
        return maps().stream().map(ShippedMetrics::name).toList();
    }

    static List<PrometheusSettings.Mapped> read(String name) {
        NodeTuple map = maps().stream()
                .filter(each -> name(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no map " + name));
        Problems problems = new Problems(RESOURCE);
        HttpReader durations = new HttpReader(problems, new SshReader(problems, Path.of("")));
        PrometheusReader reader = new PrometheusReader(problems, durations);
        List<PrometheusSettings.Mapped> all = new ArrayList<>();
        ((SequenceNode) map.getValueNode())
                .getValue()
                .forEach(item -> Section.read(problems, item, Shape.METRIC)
                        .ifPresent(metric -> all.addAll(reader.mapped(metric))));
        problems.throwIfAny();
        return all;
    }

    private static String name(NodeTuple map) {
        return ((ScalarNode) map.getKeyNode()).getValue();
    }

    private static List<NodeTuple> maps() {
        try (InputStream in = ShippedMetrics.class.getResourceAsStream(RESOURCE)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return ((MappingNode) new Yaml(new LoaderOptions()).compose(new java.io.StringReader(text))).getValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
