package io.seatrial.inventory;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How the fabric keeps its queues short; it decides which counters mean anything. */
public enum CongestionControl {
    /** RoCE: switches mark, receivers notify, senders slow down; PFC as the last resort. */
    DCQCN("dcqcn", true, true, true),
    /** PFC alone: receiver-driven admission or nothing above it. */
    PFC("pfc", true, false, false),
    /** RoCE by round-trip times (TIMELY, Swift, zero-touch RoCE): marks are not used. */
    RTT("rtt", true, false, false),
    /** SRD and other transports that spray and reorder over a lossy network. */
    SRD("srd", false, false, false),
    /** InfiniBand's credits: a port waits instead of being paused. */
    CREDITS("credits", false, false, false);

    private final String text;
    private final boolean pauses;
    private final boolean marks;
    private final boolean notifies;

    CongestionControl(String text, boolean pauses, boolean marks, boolean notifies) {
        this.text = text;
        this.pauses = pauses;
        this.marks = marks;
        this.notifies = notifies;
    }

    /** Return the name used in files. */
    public String text() {
        return text;
    }

    /** Tell whether PFC holds a lossless class together. */
    public boolean pauses() {
        return pauses;
    }

    /** Tell whether switches are meant to mark packets (ECN). */
    public boolean marks() {
        return marks;
    }

    /** Tell whether receivers send congestion notifications (CNP). */
    public boolean notifies() {
        return notifies;
    }

    static Optional<CongestionControl> of(String text) {
        return Arrays.stream(values())
                .filter(control -> control.text.equals(text))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(CongestionControl::text).toList();
    }
}
