package io.seatrial.formats.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line without what a launcher, or somebody who quoted it in a mail, put before it.
 *
 * @param rank which process printed it; null where nothing says so
 * @param line the line as the process printed it
 */
public record Launcher(Integer rank, Line line) {
    /** Open MPI's --tag-output, torchrun and the like, MPICH's -prepend-rank, srun -l (numbers aligned right). */
    private static final Pattern RANK = Pattern.compile(
            "^(?:\\[\\d+,(\\d+)\\]<std(?:out|err|diag)>:\\s?|\\[rank ?(\\d+)\\]:? ?|\\[(\\d+)\\] (?!NCCL)|\\s{0,4}(\\d+): )");

    private static final Pattern QUOTED = Pattern.compile("^(?:> ?)+");

    /** The file of a container ({@code TIME stdout F}, CRI), and the time that Python's logging puts before a rank. */
    private static final Pattern TIMED = Pattern.compile("^(?:\\d{4}-\\d\\d-\\d\\dT\\S+ std(?:out|err) F "
            + "|\\[\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d[,.]\\d+\\] (?=\\[rank))");

    /** Take the prefix off. */
    public static Launcher of(Line line) {
        String text = line.text();
        if (text.isEmpty() || "[>0123456789 ".indexOf(text.charAt(0)) < 0) {
            return new Launcher(null, line);
        }
        Matcher quoted = QUOTED.matcher(text);
        String bare = quoted.find() ? text.substring(quoted.end()) : text;
        Matcher timed = TIMED.matcher(bare);
        bare = timed.find() ? bare.substring(timed.end()) : bare;
        Matcher prefix = RANK.matcher(bare);
        return prefix.find()
                ? new Launcher(rank(prefix), line.with(bare.substring(prefix.end())))
                : new Launcher(null, line.with(bare));
    }

    private static Integer rank(Matcher prefix) {
        for (int i = 1; i <= prefix.groupCount(); i++) {
            if (prefix.group(i) != null && prefix.group(i).length() < 9) {
                return Integer.valueOf(prefix.group(i));
            }
        }
        return null;
    }
}
