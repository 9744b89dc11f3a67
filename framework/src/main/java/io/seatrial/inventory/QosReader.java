package io.seatrial.inventory;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code qos:}. */
final class QosReader {
    private static final int LAST = 7;
    private static final Scope NO_SCOPE = Scope.of("", 0);

    private final Problems problems;

    QosReader(Problems problems) {
        this.problems = problems;
    }

    Optional<Qos> read(Section cluster) {
        return cluster.section("qos", Shape.QOS).flatMap(this::qos);
    }

    private Optional<Qos> qos(Section qos) {
        Optional<CongestionControl> control = qos.text("congestion-control").flatMap(name -> control(qos, name));
        SortedSet<Integer> lossless = new TreeSet<>();
        for (Node item : qos.list("lossless")) {
            priority(item).ifPresent(lossless::add);
        }
        control.filter(c -> c.pauses() && lossless.isEmpty())
                .ifPresent(c -> problems.add(
                        qos.place("lossless"),
                        "congestion control " + c.text() + " without a lossless priority",
                        "'lossless: [3]', the priorities that PFC protects"));
        OptionalInt notifications =
                qos.has("cnp-priority") ? qos.integer("cnp-priority", NO_SCOPE, 0, LAST) : OptionalInt.empty();
        return control.map(c -> new Qos(c, lossless, queues(qos), notifications));
    }

    private Optional<CongestionControl> control(Section qos, String name) {
        Optional<CongestionControl> known = CongestionControl.of(name);
        if (known.isEmpty()) {
            problems.add(
                    qos.place("congestion-control"),
                    "congestion control '" + name + "'",
                    String.join(", ", CongestionControl.names()),
                    Nearest.to(name, CongestionControl.names()));
        }
        return known;
    }

    /** Written as {@code "3:5"}: priority and queue. */
    private Map<Integer, Integer> queues(Section qos) {
        Map<Integer, Integer> queues = new TreeMap<>();
        for (Node item : qos.list("queues")) {
            Section.text(problems, item).ifPresent(text -> {
                if (text.matches("[0-7]:[0-7]")) {
                    queues.put(text.charAt(0) - '0', text.charAt(2) - '0');
                } else {
                    problems.add(item, "'" + text + "'", "priority and queue, for example \"3:5\"");
                }
            });
        }
        return queues;
    }

    private OptionalInt priority(Node item) {
        Optional<String> text = Section.text(problems, item);
        if (text.isPresent() && !text.get().matches("[0-7]")) {
            problems.add(item, "priority '" + text.get() + "'", "a whole number from 0 to " + LAST);
            return OptionalInt.empty();
        }
        return text.map(Integer::parseInt).map(OptionalInt::of).orElse(OptionalInt.empty());
    }
}
