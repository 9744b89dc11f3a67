package io.seatrial.criteria;

import java.util.Arrays;
import java.util.function.Function;

/** Finds constants by the names that files use. */
final class Texts {
    private Texts() {}

    static <E> E find(E[] constants, Function<E, String> name, String text) {
        return Arrays.stream(constants)
                .filter(constant -> name.apply(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Problems.expectedOneOf(
                        text, Arrays.stream(constants).map(name).toList())));
    }

    /** Read a text that says something. */
    static String some(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("expected a text, got none");
        }
        return text.strip();
    }
}
