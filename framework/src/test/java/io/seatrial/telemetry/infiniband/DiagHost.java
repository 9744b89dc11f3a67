package io.seatrial.telemetry.infiniband;

import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A host whose infiniband-diags print what a test recorded; any other command is one that nobody expects. */
final class DiagHost implements Remote {
    private final Map<String, Recorded> outputs = new HashMap<>();
    private final List<String> commands = new ArrayList<>();

    private record Recorded(int status, String out, String err, RuntimeException failure) {}

    DiagHost prints(String words, String out) {
        return prints(words, 0, out, "");
    }

    DiagHost prints(String words, int status, String out, String err) {
        outputs.put(words, new Recorded(status, out, err, null));
        return this;
    }

    DiagHost breaks(String words, RuntimeException failure) {
        outputs.put(words, new Recorded(0, "", "", failure));
        return this;
    }

    List<String> commands() {
        return commands;
    }

    @Override
    public String host() {
        return "gpu-01";
    }

    @Override
    public Running start(String command, Lines lines) {
        commands.add(command);
        Recorded recorded = outputs.entrySet().stream()
                .filter(each -> command.endsWith(" " + each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nobody expects '" + command + "'"));
        recorded.out().lines().forEach(lines::out);
        recorded.err().lines().forEach(lines::err);
        return new Ended(recorded);
    }

    private record Ended(Recorded recorded) implements Running {
        @Override
        public boolean send(String line) {
            return false;
        }

        @Override
        public void closeInput() {}

        @Override
        public CompletableFuture<Integer> exit() {
            return recorded.failure() == null
                    ? CompletableFuture.completedFuture(recorded.status())
                    : CompletableFuture.failedFuture(recorded.failure());
        }

        @Override
        public void close() {}
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
    public void close() {}
}
