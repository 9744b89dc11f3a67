package io.seatrial.formats.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The prompt of a shell or a switch with the command behind it: {@code admin@leaf-1:~$ show pfc counters}, {@code leaf-1# show ...}. */
public final class Prompt {
    /** user@host with any folder and sign; [user@host folder] and sign; a host and sign, perhaps with a switch's mode; a sign behind ~. */
    private static final Pattern PROMPT = Pattern.compile(
            "^\\s*(?:[\\w.-]+@[\\w.-]*(?:[:\\s][^$#>%]*)?[$#>%]|\\[[\\w.-]+@[^\\]]*\\]\\s?[$#>%]"
                    + "|[A-Za-z][\\w.-]*(?:\\([\\w/.-]+\\))?[#>]|\\S*~\\s?[$#]|\\$)(?:\\s+(.*)|((?<=[#>])(?:show|enable|bash)\\b.*)|$)");

    private static final Pattern COMMAND = Pattern.compile("[*./~]*[A-Za-z].*");

    private Prompt() {}

    /** Return the command behind a prompt, empty where none stands there; nothing where the line is no prompt. */
    public static Optional<String> command(String line) {
        if (!hasSign(line)) {
            return Optional.empty();
        }
        Matcher prompt = PROMPT.matcher(line);
        if (!prompt.matches()) {
            return Optional.empty();
        }
        String spaced = prompt.group(1) == null ? "" : prompt.group(1).strip();
        String command = prompt.group(2) == null ? spaced : prompt.group(2).strip();
        return command.isEmpty() || COMMAND.matcher(command).matches() ? Optional.of(command) : Optional.empty();
    }

    private static boolean hasSign(String line) {
        return line.indexOf('$') >= 0 || line.indexOf('#') > 0 || line.indexOf('>') > 0 || line.indexOf('%') > 0;
    }
}
