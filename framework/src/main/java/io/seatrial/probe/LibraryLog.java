package io.seatrial.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What NCCL or RCCL printed on all ranks of a group, as far as it is kept: a library that is told to trace prints without end. Warnings are kept
 * longer than other lines, and what is not kept is counted. Thread-safe.
 */
public final class LibraryLog {
    /** With INFO a rank prints some 200 lines; 8 MiB are those of several hundred ranks. */
    private static final int MOST_CHARACTERS = 8 << 20;
    /** Beside them, for warnings alone. */
    private static final int MOST_OF_WARNINGS = 1 << 20;

    /** FORMAT.md, collectives: so an agent says what it did not hand on of a process. */
    private static final Pattern LEFT_OUT =
            Pattern.compile("(\\d{1,10}) lines more are not shown, (\\d{1,10}) of them warnings");

    private final List<String> lines = new ArrayList<>();
    private long characters;
    private long charactersOfLateWarnings;
    private long leftOut;
    private long warningsLeftOut;

    /** Take a line. */
    public synchronized void add(String line) {
        Matcher more = LEFT_OUT.matcher(line);
        if (more.matches()) {
            leftOut += Long.parseLong(more.group(1));
            warningsLeftOut += Long.parseLong(more.group(2));
        } else if (!hasRoom(line)) {
            leftOut++;
            warningsLeftOut += isWarning(line) ? 1 : 0;
        } else {
            lines.add(line);
        }
    }

    private boolean hasRoom(String line) {
        if (characters + line.length() <= MOST_CHARACTERS) {
            characters += line.length() + 1L;
            return true;
        }
        if (isWarning(line) && charactersOfLateWarnings + line.length() <= MOST_OF_WARNINGS) {
            charactersOfLateWarnings += line.length() + 1L;
            return true;
        }
        return false;
    }

    /** As the agent takes it: an abort is printed as information, and says as much as a warning. */
    private static boolean isWarning(String line) {
        return line.contains(" NCCL WARN ") || line.contains(" - Abort COMPLETE");
    }

    /** Return what is kept, in the order in which it came. */
    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Return what is known to be missing, in the words in which an agent says it; empty where nothing is. */
    public synchronized Optional<String> leftOut() {
        return leftOut == 0
                ? Optional.empty()
                : Optional.of(leftOut + " lines more are not shown, " + warningsLeftOut + " of them warnings");
    }

    /** Return what is kept and behind it what is missing, as it is written to a file and read again. */
    public synchronized List<String> stated() {
        List<String> stated = new ArrayList<>(lines);
        leftOut().ifPresent(stated::add);
        return stated;
    }
}
