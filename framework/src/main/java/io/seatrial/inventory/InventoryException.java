package io.seatrial.inventory;

import java.util.List;
import java.util.stream.Collectors;

/** The cluster folder, or a selection from it, cannot be used. Carries every problem found, not only the first. */
public final class InventoryException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int SHOWN = 20;

    private final transient List<Problem> problems;

    InventoryException(List<Problem> problems) {
        super(text(problems));
        this.problems = List.copyOf(problems);
    }

    /** Return the problems in the order of the file. */
    public List<Problem> problems() {
        return problems;
    }

    private static String text(List<Problem> problems) {
        String lines = problems.stream().limit(SHOWN).map(Problem::toString).collect(Collectors.joining("\n"));
        int more = problems.size() - SHOWN;
        return more > 0 ? lines + "\n... and " + more + " more" : lines;
    }
}
