package io.seatrial.report.picture;

/** The viridis colours: even steps of brightness, readable with any colour vision and on grey paper. Interpolated between nine stops. */
final class Viridis {
    /** The last colour of the palette stands for "no value" and is transparent. */
    static final int NO_VALUE = 255;
    /** The colour of a pair that nobody asked for: the white of the ground. */
    static final int NOT_ASKED = 254;
    /** Indexes 0..253 are the scale from low to high. */
    static final int LAST = 253;

    private static final int[] STOPS = {
        0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725
    };

    private Viridis() {}

    /** Return the colour of an index as 0xRRGGBB. */
    static int rgb(int index) {
        if (index >= NOT_ASKED) {
            return 0xffffff;
        }
        double at = (double) index / LAST * (STOPS.length - 1);
        int stop = Math.min((int) at, STOPS.length - 2);
        double share = at - stop;
        int result = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int low = STOPS[stop] >> shift & 0xff;
            int high = STOPS[stop + 1] >> shift & 0xff;
            result |= (int) Math.round(low + (high - low) * share) << shift;
        }
        return result;
    }
}
