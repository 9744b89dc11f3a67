package io.seatrial.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What NCCL or RCCL printed on all ranks of a group, as far as it is kept: a library that is told to trace prints without end. Thread-safe. */
public final class LibraryLog {
    /** With INFO a rank prints some 200 lines; 8 MiB are those of several hundred ranks. */
    private static final int MOST_CHARACTERS = 8 << 20;

    /** FORMAT.md, collectives: an agent hands on the first lines of each process, and then says how many there were. */
    private static final Pattern LEFT_OUT = Pattern.compile("(\\d{1,10}) lines more are not shown");

    private final List<String> lines = new ArrayList<>();
    private long characters;
    private long leftOut;

    /** Take a line. */
    public synchronized void add(String line) {
        Matcher more = LEFT_OUT.matcher(line);
        if (more.matches()) {
            leftOut += Long.parseLong(more.group(1));
        } else if (characters + line.length() > MOST_CHARACTERS) {
            leftOut++;
        } else {
            characters += line.length() + 1L;
            lines.add(line);
        }
    }

    /** Return what is kept, in the order in which it came. */
    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Return how many lines are known to be missing. */
    public synchronized long leftOut() {
        return leftOut;
    }
}
