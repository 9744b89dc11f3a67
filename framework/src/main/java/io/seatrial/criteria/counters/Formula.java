package io.seatrial.criteria.counters;

import io.seatrial.measurement.TimeWindow;
import java.util.List;

/** How counters become one number. */
public sealed interface Formula {
    /** One number for each link. */
    non-sealed interface OfLink extends Formula {
        /** Return what both ends say of a window. */
        Found of(LinkCounters link, TimeWindow window, Terms terms);
    }

    /** One number for the whole cluster. */
    non-sealed interface OfAll extends Formula {
        /** Return what all links say of a window together. */
        Found of(List<LinkCounters> links, TimeWindow window, Terms terms);

        /**
         * Tell whether it compares what different ports counted, which is true only between moments of silence: then it is asked of all rounds of
         * an ask together, never of a part of them.
         */
        default boolean comparesPorts() {
            return false;
        }
    }
}
