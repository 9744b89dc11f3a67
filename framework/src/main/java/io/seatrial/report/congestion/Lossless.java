package io.seatrial.report.congestion;

/**
 * Where the lossless traffic of a port goes.
 *
 * @param priority its PFC priority, 0..7
 * @param queue the egress queue that carries it, 0 or more
 */
public record Lossless(int priority, int queue) {
    /** What most public RoCE configurations use: priority 3 in queue 3 (SONiC, Onyx, Cumulus). */
    public static final Lossless USUAL = new Lossless(3, 3);

    public Lossless {
        if (priority < 0 || priority > 7 || queue < 0) {
            throw new IllegalArgumentException(
                    "lossless traffic: expected priority 0..7 and queue 0 or more, got " + priority + " and " + queue);
        }
    }
}
