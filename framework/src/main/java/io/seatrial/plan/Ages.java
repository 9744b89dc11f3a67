package io.seatrial.plan;

import io.seatrial.measurement.SubjectId;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * When earlier runs last asked what. One that was asked in vain counts as asked, and is judged as not proven in its own run: else a dead host
 * would take every night from the others.
 *
 * @param lastAsked by id of the ask and subject
 */
public record Ages(Map<String, Map<SubjectId, Instant>> lastAsked) {
    /** Nothing was ever asked. */
    public static final Ages NONE = new Ages(Map.of());

    public Ages {
        Map<String, Map<SubjectId, Instant>> copy = new HashMap<>();
        lastAsked.forEach((ask, subjects) -> copy.put(ask, Map.copyOf(subjects)));
        lastAsked = Collections.unmodifiableMap(copy);
    }

    /** Return what is known when a night is over. */
    public Ages and(Night night, Instant at) {
        Map<String, Map<SubjectId, Instant>> all = new HashMap<>();
        lastAsked.forEach((ask, subjects) -> all.put(ask, new HashMap<>(subjects)));
        night.chosen()
                .forEach(turn -> turn.links()
                        .keySet()
                        .forEach(subject -> all.computeIfAbsent(turn.ask(), ask -> new HashMap<>())
                                .put(subject, at)));
        return new Ages(all);
    }

    /** Return when a subject was last asked under an ask, empty for never. */
    public Optional<Instant> of(String ask, SubjectId subject) {
        return Optional.ofNullable(lastAsked.getOrDefault(ask, Map.of()).get(subject));
    }
}
