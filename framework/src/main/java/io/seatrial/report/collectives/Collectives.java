package io.seatrial.report.collectives;

import java.util.List;

/**
 * What collectives gave in a run, for the report. A run that asked none has {@link #NONE} and shows nothing of it.
 *
 * @param asks in the order in which they were asked
 */
public record Collectives(List<AskCurves> asks) {
    /** No collective was asked. */
    public static final Collectives NONE = new Collectives(List.of());

    public Collectives {
        asks = List.copyOf(asks);
    }

    /** Tell whether there is nothing to show. */
    public boolean isEmpty() {
        return asks.isEmpty();
    }
}
