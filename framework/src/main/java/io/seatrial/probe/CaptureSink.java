package io.seatrial.probe;

/** Takes what was captured beside a round. */
@FunctionalInterface
public interface CaptureSink {
    /** Take the capture of a port, or why there is none. */
    void take(String ask, int round, int attempt, PortCapture capture);
}
