package io.seatrial.formats.capture;

import java.util.Arrays;
import java.util.Optional;

/** What packets of RoCEv2 can tell of their flow. A packet may show several: an acknowledgement that arrives marked shows two. */
public enum Sign {
    /** Its sender allows no marks (RFC 3168, Not-ECT). */
    NOT_CAPABLE("not-ect"),
    /** Its sender allows marks, ECT(0) or ECT(1), and nobody made one. */
    CAPABLE("ect"),
    /** Congestion Experienced. */
    MARKED("ce"),
    /** Congestion notification packet: the receiver asks its sender to slow down. */
    NOTIFICATION("cnp"),
    /** Acknowledgement without complaint, read and atomic responses among them. */
    ACKNOWLEDGED("ack"),
    /** The receiver missed a packet. */
    SEQUENCE_NAK("nak-sequence"),
    /** The receiver could not accept a request: invalid, without access, or it failed there. */
    OTHER_NAK("nak-other"),
    /** The receiver has nowhere to put it yet; no fault of the fabric. */
    NOT_READY("nak-rnr"),
    /** A request whose sequence number went by before on this queue pair: sent again, as seen at the sender. */
    AGAIN("again");

    private static final int SEQUENCE_ERROR = 0;
    private static final int CODE = 0x1f;

    private final String text;

    Sign(String text) {
        this.text = text;
    }

    /** Return its name in measurements and tables. */
    public String text() {
        return text;
    }

    /** Find a sign by its name. */
    public static Optional<Sign> of(String text) {
        return Arrays.stream(values()).filter(sign -> sign.text.equals(text)).findFirst();
    }

    static Sign ofEcn(int ecn) {
        return switch (ecn) {
            case 0 -> NOT_CAPABLE;
            case 3 -> MARKED;
            default -> CAPABLE;
        };
    }

    /** Kind in bits 6 and 5, code or credit or timer below (InfiniBand Architecture Specification volume 1, 9.7.5); one kind is reserved. */
    static Optional<Sign> ofSyndrome(int syndrome) {
        return switch (syndrome >> 5 & 0b11) {
            case 0b00 -> Optional.of(ACKNOWLEDGED);
            case 0b01 -> Optional.of(NOT_READY);
            case 0b11 -> Optional.of((syndrome & CODE) == SEQUENCE_ERROR ? SEQUENCE_NAK : OTHER_NAK);
            default -> Optional.empty();
        };
    }
}
