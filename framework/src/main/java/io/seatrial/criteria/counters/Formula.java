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
    }
}
