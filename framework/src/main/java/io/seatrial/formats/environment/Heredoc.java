package io.seatrial.formats.environment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts that stand in a script. One that is only shown sets nothing; one that is written to a file or run by a shell may. */
final class Heredoc {
    /** Nothing stands behind the mark, so that the text goes to the terminal; that of {@code :} is a comment of several lines. */
    private static final Pattern SHOWN =
            Pattern.compile("\\s*(?:cat|:)\\s*<<(-?)\\s*([\"']?)(\\w+)\\2\\s*(?:1?>\\s*(?:&2|/dev/null))?\\s*");

    private Heredoc() {}

    /** Return a script with empty lines in place of the texts that are only shown. */
    static String withoutShown(String script) {
        if (!script.contains("<<")) {
            return script;
        }
        StringBuilder all = new StringBuilder(script.length());
        String end = null;
        for (String line : script.split("(?<=\n)")) {
            Matcher shown = SHOWN.matcher(line);
            if (end != null) {
                end = line.strip().equals(end) ? null : end;
                all.append(line.endsWith("\n") ? "\n" : "");
            } else {
                end = shown.matches() ? shown.group(3) : null;
                all.append(line);
            }
        }
        return all.toString();
    }
}
