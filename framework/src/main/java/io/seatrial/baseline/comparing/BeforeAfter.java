package io.seatrial.baseline.comparing;

import java.util.List;

/**
 * What two runs came to when they were held against each other.
 *
 * @param classes what all subjects of a class share, by class
 * @param subjects every subject of every class, those that moved the most to the bad side first
 * @param tests how many tests each family held, one family per direction
 */
public record BeforeAfter(List<ClassMove> classes, List<SubjectMove> subjects, int tests) {
    public BeforeAfter {
        classes = List.copyOf(classes);
        subjects = List.copyOf(subjects);
    }

    /** Return the subjects of which one thing is to be said. */
    public List<SubjectMove> subjects(Effect effect) {
        return subjects.stream().filter(move -> move.effect() == effect).toList();
    }

    /** Return the subjects that moved otherwise than their class. */
    public List<SubjectMove> onTheirOwn(Effect effect) {
        return subjects(effect).stream().filter(move -> !move.shared()).toList();
    }

    /** Tell whether any subject came to an effect. */
    public boolean has(Effect effect) {
        return subjects.stream().anyMatch(move -> move.effect() == effect);
    }
}
