package io.seatrial.telemetry;

import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import io.seatrial.measurement.Message;
import io.seatrial.transport.Console;
import io.seatrial.transport.Exec;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Asks a switch questions, one after the other, and never throws for what it answers. */
final class Asking {
    private static final int QUOTED = 200;

    private final Console console;
    private final int limit;
    private final Duration deadline;
    private final Clock clock;

    Asking(Console console, int limit, Duration deadline, Clock clock) {
        this.console = console;
        this.limit = limit;
        this.deadline = deadline;
        this.clock = clock;
    }

    <T> Asked<T> ask(Question<T> question) {
        String command = question.command().text();
        Instant start = clock.instant();
        long from = System.nanoTime();
        try {
            Exec.Finished finished = await(console.ask(command, limit, deadline));
            Duration half = Duration.ofNanos((System.nanoTime() - from) / 2);
            if (finished.status() != 0) {
                return failed(command, "it ended with status " + finished.status() + said(finished), start);
            }
            Source answer = Source.of(new ByteArrayInputStream(finished.output()));
            return new Asked<>(Optional.of(question.reading().apply(answer)), null, start.plus(half), half);
        } catch (TransportException e) {
            return failed(command, e.what(), start);
        } catch (FormatException e) {
            return failed(command, "its answer could not be read: " + e.getMessage(), start);
        }
    }

    private static <T> Asked<T> failed(String command, String cause, Instant at) {
        Message failure = Message.of("telemetry.no-answer", "command", command, "cause", cause);
        return new Asked<>(Optional.empty(), failure, at, Duration.ZERO);
    }

    private static String said(Exec.Finished finished) {
        String output = new String(finished.output(), StandardCharsets.UTF_8).strip();
        String said = finished.errors().isBlank() ? output : finished.errors();
        String shown = said.length() > QUOTED ? said.substring(0, QUOTED) + "..." : said;
        return shown.isEmpty() ? " and said nothing" : ": " + shown.replaceAll("\\s+", " ");
    }

    /** Wait for what has a deadline of its own. */
    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TransportException known) {
                throw known;
            }
            throw new IllegalStateException("a transport failed with an error of its own", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransportException("?", Kind.LOST, "waiting for it was interrupted", e);
        }
    }
}
