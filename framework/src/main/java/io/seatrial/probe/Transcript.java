package io.seatrial.probe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The lines of one conversation with an agent, for the report. The beginning and the end of a long one are kept, so that a talking probe
 * cannot fill the controller and the last words are never lost. Thread-safe.
 */
public final class Transcript {
    /** Lines kept from the beginning, and as many from the end. */
    private static final int MOST_LINES = 1_000;

    private final List<String> first = new ArrayList<>();
    private final Deque<String> last = new ArrayDeque<>();
    private Optional<String> lastWords = Optional.empty();
    private long dropped;

    synchronized void sent(String line) {
        add("> " + line);
    }

    synchronized void received(String line) {
        lastWords = Optional.of(line);
        add("< " + line);
    }

    synchronized void complained(String line) {
        lastWords = Optional.of(line);
        add("! " + line);
    }

    private void add(String line) {
        if (first.size() < MOST_LINES) {
            first.add(line);
            return;
        }
        last.add(line);
        if (last.size() > MOST_LINES) {
            last.remove();
            dropped++;
        }
    }

    /** Return the last line that the agent itself said, on either of its outputs. */
    synchronized Optional<String> lastWords() {
        return lastWords;
    }

    /** Return what was said so far: {@code >} to the agent, {@code <} from it, {@code !} on its standard error. */
    public synchronized List<String> lines() {
        List<String> copy = new ArrayList<>(first);
        if (dropped > 0) {
            copy.add("... " + dropped + " lines are left out");
        }
        copy.addAll(last);
        return copy;
    }
}
