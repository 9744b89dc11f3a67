package io.seatrial.probe;

import java.util.ArrayList;
import java.util.List;

/** The lines of one conversation with an agent, for the report; bounded, so that a talking probe cannot fill the controller. Thread-safe. */
public final class Transcript {
    private static final int MOST_LINES = 2_000;
    private final List<String> lines = new ArrayList<>();
    private long dropped;

    synchronized void sent(String line) {
        add("> " + line);
    }

    synchronized void received(String line) {
        add("< " + line);
    }

    synchronized void complained(String line) {
        add("! " + line);
    }

    private void add(String line) {
        if (lines.size() < MOST_LINES) {
            lines.add(line);
        } else {
            dropped++;
        }
    }

    /** Return what was said so far: {@code >} to the agent, {@code <} from it, {@code !} on its standard error. */
    public synchronized List<String> lines() {
        List<String> copy = new ArrayList<>(lines);
        if (dropped > 0) {
            copy.add("... and " + dropped + " more lines");
        }
        return copy;
    }
}
