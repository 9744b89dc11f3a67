package io.seatrial.measurement;

import java.util.Collection;

/** Takes what samplers read while a run goes on; called from several threads. */
public interface CounterSink {
    /** Take what is known of a source: before its first reading, and again when it changed. */
    void source(CounterSource source);

    /** Take readings; those of one port from one source come in the order of time. */
    void readings(Collection<CounterReading> readings);

    /**
     * Take a failure: from now on nothing of a source comes, until it does again.
     *
     * @param node host or switch
     * @param source name of the source, empty where the whole node does not answer
     * @param cause in full
     */
    void failure(String node, String source, Message cause);
}
