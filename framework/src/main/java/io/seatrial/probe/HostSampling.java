package io.seatrial.probe;

import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sampling of one host: asks its clock, watches its counters, and delivers what it hears. It never throws: what fails goes to the sink. */
final class HostSampling {
    private static final Logger LOG = LoggerFactory.getLogger(HostSampling.class);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final long FILES_MILLIS = 1000;
    private static final long ETHTOOL_MILLIS = 100;

    private final String host;
    private final Agent agent;
    private final NicPorts ports;
    private final CounterSink sink;
    private final InstantSource time;
    private final HostClock clock;
    private final Map<String, Optional<NicReadings>> readings = new HashMap<>();
    private final Map<String, Map<String, Long>> parts = new HashMap<>();
    private final Map<String, CounterSource> sources = new HashMap<>();
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private Duration files = Duration.ofMillis(FILES_MILLIS);
    private Duration ethtool = Duration.ofMillis(ETHTOOL_MILLIS);
    private volatile Answer answer;
    private volatile boolean closed;

    HostSampling(Agent agent, NicPorts ports, CounterSink sink, InstantSource time, Duration period) {
        this.host = agent.host();
        this.agent = agent;
        this.ports = ports;
        this.sink = sink;
        this.time = time;
        this.clock = new HostClock(period);
    }

    /**
     * Ask the clock so many times, then begin to sample.
     *
     * @return completes with the first line of counters, or when there will be none
     */
    CompletableFuture<Void> start(int exchanges) {
        askClock(exchanges).thenRun(this::watch).exceptionally(failure -> {
            failed("its sampling could not begin: " + Agent.cause(failure).getMessage());
            return null;
        });
        return begun;
    }

    /** Ask the clock so many times, one after the other; never fails where it was known already. */
    CompletableFuture<Void> askClock(int exchanges) {
        List<HostClock.Exchange> heard = new ArrayList<>();
        CompletableFuture<Void> asking = CompletableFuture.completedFuture(null);
        for (int n = 0; n < exchanges; n++) {
            asking = asking.thenCompose(done -> exchange().thenAccept(heard::add));
        }
        return asking.handle((done, failure) -> {
            take(heard);
            if (failure != null && !clock.isKnown()) {
                throw new java.util.concurrent.CompletionException(Agent.cause(failure));
            }
            return null;
        });
    }

    /** The moment of the answer is taken where it comes in, before anything else is done with it. */
    private CompletableFuture<HostClock.Exchange> exchange() {
        long[] moments = new long[2];
        Answer asked = agent.expected();
        asked.streamedTo(event -> {
            if (event instanceof Event.Clock read) {
                moments[0] = read.monotonicNanos();
                moments[1] = nanos(time.instant());
            }
        });
        long sent = nanos(time.instant());
        agent.send(new Request.Clock(), asked);
        return Agent.within(asked.done(), ANSWER, host, "agent did not tell its clock")
                .thenApply(agent::requireSuccess)
                .thenApply(done -> new HostClock.Exchange(sent, moments[1], moments[0]));
    }

    private static long nanos(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
    }

    private void take(List<HostClock.Exchange> heard) {
        clock.take(heard)
                .ifPresent(by -> tell(
                        "",
                        Message.of(
                                "nic.clock.set",
                                "host",
                                host,
                                "by",
                                new Quantity(by.abs().toNanos(), Unit.NANOSECONDS))));
    }

    private void watch() {
        if (!clock.isKnown()) {
            throw new IllegalStateException("its clock gave no reading");
        }
        Answer watching = agent.expected();
        watching.streamedTo(this::hear);
        answer = watching;
        agent.send(
                new Request.WatchCounters(
                        ports.devices(),
                        ports.netdevs(),
                        ports.isSoft(),
                        NicCounterTable.SHIPPED.select(),
                        files.toMillis(),
                        ethtool.toMillis()),
                watching);
        watching.done().whenComplete((events, failure) -> ended(events, failure));
    }

    private void ended(List<Event> events, Throwable failure) {
        if (failure != null) {
            failed(Agent.cause(failure).getMessage());
        } else {
            List<Event.Failure> said = Event.failures(events);
            Event.Done done = (Event.Done) events.get(events.size() - 1);
            failed(
                    said.isEmpty()
                            ? "the probe ended it with code " + done.code()
                            : said.get(0).message());
        }
    }

    private void failed(String cause) {
        tell("", Message.of("nic.sampling.ended", "host", host, "cause", cause));
        begun.complete(null);
    }

    private void tell(String source, Message cause) {
        if (!closed) {
            sink.failure(host, source, cause);
        }
    }

    /** On the thread that reads the agent: an exception here would end the conversation with a host that has done nothing wrong. */
    private void hear(Event event) {
        if (closed) {
            return;
        }
        try {
            if (event instanceof Event.Counters line) {
                take(line);
            } else if (event instanceof Event.Pace pace) {
                take(pace);
            } else if (event instanceof Event.Failure failure && NicPorts.SOURCES.contains(failure.where())) {
                sink.failure(
                        host, failure.where(), Message.of("nic.source.gone", "host", host, "cause", failure.message()));
            }
        } catch (RuntimeException e) {
            LOG.error("{}: a reading of its counters is lost", host, e);
        }
    }

    private void take(Event.Pace pace) {
        files = pace.intervalMillis().isPresent()
                ? Duration.ofMillis(pace.intervalMillis().getAsLong())
                : files;
        ethtool = pace.ethtoolMillis().isPresent()
                ? Duration.ofMillis(pace.ethtoolMillis().getAsLong())
                : ethtool;
    }

    private void take(Event.Counters line) {
        String key = line.source() + " " + line.device() + " " + line.port();
        Map<String, Long> values = parts.computeIfAbsent(key, k -> new HashMap<>());
        values.putAll(line.values());
        if (line.more()) {
            return;
        }
        parts.remove(key);
        readings.computeIfAbsent(key, k -> ports.readings(line)).ifPresent(of -> deliver(of, line, values));
        begun.complete(null);
    }

    private void deliver(NicReadings of, Event.Counters line, Map<String, Long> values) {
        HostClock.Moment moment = clock.moment(line.monotonicNanos());
        CounterReading reading = of.take(line.full(), values, moment.at()).within(moment.uncertainty());
        boolean often = line.source().equals(NicPorts.ETHTOOL) || line.source().equals(NicPorts.IP);
        announce(reading.source(), longer(often ? ethtool : files, of.refresh()));
        sink.readings(List.of(reading));
    }

    /** What is known of a source only becomes worse, so that it holds for every reading before, too; each reading has its own uncertainty. */
    private void announce(String name, Duration refresh) {
        CounterSource before = sources.get(name);
        CounterSource now = new CounterSource(
                host,
                name,
                before == null ? refresh : longer(before.refresh(), refresh),
                before == null ? clock.uncertainty() : longer(before.uncertainty(), clock.uncertainty()));
        if (!now.equals(before)) {
            sources.put(name, now);
            sink.source(now);
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Stop sampling; nothing is delivered from now on. Completes when the agent has stopped, or does not answer. */
    CompletableFuture<Void> stop() {
        closed = true;
        Answer watching = answer;
        if (watching == null || watching.done().isDone() || agent.broken().isDone()) {
            return CompletableFuture.completedFuture(null);
        }
        return agent.ask(new Request.Stop(watching.id()), ANSWER).handle((events, failure) -> {
            if (failure != null) {
                LOG.debug("{}: its sampling ends with its agent", host, failure);
            }
            return null;
        });
    }
}
