package io.seatrial.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** A command on a virtual switch: answered at once, or not found, as bash says it. */
final class SwitchCommand implements Command {
    /** Stands for no command at all, as a login without one asks for. */
    static final String SHELL = "-";

    private static final int NOT_FOUND = 127;

    private final VirtualSwitch on;
    private final String command;
    private OutputStream output;
    private OutputStream errors;
    private ExitCallback exit;

    SwitchCommand(VirtualSwitch on, String command) {
        this.on = on;
        this.command = command;
    }

    @Override
    public void setInputStream(InputStream in) {}

    @Override
    public void setOutputStream(OutputStream out) {
        output = out;
    }

    @Override
    public void setErrorStream(OutputStream err) {
        errors = err;
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        exit = callback;
    }

    /** On a thread of its own: a large answer waits for the client's window, and the session's thread must not. */
    @Override
    public void start(ChannelSession channel, Environment environment) {
        Thread thread = new Thread(this::answer, "lab-" + on.name());
        thread.setDaemon(true);
        thread.start();
    }

    private void answer() {
        try {
            Optional<String> answer = on.answer(command);
            OutputStream out = answer.isPresent() ? output : errors;
            out.write(answer.orElseGet(this::notFound).getBytes(StandardCharsets.UTF_8));
            out.flush();
            exit.onExit(answer.isPresent() ? 0 : NOT_FOUND);
        } catch (IOException e) {
            exit.onExit(1); // the client is gone
        }
    }

    private String notFound() {
        return command.equals(SHELL)
                ? on.name() + ": a switch of the lab has no shell; say one of these behind ssh: " + on.commands() + "\n"
                : "-bash: " + command + ": command not found\n";
    }

    @Override
    public void destroy(ChannelSession channel) {}
}
