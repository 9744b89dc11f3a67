package io.seatrial.probe;

import io.seatrial.probe.collectives.CollectiveTool;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The conversation with one host's long-lived agent. Every request is answered or fails within its deadline; the first line that is not of
 * the wire format ends the conversation, because nothing after it can be trusted. Thread-safe.
 */
public final class Agent implements AutoCloseable {
    private static final Duration QUIT = Duration.ofSeconds(3);

    private final Remote remote;
    private final String host;
    private final String token;
    private final Transcript transcript;
    private final CompletableFuture<Event.Hello> hello = new CompletableFuture<>();
    private final CompletableFuture<ProbeException> broken = new CompletableFuture<>();
    private final Map<Long, Answer> open = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong(1);
    private volatile Running running;
    private volatile Event.Failure refusal;

    private Agent(Remote remote, String token, Transcript transcript) {
        this.remote = remote;
        this.host = remote.host();
        this.token = token;
        this.transcript = transcript;
    }

    /**
     * Start an agent and wait for its greeting.
     *
     * @param command shell command line that begins with {@code exec}
     * @param deadline for the greeting
     * @return fails with {@link ProbeException} when it does not greet in time, greets in another version, or refuses
     */
    public static CompletableFuture<Agent> start(Remote remote, String command, Duration deadline) {
        return start(remote, command, "", deadline);
    }

    /** Do the same with the token under which the journal knows the agent. */
    static CompletableFuture<Agent> start(Remote remote, String command, String token, Duration deadline) {
        Agent agent = new Agent(remote, token, new Transcript());
        agent.running = remote.start(command, agent.lines());
        agent.running.exit().whenComplete((code, failure) -> agent.ended(code, failure));
        return within(agent.hello, deadline, agent.host, "agent did not greet")
                .handle((greeting, failure) -> agent.greeted(failure))
                .thenCompose(agentOrFailure -> agentOrFailure);
    }

    private CompletableFuture<Agent> greeted(Throwable failure) {
        if (failure == null && hello.join().version() == Wire.VERSION) {
            return CompletableFuture.completedFuture(this);
        }
        running.close();
        return CompletableFuture.failedFuture(failure == null ? otherVersion() : cause(failure));
    }

    private ProbeException otherVersion() {
        return new ProbeException(
                host,
                ProbeException.Kind.NOT_DEPLOYED,
                "agent speaks wire version " + hello.join().version() + "; expected " + Wire.VERSION
                        + "; remove the old probe there and run again",
                null);
    }

    private Lines lines() {
        return new Lines() {
            @Override
            public void out(String line) {
                transcript.received(line);
                take(line);
            }

            @Override
            public void err(String line) {
                transcript.complained(line);
            }
        };
    }

    private void take(String line) {
        // before the greeting a login shell may say something of its own; it stands in the transcript
        if (broken.isDone() || (!hello.isDone() && !line.startsWith("{"))) {
            return;
        }
        try {
            dispatch(Wire.decode(line));
        } catch (WireException e) {
            breakWith(new ProbeException(host, ProbeException.Kind.GARBAGE, e.getMessage(), e));
        }
    }

    private void dispatch(Event event) {
        if (event instanceof Event.Hello greeting) {
            hello.complete(greeting);
        } else if (event instanceof Event.Failure failure && failure.id().isEmpty()) {
            refusal = failure;
        } else if (event.id().isPresent()) {
            Answer answer = open.get(event.id().getAsLong());
            if (answer != null && answer.take(event, host)) {
                open.remove(answer.id());
            }
        }
    }

    private void ended(Integer code, Throwable failure) {
        if (failure != null) {
            breakWith(new ProbeException(
                    host, ProbeException.Kind.DIED, cause(failure).getMessage(), cause(failure)));
        } else if (refusal != null) {
            boolean busy = refusal.where().equals("lease");
            breakWith(new ProbeException(
                    host,
                    busy ? ProbeException.Kind.BUSY : ProbeException.Kind.DIED,
                    refusal.where() + ": " + refusal.message()
                            + (refusal.hint().isEmpty() ? "" : "; " + refusal.hint()),
                    null));
        } else {
            breakWith(new ProbeException(
                    host, ProbeException.Kind.DIED, "agent ended with exit status " + code + lastWords(), null));
        }
    }

    private String lastWords() {
        return transcript.lastWords().map(line -> "; its last line: " + line).orElse(" without a word");
    }

    private void breakWith(ProbeException cause) {
        if (broken.complete(cause)) {
            hello.completeExceptionally(cause);
            open.values().forEach(answer -> answer.fail(cause));
            open.clear();
        }
    }

    /** Send a request; its events come in through the answer. */
    Answer send(Request request) {
        return send(request, expected());
    }

    /** Return the answer to a request that is still to be sent, so that others can speak of it before. */
    Answer expected() {
        return new Answer(nextId.getAndIncrement());
    }

    /** Send the request of an expected answer. */
    Answer send(Request request, Answer answer) {
        open.put(answer.id(), answer);
        String line = request.encode(answer.id());
        transcript.sent(line);
        if (!running.send(line) && !broken.isDone()) {
            breakWith(new ProbeException(host, ProbeException.Kind.DIED, "agent is gone" + lastWords(), null));
        }
        if (broken.isDone()) {
            answer.fail(broken.join());
        }
        return answer;
    }

    /** Ask something and wait for all its events; fails with {@link ProbeException} when the answer is not {@code rc} 0. */
    public CompletableFuture<List<Event>> ask(Request request, Duration deadline) {
        String what = request.getClass().getSimpleName();
        return within(send(request).done(), deadline, host, "agent did not answer " + what)
                .thenApply(this::requireSuccess);
    }

    List<Event> requireSuccess(List<Event> events) {
        Event.Done done = (Event.Done) events.get(events.size() - 1);
        if (done.code() != 0) {
            throw Answer.failureOf(host, done, events);
        }
        return events;
    }

    /**
     * Start another program on the same host. It carries the agent's token, so that the change that the journal holds of the agent is one of it too.
     *
     * @param script a script of one line, whose first argument is the token
     */
    Running beside(String script, List<String> arguments, Lines lines) {
        List<String> words = new ArrayList<>(List.of("--token=" + token));
        words.addAll(arguments);
        transcript.sent("beside the agent: " + String.join(" ", words));
        return remote.start(Shell.script(script, words.toArray(String[]::new)), lines);
    }

    /**
     * Return what starts collective test programs on the same host, under the agent's token.
     *
     * @param lines takes the command and what is printed, {@code >}, {@code <} and {@code !} before each line
     */
    CollectiveTool tool(Consumer<String> lines) {
        return new CollectiveTool(remote, token, line -> {
            if (line.startsWith("> ")) {
                transcript.sent("beside the agent: " + line.substring(2));
            }
            lines.accept(line);
        });
    }

    /** Keep the agent alive: it ends by itself when it hears nothing for its heartbeat time. */
    public void heartbeat() {
        running.send("");
    }

    /** Return the name of the host. */
    public String host() {
        return host;
    }

    /** Return what the agent said of itself. */
    public Event.Hello hello() {
        return hello.join();
    }

    /** Return what was said so far. */
    public Transcript transcript() {
        return transcript;
    }

    /** Complete when the conversation is over without having been closed. */
    public CompletableFuture<ProbeException> broken() {
        return broken;
    }

    /** Ask the agent to end, wait a little, and let go of it; its leash ends it otherwise. */
    @Override
    public void close() {
        if (!broken.isDone()) {
            send(new Request.Quit());
            running.exit()
                    .handle((code, failure) -> code)
                    .completeOnTimeout(-1, QUIT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
        running.close();
    }

    static <T> CompletableFuture<T> within(CompletableFuture<T> future, Duration deadline, String host, String what) {
        return future.copy()
                .orTimeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .handle((value, failure) -> {
                    if (failure == null) {
                        return value;
                    }
                    Throwable cause = cause(failure);
                    if (cause instanceof TimeoutException) {
                        throw new ProbeException(
                                host,
                                ProbeException.Kind.SILENT,
                                what + " within " + deadline.toMillis() + " ms; look whether the host hangs",
                                cause);
                    }
                    throw cause instanceof ProbeException p ? p : new CompletionException(cause);
                });
    }

    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
