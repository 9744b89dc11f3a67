package io.seatrial.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Cuts things into parts in which everyone reaches everyone, as a collective needs it: a spine that joins two leaves and another that joins
 * the second to a third do not join the first to the third.
 */
final class Parts {
    private Parts() {}

    /**
     * Return the parts, each in the order of the list; a thing goes to the first part that has room for it.
     *
     * @param place things of one place reach each other and the same others, so that one of them is asked for all
     * @param joined whether things of two places reach each other, in both directions
     */
    static <T> List<List<T>> of(List<T> things, Function<T, String> place, BiPredicate<T, T> joined) {
        Map<String, List<T>> partOf = new HashMap<>();
        List<List<T>> parts = new ArrayList<>();
        List<List<T>> witnesses = new ArrayList<>();
        for (T thing : things) {
            partOf.computeIfAbsent(place.apply(thing), key -> parts.get(room(parts, witnesses, thing, joined)))
                    .add(thing);
        }
        return parts;
    }

    /** Find or open the part for a new place; one witness of each place is asked. */
    private static <T> int room(List<List<T>> parts, List<List<T>> witnesses, T thing, BiPredicate<T, T> joined) {
        for (int i = 0; i < witnesses.size(); i++) {
            if (witnesses.get(i).stream().allMatch(other -> joined.test(thing, other))) {
                witnesses.get(i).add(thing);
                return i;
            }
        }
        witnesses.add(new ArrayList<>(List.of(thing)));
        parts.add(new ArrayList<>());
        return parts.size() - 1;
    }
}
