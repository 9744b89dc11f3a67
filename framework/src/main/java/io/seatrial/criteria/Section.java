package io.seatrial.criteria;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A mapping of a YAML file whose readings report what is wrong, with the line, and go on. */
final class Section {
    /** Turns the text of a scalar into a value. */
    @FunctionalInterface
    interface Reading<T> {
        /**
         * Read a text.
         *
         * @throws IllegalArgumentException with a message that says what was expected
         */
        T read(String text);
    }

    private final Problems problems;
    private final String path;
    private final int line;
    private final Map<String, Node> values = new LinkedHashMap<>();

    private Section(Problems problems, String path, int line) {
        this.problems = problems;
        this.path = path;
        this.line = line;
    }

    /** Open a mapping whose keys are free. An empty value is an empty mapping. */
    static Section open(Problems problems, String path, Node node) {
        Section section = new Section(problems, path, lineOf(node));
        if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(section::put);
        } else if (!isEmpty(node)) {
            problems.add(lineOf(node), path.isEmpty() ? "file" : path, "expected a mapping of keys to values");
        }
        return section;
    }

    /** Open a mapping of which only these keys are known. */
    static Section open(Problems problems, String path, Node node, Set<String> known) {
        Section section = open(problems, path, node);
        section.values.forEach((key, value) -> {
            if (!known.contains(key)) {
                problems.add(lineOf(value), section.at(key), Problems.expectedOneOf(key, known));
            }
        });
        return section;
    }

    private void put(NodeTuple tuple) {
        String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "(complex key)";
        if (values.put(key, tuple.getValueNode()) != null) {
            problems.add(lineOf(tuple.getKeyNode()), at(key), "expected the key once, got it twice");
        }
    }

    Collection<String> keys() {
        return values.keySet();
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** Report a problem with a key, or with the section where the key is absent. */
    void problem(String key, String message) {
        Node node = values.get(key);
        problems.add(node == null ? line : lineOf(node), at(key), message);
    }

    /** Tell whether a problem with a key was reported, so that nothing is held against what could not be read. */
    boolean hasProblem(String key) {
        return problems.has(at(key));
    }

    <T> T required(String key, Reading<T> reading, T placeholder) {
        if (!has(key)) {
            problem(key, "expected a value, got none");
            return placeholder;
        }
        return optional(key, reading).orElse(placeholder);
    }

    <T> T orElse(String key, Reading<T> reading, T otherwise) {
        return optional(key, reading).orElse(otherwise);
    }

    <T> Optional<T> optional(String key, Reading<T> reading) {
        Node node = values.get(key);
        return node == null ? Optional.empty() : scalar(at(key), node, reading);
    }

    private <T> Optional<T> scalar(String where, Node node, Reading<T> reading) {
        if (!(node instanceof ScalarNode scalar) || isEmpty(node)) {
            problems.add(lineOf(node), where, "expected one value");
            return Optional.empty();
        }
        try {
            return Optional.of(reading.read(scalar.getValue()));
        } catch (IllegalArgumentException e) {
            problems.add(lineOf(node), where, e.getMessage());
            return Optional.empty();
        }
    }

    /** Read a list of scalars; absent gives an empty list. */
    <T> List<T> list(String key, Reading<T> reading) {
        List<T> read = new ArrayList<>();
        for (Node item : items(key)) {
            scalar(at(key), item, reading).ifPresent(read::add);
        }
        return read;
    }

    /** Tell whether a list stands under a key. */
    boolean isList(String key) {
        return values.get(key) instanceof SequenceNode;
    }

    /** Tell whether a mapping stands under a key. */
    boolean isMapping(String key) {
        return values.get(key) instanceof MappingNode;
    }

    /** Open the mappings of a list; absent gives an empty list. */
    List<Section> sections(String key, Set<String> known) {
        List<Section> sections = new ArrayList<>();
        for (Node item : items(key)) {
            sections.add(open(problems, at(key) + "[" + sections.size() + "]", item, known));
        }
        return sections;
    }

    private List<Node> items(String key) {
        Node node = values.get(key);
        if (node == null || isEmpty(node)) {
            return List.of();
        }
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        problem(key, "expected a list");
        return List.of();
    }

    /** Open the mapping under a key; absent gives an empty one, on the line of this section. */
    Section child(String key, Set<String> known) {
        Node node = values.get(key);
        return node == null ? new Section(problems, at(key), line) : open(problems, at(key), node, known);
    }

    /** Open the mapping under a key, whose own keys are free. */
    Section child(String key) {
        Node node = values.get(key);
        return node == null ? new Section(problems, at(key), line) : open(problems, at(key), node);
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static boolean isEmpty(Node node) {
        return node instanceof ScalarNode && node.getTag().equals(Tag.NULL);
    }

    private static int lineOf(Node node) {
        return node.getStartMark().getLine() + 1;
    }
}
