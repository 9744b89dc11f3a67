package io.seatrial.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/**
 * A command of an SSH channel as a real process in the directory of its virtual host. It has platform threads of its own, because reading a
 * pipe blocks, and every piece is flushed, because the agent's protocol waits for lines.
 */
final class HostProcess implements Command {
    private static final int BUFFER = 16 * 1024;
    private final VirtualHost host;
    private final ProcessBuilder builder;
    private final HostEntrances entrances;
    private final Consumer<HostProcess> abandoned;
    private InputStream input;
    private OutputStream output;
    private OutputStream errors;
    private ExitCallback exit;
    private volatile Process process;

    /**
     * @param command run by {@code /bin/sh}
     * @param abandoned told when the channel is gone
     */
    HostProcess(VirtualHost host, String user, List<String> command, Fabric fabric, Consumer<HostProcess> abandoned) {
        this.host = host;
        this.abandoned = abandoned;
        this.entrances = new HostEntrances(fabric, host.host().name());
        this.builder = new ProcessBuilder(command).directory(host.home().toFile());
        builder.environment().clear();
        builder.environment().putAll(host.environment(user));
    }

    @Override
    public void setInputStream(InputStream in) {
        input = in;
    }

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

    @Override
    public void start(ChannelSession channel, Environment environment) throws IOException {
        process = builder.start();
        pump("in", this::pumpInput);
        Thread err = pump("err", this::pumpErrors);
        Thread out = pump("out", this::pumpOutput);
        pump("wait", () -> finish(out, err));
    }

    private interface Pump {
        void run() throws IOException, InterruptedException;
    }

    private Thread pump(String what, Pump pump) {
        Thread thread =
                new Thread(() -> runQuietly(pump), "lab-" + host.host().name() + "-" + what + "-" + process.pid());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void runQuietly(Pump pump) {
        try {
            pump.run();
        } catch (IOException e) {
            // The process or the channel is gone, and the thread that waits for the process says so.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pumpInput() throws IOException {
        try (OutputStream stdin = process.getOutputStream()) {
            byte[] buffer = new byte[BUFFER];
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                stdin.write(buffer, 0, count);
                stdin.flush();
            }
        }
    }

    private void pumpOutput() throws IOException {
        try (AgentOutput watched = new AgentOutput(output, entrances, host.garbage())) {
            byte[] buffer = new byte[BUFFER];
            InputStream stdout = process.getInputStream();
            for (int count = stdout.read(buffer); count >= 0; count = stdout.read(buffer)) {
                watched.write(buffer, count);
            }
        }
    }

    private void pumpErrors() throws IOException {
        byte[] buffer = new byte[BUFFER];
        InputStream stderr = process.getErrorStream();
        for (int count = stderr.read(buffer); count >= 0; count = stderr.read(buffer)) {
            errors.write(buffer, 0, count);
            errors.flush();
        }
    }

    /** Tell the exit status after all output, as sshd does: a child in the background that holds the pipe keeps the channel open. */
    private void finish(Thread out, Thread err) throws InterruptedException {
        int status = process.waitFor();
        out.join();
        err.join();
        entrances.close();
        exit.onExit(status);
        abandoned.accept(this);
    }

    /** The channel or the connection is gone: the process reads the end of its input at once. */
    @Override
    public void destroy(ChannelSession channel) throws IOException {
        input.close();
        abandoned.accept(this);
    }

    boolean alive() {
        return process != null && process.isAlive();
    }

    boolean awaitEnd(long deadline) throws InterruptedException {
        return process == null || process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Kill it with all its children, if it is still there. */
    void kill() {
        if (process != null) {
            List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                    .toList();
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
