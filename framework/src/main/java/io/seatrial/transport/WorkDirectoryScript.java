package io.seatrial.transport;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the scripts of {@link WorkDirectory}. */
final class WorkDirectoryScript {
    /** Begins an answer; path, tab and state follow. */
    static final String FOUND = "seatrial-directory ";

    /** Begins the state of a directory that could not be made. */
    static final String NOT_MADE = "could not be made: ";

    private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z_][A-Z0-9_]*)(/.*)?", Pattern.DOTALL);

    // `ls -ldn` is the one portable way to mode and owner: drwxrwxrwt 7 0 0 ...
    private static final String FUNCTIONS = """
            u=$(id -u)
            say() { printf 'seatrial-directory %s\\t%s\\n' "$1" "$2"; }
            judge() {
              if [ -L "$1" ]; then say "$1" "is a symbolic link"; return; fi
              if [ ! -d "$1" ]; then say "$1" "exists and is no directory"; return; fi
              set -- "$1" $(ls -ldn -- "$1")
              if [ "$4" != "$u" ]; then say "$1" "belongs to user $4, not $u"; return; fi
              case $2 in
                d????w*|d???????w*) say "$1" "others may write to it ($2)";;
                drwx*) say "$1" ready;;
                *) say "$1" "its owner may not use it ($2)";;
              esac
            }
            look() {
              if [ -z "$1" ]; then say "$2" "the variable is not set"; return; fi
              case $1 in /*) ;; *) say "$1" "is no absolute path"; return;; esac
              t=$1/seatrial-$u
              if [ -L "$t" ] || [ -e "$t" ]; then judge "$t"; return; fi
              if [ ! -d "$1" ]; then say "$t" "$1 does not exist"; return; fi
              if [ ! -w "$1" ]; then say "$t" "$1 is not writable"; return; fi
              set -- "$1" "$t" $(ls -ldn -- "$1/.")
              case $3 in
                d????????[tT]*) say "$2" absent;;
                d????w*|d???????w*) say "$2" "others may replace what is in $1 ($3)";;
                *) say "$2" absent;;
              esac
            }
            """;

    private WorkDirectoryScript() {}

    static String look(List<String> candidates) {
        return FUNCTIONS
                + candidates.stream()
                        .map(candidate -> "look " + word(candidate) + " " + Shell.quote(candidate))
                        .collect(Collectors.joining("\n"))
                + "\nexit 0";
    }

    /** Make a directory that is absent, then judge it like one that was there: mkdir fails on whatever came between. */
    static String make(String path) {
        String quoted = Shell.quote(path);
        return FUNCTIONS
                + "if e=$(mkdir -m 700 -- " + quoted + " 2>&1 </dev/null); then judge " + quoted + "; else say "
                + quoted
                + " \"" + NOT_MADE + "$e\"; fi\nexit 0";
    }

    // only a variable at the beginning is expanded; the rest is taken as it is
    private static String word(String candidate) {
        Matcher matcher = VARIABLE.matcher(candidate);
        if (!matcher.matches()) {
            return Shell.quote(candidate);
        }
        String rest = matcher.group(2) == null ? "" : Shell.quote(matcher.group(2));
        String name = matcher.group(1);
        return "\"${" + name + ":-}\"${" + name + ":+" + (rest.isEmpty() ? "''" : rest) + "}";
    }
}
