package io.seatrial.report.picture;

/**
 * How a line is drawn. Colours are those of Okabe and Ito, which people with any colour vision tell apart; dashes do the same on paper.
 *
 * @param colour hex
 * @param width pixels
 * @param dash SVG dash array, empty = solid
 */
record Stroke(String colour, double width, String dash) {
    static final Stroke GRID = new Stroke(Svg.GRID, 1, "");
    static final Stroke AXIS = new Stroke(Svg.SOFT, 1, "");
    static final Stroke LIMIT = new Stroke("#D55E00", 2, "10 4");
    static final Stroke BASELINE = new Stroke("#000000", 1.5, "2 4");

    private static final String[] COLOURS = {"#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
    private static final String[] DASHES = {"", "7 3", "2 2", "9 3 2 3", "12 4 2 4 2 4", "4 2"};

    /** Return the stroke of the n-th curve; after six they repeat. */
    static Stroke ofCurve(int index) {
        return new Stroke(COLOURS[index % COLOURS.length], 2, DASHES[index % DASHES.length]);
    }
}
