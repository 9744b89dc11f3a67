package io.seatrial.formats;

import io.seatrial.formats.text.Line;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a log that NCCL or RCCL writes (NCCL src/debug.cc): {@code HOST:PID:TID [GPU] NCCL INFO text}, and
 * {@code HOST:PID:TID [GPU] FILE:LINE NCCL WARN text} (a blank line goes before it). A time may stand before the host
 * (NCCL_DEBUG_TIMESTAMP_FORMAT).
 *
 * @param host as the process names it
 * @param pid of the process on that host
 * @param gpu index on the host, -1 where the thread has none; null where the line does not say
 * @param isWarning WARN rather than INFO, TRACE or ABORT
 * @param file with line number; null unless it is a warning
 * @param message what is behind the level
 */
record NcclLine(String host, long pid, Integer gpu, boolean isWarning, String file, String message) {
    /** Printed without host and level; {@code kubectl logs} puts {@code --prefix} and {@code --timestamps} before it, others a time. */
    private static final Pattern VERSION = Pattern.compile("^(?:\\[pod/\\S+\\] )?"
            + "(?:\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d\\S* )?[NR]CCL version\\s?:?\\s*(\\S+)");

    /** More do not fit a long; no process has such a number. */
    private static final int MOST_DIGITS = 18;

    private static final String[] LEVELS = {" NCCL INFO ", " NCCL WARN ", " NCCL TRACE ", " NCCL ABORT "};

    /** Return the line, or nothing where it is no such line. Large logs pass here: no pattern, nothing copied in vain. */
    static Optional<NcclLine> of(Line line) {
        String text = line.text();
        int mark = text.indexOf(" NCCL ");
        if (mark < 0) {
            return Optional.empty();
        }
        for (String level : LEVELS) {
            if (text.startsWith(level, mark)) {
                return of(text, mark, level);
            }
        }
        return Optional.empty();
    }

    private static Optional<NcclLine> of(String text, int mark, String level) {
        int open = text.indexOf(" [");
        int close = open < 0 ? -1 : text.indexOf(']', open);
        if (close < 0 || close > mark) {
            return Optional.empty();
        }
        String process = text.substring(0, open);
        String host = host(process);
        if (host == null) {
            return Optional.empty();
        }
        boolean warning = level.equals(" NCCL WARN ");
        String between = close + 1 < mark ? text.substring(close + 1, mark).strip() : "";
        return Optional.of(new NcclLine(
                host,
                pid(process),
                gpu(text.substring(open + 2, close)),
                warning,
                between.isEmpty() ? null : between.split(" ", 2)[0],
                text.substring(mark + level.length())));
    }

    /** Return the library's version as it prints it; null where the text is not that line. */
    static String version(String text) {
        Matcher version = text.contains("CCL version") ? VERSION.matcher(text) : null;
        return version != null && version.find() ? version.group(1) : null;
    }

    /** Return what is before {@code :PID:TID}, without a time before it; null where there are no such numbers. */
    private static String host(String process) {
        int last = process.lastIndexOf(':');
        int first = last < 0 ? -1 : process.lastIndexOf(':', last - 1);
        if (first <= 0 || !isNumber(process, first + 1, last) || !isNumber(process, last + 1, process.length())) {
            return null;
        }
        String host = process.substring(0, first);
        return host.substring(host.lastIndexOf(' ') + 1);
    }

    private static long pid(String process) {
        int last = process.lastIndexOf(':');
        return Long.parseLong(process.substring(process.lastIndexOf(':', last - 1) + 1, last));
    }

    private static boolean isNumber(String text, int from, int to) {
        if (from >= to || to - from > MOST_DIGITS) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static Integer gpu(String text) {
        if (text.equals("-1")) {
            return -1;
        }
        return text.length() < 6 && isNumber(text, 0, text.length()) ? Integer.valueOf(text) : null;
    }
}
