package io.seatrial.probe;

/** An operation of RDMA verbs. */
public enum Verb {
    WRITE("write", 2),
    SEND("send", 2),
    READ("read", 1);

    private final String text;
    private final int crossings;

    Verb(String text, int crossings) {
        this.text = text;
        this.crossings = crossings;
    }

    /** Return the name on the wire and in metrics. */
    public String text() {
        return text;
    }

    /**
     * Return the message latency of a raw interval, ns. Write and send answer each other, so that an interval holds two messages and half of
     * it is one, as {@code ib_write_lat} and {@code ib_send_lat} print it; a read is one operation and is never halved (perftest: rtt_factor).
     * Half a nanosecond is rounded up, so that no latency is understated.
     */
    public long ofInterval(long interval) {
        return (interval + crossings - 1) / crossings;
    }
}
