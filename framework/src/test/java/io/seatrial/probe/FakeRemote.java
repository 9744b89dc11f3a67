package io.seatrial.probe;

import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A host that says what a test tells it to say. */
public final class FakeRemote implements Remote {
    private final String host;
    private final BiConsumer<Command, String> onLine;
    private final List<Command> commands = new CopyOnWriteArrayList<>();

    /** Says nothing by itself. */
    public FakeRemote(String host) {
        this(host, (command, line) -> {});
    }

    /** @param onLine hears every line that a command is sent */
    public FakeRemote(String host, BiConsumer<Command, String> onLine) {
        this.host = host;
        this.onLine = onLine;
    }

    @Override
    public String host() {
        return host;
    }

    /** Return the only command that was started. */
    public Command only() {
        if (commands.size() != 1) {
            throw new AssertionError("expected one command, got " + commands);
        }
        return commands.get(0);
    }

    @Override
    public Running start(String command, Lines lines) {
        Command started = new Command(command, lines);
        commands.add(started);
        return started;
    }

    @Override
    public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<byte[]> download(String path, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        commands.forEach(Command::close);
    }

    /** A command that was started. */
    public final class Command implements Running {
        private final String text;
        private final Lines lines;
        private final CompletableFuture<Integer> exit = new CompletableFuture<>();
        private final List<String> sent = new CopyOnWriteArrayList<>();
        private volatile boolean closed;

        private Command(String text, Lines lines) {
            this.text = text;
            this.lines = lines;
        }

        public String text() {
            return text;
        }

        /** Return what it was sent. */
        public List<String> sent() {
            return List.copyOf(sent);
        }

        public boolean isClosed() {
            return closed;
        }

        public Command says(String line) {
            lines.out(line);
            return this;
        }

        public Command complains(String line) {
            lines.err(line);
            return this;
        }

        public void ends(int code) {
            exit.complete(code);
        }

        public void breaksOff(RuntimeException cause) {
            exit.completeExceptionally(cause);
        }

        @Override
        public boolean send(String line) {
            if (exit.isDone()) {
                return false;
            }
            sent.add(line);
            onLine.accept(this, line);
            return true;
        }

        @Override
        public void closeInput() {}

        @Override
        public CompletableFuture<Integer> exit() {
            return exit.copy();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
