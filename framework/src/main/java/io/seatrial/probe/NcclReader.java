package io.seatrial.probe;

import io.seatrial.formats.environment.PlacedLine;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads what a host sets for NCCL: the environment of a login, {@code ~/.nccl.conf} or the file that NCCL_CONF_FILE names there, and
 * {@code /etc/nccl.conf}. One script, which is this one and no other, changes nothing. It brings no line that does not speak of NCCL: other
 * variables may hold secrets. A file that is not there is read and empty; one that cannot be opened is unreadable, with the cause.
 *
 * <p>The same tree that the agent may be given in place of {@code /} ({@code SEATRIAL_ROOT}) is read here.
 */
public final class NcclReader {
    private static final LeashedTool.Naming NAMING =
            new LeashedTool.Naming("sh", "a POSIX shell is needed to read what is set for NCCL", "");
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration LAST_WORDS = Duration.ofSeconds(40);
    /** Characters of output that are kept of a host; a site sets some dozen lines. */
    private static final int MOST = 1024 * 1024;

    // grep numbers the lines, so that none of a file can be taken for one of this script. A FIFO, or a home on a file
    // server that is gone, would block for ever, hence a deadline for each command. Whether a file is there is asked
    // first: only the system's own words, which differ, tell its absence from a refusal.
    private static final String SCRIPT = """
            root=${SEATRIAL_ROOT-};
            mine=$(timeout 10 "${SHELL:-/bin/sh}" -l -c env </dev/null 2>/dev/null); status=$?;
            echo "@begin environment"; printf '%s\\n' "$mine" | grep -a '^NCCL_' | grep -an ''; echo "@end $status";
            user=$(printf '%s\\n' "$mine" | sed -n 's/^NCCL_CONF_FILE=//p' | tail -n 1);
            file() { echo "@begin $1"; status=0;
              if timeout 5 test -e "$2"; then timeout 5 grep -ain nccl "$2" 2>&1 </dev/null; status=$?;
              elif [ $? = 124 ]; then status=124; fi;
              [ $status = 1 ] && status=0; echo; echo "@end $status"; };
            if [ -n "$user" ]; then file "$user" "$user"; else file '~/.nccl.conf' "$HOME/.nccl.conf"; fi;
            file /etc/nccl.conf "$root/etc/nccl.conf"
            """.replace("\n", " ");

    private NcclReader() {}

    /** Read a host beside its agent; never fails. */
    public static CompletableFuture<List<Setting>> read(Contact contact) {
        return ask(contact)
                .thenApply(text -> NcclText.settings(contact.host(), text))
                .exceptionally(failure ->
                        unreadable(contact.host(), Agent.cause(failure).getMessage()));
    }

    private static CompletableFuture<String> ask(Contact contact) {
        try {
            Agent agent = contact.agent();
            LeashedTool tool = LeashedTool.start(agent, LONGEST, 0, List.of("sh", "-c", SCRIPT, "nccl"), NAMING);
            return Agent.within(tool.output(), LAST_WORDS, agent.host(), "what is set for NCCL was not read")
                    .whenComplete((text, failure) -> tool.close());
        } catch (ProbeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Read a host without an agent; never fails. */
    public static CompletableFuture<List<Setting>> read(Remote remote) {
        Heard heard = new Heard();
        Running running = remote.start(Shell.script(SCRIPT), heard);
        running.closeInput();
        return running.exit()
                .orTimeout(LAST_WORDS.toSeconds(), TimeUnit.SECONDS)
                .thenApply(status -> status == 0
                        ? NcclText.settings(remote.host(), heard.text())
                        : unreadable(remote.host(), "the shell ended with exit status " + status))
                .exceptionally(failure -> unreadable(remote.host(), cause(Agent.cause(failure))))
                .whenComplete((settings, failure) -> running.close());
    }

    private static String cause(Throwable failure) {
        return failure instanceof TimeoutException
                ? "no answer within " + LAST_WORDS.toSeconds() + " s"
                : failure.getMessage();
    }

    /** Say of a host that nothing could be read, and why. */
    public static List<Setting> unreadable(String host, String cause) {
        return List.of(unreadable(host, PlacedLine.ENVIRONMENT, cause == null ? "it said nothing" : cause));
    }

    static Setting unreadable(String host, String source, String cause) {
        return Setting.unreadable(
                new SubjectId(SubjectId.Kind.HOST, host),
                Setting.NCCL + source,
                Message.of("reading.absent", "port", host, "cause", cause));
    }

    /** Keeps what a script prints. */
    private static final class Heard implements Lines {
        private final StringBuilder text = new StringBuilder();

        @Override
        public synchronized void out(String line) {
            if (text.length() + line.length() < MOST) {
                text.append(line).append('\n');
            } else {
                throw new IllegalStateException("more than " + MOST + " characters are set for NCCL");
            }
        }

        @Override
        public void err(String line) {
            // what a file refuses is in the output; a shell's own complaints show in its exit status
        }

        synchronized String text() {
            return text.toString();
        }
    }
}
