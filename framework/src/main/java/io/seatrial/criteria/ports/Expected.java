package io.seatrial.criteria.ports;

import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where a rule takes from what is meant.
 *
 * @param kind whether criteria.yaml may say it
 * @param value what holds where criteria.yaml says nothing, in the form of the rule
 * @param source where that comes from
 * @param form reads and normalises a declared value; throws {@link IllegalArgumentException} that says what was expected
 */
public record Expected(Kind kind, Optional<String> value, String source, UnaryOperator<String> form) {
    /** Whether criteria.yaml may say it. */
    public enum Kind {
        /** Nothing is meant: ports are only compared with each other. */
        NOTHING,
        /** What is meant follows from cluster.yaml, or from sense; there is no value. */
        GIVEN,
        /** A value may be declared. */
        OPTIONAL,
        /** A value has to be declared. */
        NEEDED
    }

    public Expected {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(form, "form");
    }

    static Expected nothing() {
        return new Expected(Kind.NOTHING, Optional.empty(), "", Expected::refuse);
    }

    static Expected given(String source) {
        return new Expected(Kind.GIVEN, Optional.empty(), source, Expected::refuse);
    }

    static Expected orElse(String value, String source, UnaryOperator<String> form) {
        return new Expected(Kind.OPTIONAL, Optional.of(value), source, form);
    }

    static Expected optional(String source, UnaryOperator<String> form) {
        return new Expected(Kind.OPTIONAL, Optional.empty(), source, form);
    }

    static Expected needed(UnaryOperator<String> form) {
        return new Expected(Kind.NEEDED, Optional.empty(), "", form);
    }

    private static String refuse(String text) {
        throw new IllegalArgumentException(
                "expected no value: what is meant stands under qos in cluster.yaml, got '" + text + "'");
    }
}
