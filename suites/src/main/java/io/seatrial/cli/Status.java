package io.seatrial.cli;

/** Exit statuses; every command speaks this language. */
final class Status {
    static final int HOLDS = 0;
    static final int DOES_NOT_HOLD = 1;
    static final int USAGE = 2;
    static final int CANNOT_TELL = 3;
    static final int FAILED = 4;

    private Status() {}
}
