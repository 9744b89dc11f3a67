package io.seatrial.telemetry.infiniband;

import io.seatrial.formats.Format;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import io.seatrial.inventory.InfinibandSettings;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.TransportException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs the tools of infiniband-diags on one host, one after the other, each with a deadline. */
final class DiagTools {
    /** What a host's leash may need beyond the deadline: a signal, another after 2 s, and the way back. */
    private static final Duration GRACE = Duration.ofSeconds(5);
    /** A switch of 128 ports prints 50 kB, a fabric of 10,000 links 2 MB. */
    private static final int LARGEST = 16 << 20;

    private static final int NO_COMMAND = 127;
    private static final int TIMED_OUT = 124;

    private final Remote remote;
    private final InfinibandSettings settings;

    /**
     * What a command printed.
     *
     * @param value what was read of it
     * @param trouble what it said went wrong although it printed something; empty where nothing did
     */
    record Printed<T>(T value, String trouble, Instant begun, Instant ended) {
        Instant middle() {
            return begun.plus(Duration.between(begun, ended).dividedBy(2));
        }

        Duration half() {
            return Duration.between(begun, ended).dividedBy(2);
        }
    }

    DiagTools(Remote remote, InfinibandSettings settings) {
        this.remote = remote;
        this.settings = settings;
    }

    /**
     * Run a command and read what it prints.
     *
     * @throws TelemetryException if it printed nothing that can be read, with what it said and its exit status
     */
    <T> Printed<T> run(DiagCommand command, Format<T> format) {
        Text text = new Text();
        Instant begun = Instant.now();
        int status = status(command, text);
        Instant ended = Instant.now();
        String trouble = status == 0 ? "" : trouble(command, status, text);
        try (Source source = Source.of(text.out())) {
            return new Printed<>(format.read(source), trouble, begun, ended);
        } catch (FormatException e) {
            String said =
                    trouble.isEmpty() ? "'" + command.words() + "' printed something else: " + e.getMessage() : trouble;
            throw new TelemetryException(name(), said, e);
        }
    }

    private String name() {
        return "InfiniBand by " + remote.host();
    }

    private int status(DiagCommand command, Text text) {
        Running running = remote.start(command.line(settings.sudo(), settings.deadline()), text);
        try {
            running.closeInput();
            return running.exit().get(settings.deadline().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw failed(
                    command, "no end within " + settings.deadline().plus(GRACE).toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(command, "interrupted", e);
        } catch (ExecutionException e) {
            String said = e.getCause() instanceof TransportException
                    ? e.getCause().getMessage()
                    : e.getCause().toString();
            throw failed(command, said, e.getCause());
        } finally {
            running.close();
        }
    }

    private TelemetryException failed(DiagCommand command, String said, Throwable cause) {
        return new TelemetryException(name(), "'" + command.words() + "': " + said, cause);
    }

    private String trouble(DiagCommand command, int status, Text text) {
        String hint = switch (status) {
            case NO_COMMAND -> "; install infiniband-diags there";
            case TIMED_OUT -> "; it was ended after " + settings.deadline().toMillis() + " ms";
            default ->
                text.err().contains("UMAD") || text.err().contains("umad")
                        ? "; it needs /dev/infiniband/umad*: write 'sudo: true' under infiniband in cluster.yaml, or let the user in"
                        : "";
        };
        String said = text.err().isBlank() ? "" : ": " + text.err().strip();
        return "'" + command.words() + "' ended with status " + status + said + hint;
    }

    /** Both outputs, bounded; what comes beyond is dropped, and the text is then cut. */
    private static final class Text implements Lines {
        private static final int MOST_ERRORS = 2000;

        private final StringBuilder out = new StringBuilder();
        private final StringBuilder err = new StringBuilder();

        @Override
        public synchronized void out(String line) {
            if (out.length() < LARGEST) {
                out.append(line).append('\n');
            }
        }

        @Override
        public synchronized void err(String line) {
            if (err.length() < MOST_ERRORS) {
                err.append(err.isEmpty() ? "" : "; ").append(line.strip());
            }
        }

        synchronized String out() {
            return out.toString();
        }

        synchronized String err() {
            return err.toString();
        }
    }
}
