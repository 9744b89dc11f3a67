package io.seatrial.transport;

/**
 * Takes what a command prints, in pieces as they come. Each stream is given in order by one thread at a time; an exception ends the command
 * and fails {@link Running#exit()}.
 */
public interface Output {
    /** Take bytes of standard output; the array is reused afterwards. */
    void out(byte[] bytes, int offset, int length);

    /** Take bytes of standard error; the array is reused afterwards. */
    void err(byte[] bytes, int offset, int length);

    /** Take note that both streams have ended. */
    void end();
}
