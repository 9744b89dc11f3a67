package io.seatrial.transport;

import java.util.ArrayList;
import java.util.List;

/** Keeps the lines of a command. */
public final class Collected implements Lines {
    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();
    private int status = -1;

    @Override
    public synchronized void out(String line) {
        out.add(line);
    }

    @Override
    public synchronized void err(String line) {
        err.add(line);
    }

    public synchronized List<String> out() {
        return List.copyOf(out);
    }

    public synchronized List<String> err() {
        return List.copyOf(err);
    }

    synchronized void endedWith(int exitStatus) {
        status = exitStatus;
    }

    synchronized int status() {
        return status;
    }
}
