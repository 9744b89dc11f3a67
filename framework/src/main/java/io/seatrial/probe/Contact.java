package io.seatrial.probe;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The contact with one host: its agent and what it said of itself, or the cause why there is none. A host without contact is a fact, not
 * an exception of the run.
 */
public final class Contact implements AutoCloseable {
    private final String host;
    private final Optional<Agent> agent;
    private final List<Event> info;
    private final Optional<Throwable> cause;

    private Contact(String host, Optional<Agent> agent, List<Event> info, Optional<Throwable> cause) {
        this.host = Objects.requireNonNull(host, "host");
        this.agent = agent;
        this.info = List.copyOf(info);
        this.cause = cause;
    }

    /** Make a contact that stands. */
    public static Contact with(Agent agent, List<Event> info) {
        return new Contact(agent.host(), Optional.of(agent), info, Optional.empty());
    }

    /** Make a contact that could not be made. */
    public static Contact none(String host, Throwable cause) {
        return new Contact(host, Optional.empty(), List.of(), Optional.of(cause));
    }

    /** Return the name of the host. */
    public String host() {
        return host;
    }

    /**
     * Return the agent.
     *
     * @throws ProbeException if there never was one, or the conversation broke since
     */
    public Agent agent() {
        if (agent.isEmpty()) {
            throw new ProbeException(
                    host, ProbeException.Kind.NOT_DEPLOYED, "no contact: " + whyNot().orElse(""), null);
        }
        if (agent.get().broken().isDone()) {
            throw agent.get().broken().join();
        }
        return agent.get();
    }

    /** Tell whether there was contact, whatever became of it. */
    public boolean wasMade() {
        return agent.isPresent();
    }

    /** Return why there is no contact (any more), empty while it stands. */
    public Optional<String> whyNot() {
        if (agent.isPresent() && agent.get().broken().isDone()) {
            return Optional.of(agent.get().broken().join().getMessage());
        }
        // an exception without a message is a cause all the same
        return cause.map(failure -> failure.getMessage() == null ? failure.toString() : failure.getMessage());
    }

    /** Return what the host said of itself when the contact was made. */
    public List<Event> info() {
        return info;
    }

    /** Return the build id of its probe, {@code none} without contact. */
    public String build() {
        return agent.map(a -> a.hello().build()).orElse("none");
    }

    /** Return what was said, empty without contact. */
    public List<String> transcript() {
        return agent.map(a -> a.transcript().lines()).orElse(List.of());
    }

    @Override
    public void close() {
        agent.ifPresent(Agent::close);
    }
}
