package io.seatrial.report.congestion;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;

/** Writes shares with as many digits as evidence deserves. */
final class Percent {
    private Percent() {}

    /** @param ppm parts per million */
    static String text(long ppm) {
        // Three digits: a share beyond 10 % has no meaningful hundredth.
        long step = ppm >= 100_000 ? 1_000 : ppm >= 10_000 ? 100 : 1;
        return Quantities.text(new Quantity(Math.round((double) ppm / step) * step, Unit.PARTS_PER_MILLION));
    }
}
