package io.seatrial.criteria;

import io.seatrial.inventory.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong in one file, so that it is said all at once. */
final class Problems {

    private final String file;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void add(int line, String where, String message) {
        found.add(new Problem(file, line, where, message));
    }

    boolean has(String where) {
        return found.stream().anyMatch(problem -> problem.where().equals(where));
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            found.sort(Comparator.comparingInt(Problem::line));
            throw new InvalidFileException(found);
        }
    }

    /** Say which names are known, the nearest one first where it is near enough to be a slip of the pen. */
    static String expectedOneOf(String seen, Collection<String> known) {
        String expected = "expected one of " + String.join(", ", known) + "; got '" + seen + "'";
        return Nearest.to(seen, known)
                .map(name -> "expected '" + name + "'? " + expected)
                .orElse(expected);
    }
}
