package io.seatrial.baseline.comparing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A result that both runs have and that reads otherwise.
 *
 * @param criterion id of the criterion
 * @param subject subject as text
 * @param before what it came to in the first run: {@code passed}, {@code watch}, {@code failed}, {@code not-proven}, {@code waived}
 * @param after what it came to in the second run
 */
public record VerdictChange(String criterion, String subject, String before, String after) {
    private static final String FAILED = "failed";
    private static final Set<String> GOOD = Set.of("passed", "watch");
    private static final Comparator<VerdictChange> ORDER = Comparator.comparing(VerdictChange::effect)
            .thenComparing(VerdictChange::criterion)
            .thenComparing(VerdictChange::subject);

    public VerdictChange {
        Objects.requireNonNull(criterion, "criterion");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
    }

    /** Which result. */
    public record Result(String criterion, String subject) implements Comparable<Result> {
        private static final Comparator<Result> ORDER =
                Comparator.comparing(Result::criterion).thenComparing(Result::subject);

        @Override
        public int compareTo(Result other) {
            return ORDER.compare(this, other);
        }
    }

    /** Compare results; the worst changes come first. */
    public static List<VerdictChange> of(Map<Result, String> before, Map<Result, String> after) {
        SortedMap<Result, String> now = new TreeMap<>(after);
        List<VerdictChange> changes = new ArrayList<>();
        now.forEach((result, verdict) -> {
            String was = before.getOrDefault(result, verdict);
            if (!was.equals(verdict)) {
                changes.add(new VerdictChange(result.criterion(), result.subject(), was, verdict));
            }
        });
        changes.sort(ORDER);
        return List.copyOf(changes);
    }

    /** Return what it came to. What was not proven before and fails now may have been as bad before: that cannot be told. */
    public Effect effect() {
        boolean wasGood = GOOD.contains(before);
        if (after.equals(FAILED)) {
            return wasGood ? Effect.WORSE : Effect.CANNOT_TELL;
        }
        if (GOOD.contains(after)) {
            return before.equals(FAILED) ? Effect.BETTER : Effect.UNCHANGED;
        }
        return Effect.CANNOT_TELL;
    }
}
