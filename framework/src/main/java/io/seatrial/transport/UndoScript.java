package io.seatrial.transport;

import java.util.List;
import java.util.Optional;

/** Writes the script that takes changes back; it answers one line per change. */
final class UndoScript {
    /** Begins an answer; the sequence follows, then {@link #DONE} or a reason. */
    static final String RESULT = "seatrial-undo ";

    static final String DONE = "done";

    // Every function answers for sequence $1. What is gone already is done. One grep for all processes, as a host may
    // have thousands of
    // them; its own pattern is written so that it does not match itself.
    private static final String FUNCTIONS = """
            say() { echo "seatrial-undo $1 $2"; }
            undo_file() {
              if [ -L "$2" ]; then say "$1" "$2 is a symbolic link now, which no run made"
              elif [ ! -e "$2" ]; then say "$1" done
              elif [ ! -f "$2" ]; then say "$1" "$2 is no file any more"
              elif e=$(rm -f -- "$2" 2>&1 </dev/null); then say "$1" done
              else say "$1" "$e"; fi
            }
            undo_directory() {
              if [ -L "$2" ]; then say "$1" "$2 is a symbolic link now, which no run made"
              elif [ ! -e "$2" ]; then say "$1" done
              elif [ ! -d "$2" ]; then say "$1" "$2 is no directory any more"
              elif e=$(rmdir -- "$2" 2>&1 </dev/null); then say "$1" done
              else say "$1" "$e"; fi
            }
            undo_command() {
              e=$(/bin/sh -c "$2" 2>&1 </dev/null); r=$?
              if [ $r -eq 0 ]; then say "$1" done
              else say "$1" "exit status $r: $(printf '%s' "$e" | tr '\\n' ' ')"; fi
            }
            pids_of() {
              f=$(grep -lsz -- "^[-]-token=$1$" /proc/[0-9]*/cmdline </dev/null)
              for d in $f; do d=${d#/proc/}; echo "${d%/cmdline}"; done
            }
            end_by_token() {
              p=$(pids_of "$1"); [ -z "$p" ] && return 0
              kill $p 2>/dev/null
              i=0
              while [ $i -lt 30 ]; do
                p=$(pids_of "$1"); [ -z "$p" ] && return 0
                [ $i -eq 20 ] && kill -9 $p 2>/dev/null
                sleep 0.1 </dev/null; i=$((i + 1))
              done
              return 1
            }
            undo_process() {
              if reap "$2" "$3" || end_by_token "$3"; then say "$1" done
              else say "$1" "processes with --token=$2 still run: $(pids_of "$3" | tr '\\n' ' ')"; fi
            }
            """;

    private UndoScript() {}

    static String of(List<Change> changes, Optional<String> reaper) {
        StringBuilder script = new StringBuilder(FUNCTIONS);
        String reap = reaper.map(command -> command + " reap --token=\"$1\" </dev/null >/dev/null 2>&1")
                .orElse("false");
        // the second search shows that the reaper did what its exit status says
        script.append("reap() { ").append(reap).append(" && [ -z \"$(pids_of \"$2\")\" ]; }\n");
        changes.forEach(change -> script.append(step(change)).append('\n'));
        return script.append("exit 0").toString();
    }

    private static String step(Change change) {
        String words = change.sequence() + " " + Shell.quote(change.target());
        if (change.kind() == Change.Kind.PROCESS) {
            return "undo_process " + words + " " + Shell.quote(change.target().replace(".", "[.]"));
        }
        if (change.kind() == Change.Kind.COMMAND) {
            return "undo_command " + words;
        }
        if (change.before() == Change.Before.PRESENT) {
            return "say " + change.sequence() + " done";
        }
        return (change.kind() == Change.Kind.FILE ? "undo_file " : "undo_directory ") + words;
    }
}
