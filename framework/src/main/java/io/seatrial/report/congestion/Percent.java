package io.seatrial.report.congestion;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;

/** Writes shares with as many digits as evidence deserves. */
public final class Percent {
    private Percent() {}

    /**
     * Return the text of a share.
     *
     * @param ppm parts per million
     */
    public static String text(long ppm) {
        // Three digits: a share beyond 10 % has no meaningful hundredth.
        long step = 1;
        while (ppm / step >= 1_000) {
            step *= 10;
        }
        return Quantities.text(new Quantity(Math.round((double) ppm / step) * step, Unit.PARTS_PER_MILLION));
    }
}
