package io.seatrial.criteria.nccl;

import io.seatrial.inventory.Nearest;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Guesses which known word was meant, whatever its case. */
final class Guess {
    private Guess() {}

    /** Return the nearest of some words, an empty text where none is near. */
    static String of(String word, Collection<String> known) {
        var byUpper = known.stream()
                .collect(Collectors.toMap(one -> one.toUpperCase(Locale.ROOT), Function.identity(), (a, b) -> a));
        String wanted = word.strip().toUpperCase(Locale.ROOT);
        return Optional.ofNullable(byUpper.get(wanted))
                .or(() -> Nearest.to(wanted, byUpper.keySet().stream().sorted().toList())
                        .map(byUpper::get))
                .orElse("");
    }
}
