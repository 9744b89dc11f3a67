package io.seatrial.transport.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** Runs a command of the test server as a process of this machine. */
final class ShellCommand implements Command {
    private final String command;
    private InputStream in;
    private OutputStream out;
    private OutputStream err;
    private ExitCallback exit;
    private Process process;

    ShellCommand(String command) {
        this.command = command;
    }

    @Override
    public void setInputStream(InputStream stream) {
        in = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
        out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {
        err = stream;
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        exit = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) throws IOException {
        process = new ProcessBuilder("/bin/sh", "-c", command).start();
        Thread toProcess = thread(() -> copy(in, process.getOutputStream(), true));
        Thread fromProcess = thread(() -> copy(process.getInputStream(), out, false));
        Thread errors = thread(() -> copy(process.getErrorStream(), err, false));
        toProcess.start();
        fromProcess.start();
        errors.start();
        thread(() -> finish(fromProcess, errors)).start();
    }

    @Override
    public void destroy(ChannelSession channel) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void finish(Thread fromProcess, Thread errors) {
        try {
            fromProcess.join();
            errors.join();
            exit.onExit(process.waitFor());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // transferTo never flushes, and a line protocol would wait for ever
    private static void copy(InputStream from, OutputStream to, boolean close) {
        byte[] buffer = new byte[8192];
        try (OutputStream end = close ? to : OutputStream.nullOutputStream()) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                to.write(buffer, 0, n);
                to.flush();
            }
        } catch (IOException e) {
            // one side is gone; the exit status tells the rest
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "test-server");
        thread.setDaemon(true);
        return thread;
    }
}
