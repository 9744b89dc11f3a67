package io.seatrial.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lays out lines of the form {@code name : value} with the colons below each other. Immutable; each step returns a longer one. */
public final class Facts {
    private final List<Fact> facts;

    private Facts(List<Fact> facts) {
        this.facts = List.copyOf(facts);
    }

    /** Start with no line. */
    public static Facts none() {
        return new Facts(List.of());
    }

    /** Add a line. A value of several lines is continued below its first. */
    public Facts with(String name, String value) {
        List<Fact> more = new ArrayList<>(facts);
        more.add(new Fact(name, value));
        return new Facts(more);
    }

    /** Return the aligned lines. */
    public List<String> lines() {
        int width = facts.stream().mapToInt(fact -> fact.name.length()).max().orElse(0);
        return facts.stream().flatMap(fact -> fact.lines(width).stream()).toList();
    }

    private record Fact(String name, String value) {
        Fact {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(value, "value");
        }

        List<String> lines(int width) {
            List<String> result = new ArrayList<>();
            String head = name + " ".repeat(width - name.length()) + " : ";
            for (String line : value.split("\n", -1)) {
                result.add((result.isEmpty() ? head : " ".repeat(head.length())) + line);
            }
            return result;
        }
    }
}
