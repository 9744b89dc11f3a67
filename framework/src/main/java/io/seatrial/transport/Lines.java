package io.seatrial.transport;

/** Receives the output of a command, line by line, without line ends; a line that is cut off at the end of the stream is still given. */
public interface Lines {
    /** Take a line of standard output. */
    void out(String line);

    /** Take a line of standard error. */
    void err(String line);
}
