package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.Found.Between;
import io.seatrial.criteria.counters.Found.Nothing;
import io.seatrial.criteria.counters.Found.Value;
import io.seatrial.measurement.Message;
import java.util.OptionalLong;

/**
 * What several ports say together: the largest number counts, and what is unknown of one keeps the others' numbers from passing. Having had no
 * traffic says nothing beside one that had some.
 */
final class Worst {
    private Worst() {}

    static Found of(Found one, Found other) {
        if (isIdle(one) || isIdle(other)) {
            return isIdle(one) ? other : one;
        }
        if (one instanceof Value a && other instanceof Value b) {
            return b.value() > a.value() ? b : a;
        }
        return between(asBetween(one), asBetween(other));
    }

    private static boolean isIdle(Found found) {
        return found instanceof Nothing nothing && nothing.idle();
    }

    /** Where nothing was seen and nothing bounds it, nothing is known. */
    private static Found between(Between a, Between b) {
        Between both = together(a, b);
        return both.least() == 0 && both.most().isEmpty() ? new Nothing(both.why(), false, both.details()) : both;
    }

    private static Between together(Between a, Between b) {
        Between larger = b.least() > a.least() ? b : a;
        OptionalLong most = a.most().isPresent() && b.most().isPresent()
                ? OptionalLong.of(Math.max(a.most().getAsLong(), b.most().getAsLong()))
                : OptionalLong.empty();
        Between vaguer = a.most().isEmpty()
                        || (b.most().isPresent()
                                && a.most().getAsLong() > b.most().getAsLong())
                ? a
                : b;
        return new Between(larger.least(), most, larger.where(), vaguer.why(), larger.details());
    }

    private static Between asBetween(Found found) {
        if (found instanceof Between between) {
            return between;
        }
        if (found instanceof Value value) {
            return new Between(
                    value.value(),
                    OptionalLong.of(value.value()),
                    value.where(),
                    Message.of("plain", "text", value.where()),
                    value.details());
        }
        Nothing nothing = (Nothing) found;
        return new Between(0, OptionalLong.empty(), "-", nothing.why(), nothing.details());
    }
}
