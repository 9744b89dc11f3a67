package io.seatrial.softrdma;

import java.util.List;

/** Guests 1 and 2 at different segments with guest 3 as the switch between them, until this is closed. */
final class RoutedWay implements AutoCloseable {
    private static final int NEAR = 1;
    private static final int FAR = 2;
    private static final int SWITCH = 3;

    private final SoftRdmaLab lab;

    private RoutedWay(SoftRdmaLab lab) {
        this.lab = lab;
    }

    /**
     * Set up all three guests.
     *
     * @param through what guest 3 does with what it passes on, in the words of {@code routed}
     */
    static RoutedWay open(SoftRdmaLab lab, String through) {
        RoutedWay way = new RoutedWay(lab);
        try {
            lab.in(NEAR, "routed near");
            lab.in(FAR, "routed far");
            lab.in(SWITCH, "routed " + through);
            return way;
        } catch (RuntimeException | Error e) {
            try {
                way.close();
            } catch (AssertionError also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    /** Take it down in every guest: what one of them refuses must not stay in the others. */
    @Override
    public void close() {
        AssertionError refused = null;
        for (int guest : List.of(NEAR, FAR, SWITCH)) {
            try {
                lab.in(guest, "routed down");
            } catch (AssertionError e) {
                if (refused == null) {
                    refused = e;
                } else {
                    refused.addSuppressed(e);
                }
            }
        }
        if (refused != null) {
            throw refused;
        }
    }
}
