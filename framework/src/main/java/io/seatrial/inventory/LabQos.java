package io.seatrial.inventory;

/**
 * How the switches of the virtual fabric treat the lossless class: when its egress queue marks packets (ECN by WRED) and when it pauses what
 * feeds it (PFC).
 *
 * @param kmin occupancy up to which nothing is marked, bytes
 * @param kmax occupancy from which on everything is marked, bytes
 * @param pmax share of packets that is marked at {@code kmax}, more than 0 up to 1
 * @param xoff occupancy above which the upstream side is paused, bytes
 * @param xon occupancy at which it may send again, bytes
 */
public record LabQos(int kmin, int kmax, double pmax, int xoff, int xon) {
    private static final double DEFAULT_PMAX = 0.1;

    public LabQos {
        if (kmin < 0 || kmin >= kmax || kmax >= xoff) {
            throw new IllegalArgumentException(
                    "qos: expected 0 <= kmin < kmax < xoff, got " + kmin + " B, " + kmax + " B and " + xoff + " B");
        }
        if (xon < 1 || xon >= xoff) {
            throw new IllegalArgumentException("qos: expected 0 < xon < xoff, got " + xon + " B and " + xoff + " B");
        }
        if (!(pmax > 0 && pmax <= 1)) {
            throw new IllegalArgumentException(
                    "qos: expected pmax above 0 % and up to 100 %, got " + pmax * 100 + " %");
        }
    }

    /**
     * Return what holds where the file says nothing else: a quarter, a half and three quarters of the queue, so that it marks before it
     * pauses, and 10 % at Kmax. Chosen for the lab; no switch has these numbers.
     *
     * @param queue bytes that a direction of a link holds
     */
    public static LabQos of(int queue) {
        return new LabQos(queue / 4, queue / 2, DEFAULT_PMAX, queue / 4 * 3, queue / 8 * 5);
    }

    /** Return a copy with other thresholds for marking. */
    public LabQos marking(int from, int to) {
        return new LabQos(from, to, pmax, xoff, xon);
    }
}
