package io.seatrial.inventory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** One mapping of the file. Getters return what is there and valid; what is not has been reported when they return empty. */
final class Section {
    private final Problems problems;
    private final Node place;
    private final Map<String, Node> values = new HashMap<>();

    private Section(Problems problems, Node place) {
        this.problems = problems;
        this.place = place;
    }

    /** Check the keys of a mapping. */
    static Optional<Section> read(Problems problems, Node node, Shape shape) {
        if (!(node instanceof MappingNode mapping)) {
            problems.add(node, describe(node), shape.text() + " with the keys " + keys(shape));
            return Optional.empty();
        }
        Section section = new Section(problems, node);
        mapping.getValue().forEach(tuple -> section.put(tuple, shape));
        for (String key : shape.required()) {
            if (!section.values.containsKey(key)) {
                problems.add(node, shape.text() + " without '" + key + "'", "'" + key + ": ...'");
            }
        }
        return Optional.of(section);
    }

    private void put(NodeTuple tuple, Shape shape) {
        Node key = tuple.getKeyNode();
        String name = key instanceof ScalarNode scalar ? scalar.getValue() : describe(key);
        if (!shape.keys().contains(name)) {
            if (Secrets.isSecret(name)) {
                return; // reported by the scan of the whole file, wherever it stands
            }
            String expected = "one of " + keys(shape) + " in " + shape.text();
            problems.add(key, "unknown key '" + name + "'", expected, Nearest.to(name, shape.keys()));
        } else if (values.putIfAbsent(name, tuple.getValueNode()) != null) {
            problems.add(key, "key '" + name + "' a second time", "each key once");
        }
    }

    private static String keys(Shape shape) {
        return String.join(", ", shape.keys());
    }

    Node place() {
        return place;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** Return the place of a value, or of the whole mapping where the key is missing. */
    Node place(String key) {
        return values.getOrDefault(key, place);
    }

    Optional<Section> section(String key, Shape shape) {
        return Optional.ofNullable(values.get(key)).flatMap(node -> read(problems, node, shape));
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).flatMap(node -> text(problems, node));
    }

    Optional<String> text(String key, Scope scope) {
        return text(key).flatMap(text -> rendered(problems, place(key), text, scope));
    }

    static Optional<String> text(Problems problems, Node node) {
        if (node instanceof ScalarNode scalar
                && !scalar.getTag().equals(Tag.NULL)
                && !scalar.getValue().isBlank()) {
            return Optional.of(scalar.getValue());
        }
        problems.add(node, describe(node), unquotedTemplate(node) ? "the template in quotes: \"{n}\"" : "a text");
        return Optional.empty();
    }

    static Optional<String> rendered(Problems problems, Node place, String text, Scope scope) {
        try {
            return Optional.of(Template.render(text, scope));
        } catch (Malformed e) {
            problems.add(place, e);
            return Optional.empty();
        }
    }

    OptionalInt integer(String key, Scope scope, int least, int most) {
        Optional<String> text = text(key, scope);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        boolean digits = text.get().matches("\\d{1,9}");
        int value = digits ? Integer.parseInt(text.get()) : -1;
        if (value < least || value > most) {
            problems.add(place(key), key + " '" + text.get() + "'", "a whole number from " + least + " to " + most);
            return OptionalInt.empty();
        }
        return OptionalInt.of(value);
    }

    OptionalLong amount(String key, ToLongFunction<String> unit) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(unit.applyAsLong(text.get()));
        } catch (Malformed e) {
            problems.add(place(key), new Malformed(key + " " + e.found(), e.expected()));
            return OptionalLong.empty();
        }
    }

    Optional<Boolean> flag(String key) {
        Optional<String> text = text(key);
        if (text.isPresent() && !text.get().matches("true|false")) {
            problems.add(place(key), key + " '" + text.get() + "'", "true or false");
            return Optional.empty();
        }
        return text.map(Boolean::valueOf);
    }

    /** Return the items of a list; empty when the key is missing. */
    List<Node> list(String key) {
        Node node = values.get(key);
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        if (node != null) {
            problems.add(node, describe(node), "a list: '" + key + ":' and below it lines that begin with '- '");
        }
        return List.of();
    }

    /** Return a list with at least one item, where the key is there at all. */
    List<Node> filled(String key) {
        List<Node> items = list(key);
        if (items.isEmpty() && values.get(key) instanceof SequenceNode) {
            problems.add(place(key), "an empty list", "at least one entry under '" + key + "'");
        }
        return items;
    }

    /** Return names written as one host list or as a list of them. */
    List<String> names(String key) {
        Node node = values.get(key);
        if (node == null) {
            return List.of();
        }
        List<Node> parts = node instanceof SequenceNode ? filled(key) : List.of(node);
        return parts.stream().flatMap(part -> expanded(part).stream()).toList();
    }

    private List<String> expanded(Node node) {
        Optional<String> text = text(problems, node);
        return text.map(list -> expanded(problems, node, list)).orElse(List.of());
    }

    static List<String> expanded(Problems problems, Node place, String text) {
        try {
            return HostList.expand(text);
        } catch (Malformed e) {
            problems.add(place, e);
            return List.of();
        }
    }

    static String describe(Node node) {
        if (unquotedTemplate(node)) {
            return "a template without quotes, which YAML reads as a mapping";
        }
        if (node instanceof ScalarNode scalar) {
            boolean nothing =
                    scalar.getTag().equals(Tag.NULL) || scalar.getValue().isBlank();
            return nothing ? "nothing" : "'" + scalar.getValue() + "'";
        }
        return node instanceof SequenceNode ? "a list" : "a mapping";
    }

    private static boolean unquotedTemplate(Node node) {
        return node instanceof MappingNode mapping
                && mapping.getValue().size() == 1
                && mapping.getValue().get(0).getValueNode() instanceof ScalarNode value
                && value.getTag().equals(Tag.NULL);
    }
}
