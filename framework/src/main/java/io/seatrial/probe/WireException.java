package io.seatrial.probe;

/** A line from an agent that is not of the wire format; the message quotes it. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int QUOTED = 200;

    WireException(String expected, String line) {
        super("agent said '" + quote(line) + "'; expected " + expected);
    }

    private static String quote(String line) {
        String shown = line.length() > QUOTED ? line.substring(0, QUOTED) + "..." : line;
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}
