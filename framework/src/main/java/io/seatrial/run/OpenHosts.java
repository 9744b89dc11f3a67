package io.seatrial.run;

import io.seatrial.archive.HostRecord;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.probe.Agent;
import io.seatrial.probe.Contact;
import io.seatrial.probe.Deployment;
import io.seatrial.probe.Event;
import io.seatrial.probe.ProbeException;
import io.seatrial.probe.Request;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Transport;
import io.seatrial.transport.Undo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The contacts with all hosts of a run: opened at once, kept alive by heartbeats, closed with everything undone that the journal holds.
 * A host that cannot be reached or used has a contact too: one that says why.
 */
public final class OpenHosts {
    private static final Logger LOG = LoggerFactory.getLogger(OpenHosts.class);

    private final Patience patience;
    private final Map<String, Contact> contacts = new LinkedHashMap<>();
    private final Map<String, Remote> remotes = new ConcurrentHashMap<>();
    private final Set<Agent> agents = ConcurrentHashMap.newKeySet();
    private final Set<String> givenUp = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService heart = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * How long things may take.
     *
     * @param contact for one host from the first packet to a talking agent
     * @param answer for what a host is
     * @param undo for taking back on one host what was changed there
     * @param heartbeat from one heartbeat to the next; a third of the agents' heartbeat time
     */
    record Patience(Duration contact, Duration answer, Duration undo, Duration heartbeat) {
        static final Patience STANDARD = new Patience(
                Duration.ofSeconds(40), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(5));
    }

    private OpenHosts(Patience patience) {
        this.patience = patience;
    }

    /**
     * Make contact with every host.
     *
     * @param allowBusy whether hosts whose GPUs are in use may be measured
     * @param records hears how it went with each host, in the order of the inventory
     */
    public static OpenHosts open(
            Cluster cluster,
            Transport transport,
            Deployment deployment,
            boolean allowBusy,
            Consumer<HostRecord> records,
            Progress progress) {
        return open(cluster, transport, deployment, allowBusy, records, progress, Patience.STANDARD);
    }

    static OpenHosts open(
            Cluster cluster,
            Transport transport,
            Deployment deployment,
            boolean allowBusy,
            Consumer<HostRecord> records,
            Progress progress,
            Patience patience) {
        OpenHosts hosts = new OpenHosts(patience);
        progress.phase("contact", cluster.hosts().size());
        List<CompletableFuture<Contact>> opening = new ArrayList<>();
        for (Host host : cluster.hosts()) {
            opening.add(hosts.contact(host, transport, deployment, allowBusy));
        }
        // from the first agent on: a host that hangs must not let the others fall silent and end
        long beat = patience.heartbeat().toMillis();
        hosts.heart.scheduleAtFixedRate(
                () -> hosts.agents.forEach(OpenHosts::keepAlive), beat, beat, TimeUnit.MILLISECONDS);
        for (CompletableFuture<Contact> one : opening) {
            hosts.add(one.join(), records, progress);
        }
        return hosts;
    }

    private static void keepAlive(Agent agent) {
        try {
            agent.heartbeat();
        } catch (RuntimeException e) {
            // an exception here would end the heartbeats of all hosts; that of a lost one shows in its next answer
            LOG.debug("no heartbeat to {}", agent.host(), e);
        }
    }

    private CompletableFuture<Contact> contact(
            Host host, Transport transport, Deployment deployment, boolean allowBusy) {
        return CompletableFuture.completedFuture(host)
                .thenCompose(transport::open) // what it throws is this host's failure too
                .thenCompose(remote -> deploy(host, remote, deployment))
                .thenCompose(agent -> {
                    agents.add(agent);
                    return look(agent, allowBusy);
                })
                .orTimeout(patience.contact().toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failure -> {
                    givenUp.add(host.name());
                    return Contact.none(host.name(), cause(host, failure));
                });
    }

    /** A host that answers after the run went on without it is not touched any more. */
    private CompletableFuture<Agent> deploy(Host host, Remote remote, Deployment deployment) {
        if (givenUp.contains(host.name())) {
            remote.close();
            return CompletableFuture.failedFuture(new TimeoutException());
        }
        remotes.put(host.name(), remote);
        return deployment.deploy(remote);
    }

    private CompletableFuture<Contact> look(Agent agent, boolean allowBusy) {
        return agent.ask(new Request.Info(), patience.answer()).thenApply(info -> {
            Optional<Event.GpuProcess> busy = info.stream()
                    .filter(Event.GpuProcess.class::isInstance)
                    .map(Event.GpuProcess.class::cast)
                    .findFirst();
            if (busy.isPresent() && !allowBusy) {
                // elsewhere: closing waits for the agent's end, which the thread that brings this answer brings too
                CompletableFuture.runAsync(agent::close);
                throw busy(agent.host(), busy.get());
            }
            return Contact.with(agent, info);
        });
    }

    private static ProbeException busy(String host, Event.GpuProcess process) {
        return new ProbeException(
                host,
                ProbeException.Kind.BUSY,
                "process " + process.pid() + " (" + process.name() + ") holds " + process.device()
                        + "; end the job, leave the host out with --exclude, or measure it all the same with --intrusive",
                null);
    }

    private Throwable cause(Host host, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return new ProbeException(
                    host.name(),
                    ProbeException.Kind.SILENT,
                    "no contact within " + patience.contact().toMillis() + " ms; look whether the host hangs",
                    cause);
        }
        return cause;
    }

    private void add(Contact contact, Consumer<HostRecord> records, Progress progress) {
        contacts.put(contact.host(), contact);
        Optional<String> whyNot = contact.whyNot();
        records.accept(new HostRecord(
                contact.host(), "contact", whyNot.isEmpty(), whyNot.orElse("agent talks"), contact.build()));
        whyNot.ifPresent(progress::remark);
        progress.done(whyNot.isEmpty());
    }

    /** Return the contact with a host of the cluster. */
    public Contact contact(String host) {
        return contacts.get(host);
    }

    /** Return the build id of the probe that talks, {@code none} where no host has one. */
    public String build() {
        return contacts.values().stream()
                .map(Contact::build)
                .filter(build -> !build.equals("none"))
                .findFirst()
                .orElse("none");
    }

    /**
     * End the agents, undo backwards what the journal holds, close the connections. Whatever goes wrong is reported for its host and never
     * thrown: it must not replace the result.
     *
     * @param records hears for each host whether it is as found
     * @param transcripts takes the conversation with each host
     */
    public void close(Journal journal, Consumer<HostRecord> records, Transcripts transcripts, Progress progress) {
        heart.shutdownNow();
        lost().forEach(record ->
                attempt(record.host() + ": its loss cannot be kept", () -> records.accept(record), progress));
        progress.phase("close", contacts.size());
        Map<String, HostRecord> closed = closeAll(contacts.values(), journal);
        // hosts that share a file system hold each other's directories: what was not empty is, now that all agents are
        // gone
        List<Contact> again = contacts.values().stream()
                .filter(contact -> !closed.get(contact.host()).good())
                .toList();
        closed.putAll(closeAll(again, journal));
        for (HostRecord record : closed.values()) {
            attempt(record.host() + ": its state cannot be kept", () -> records.accept(record), progress);
            progress.done(record.good());
        }
        contacts.forEach((host, contact) -> attempt(
                host + ": its transcript cannot be kept",
                () -> transcripts.keep(host, contact.transcript()),
                progress));
        remotes.forEach((host, remote) -> attempt(host + ": its connection cannot be closed", remote::close, progress));
    }

    /** Return the connection with a host, empty where there is none. */
    public Optional<Remote> remote(String host) {
        return Optional.ofNullable(remotes.get(host));
    }

    /** Hosts that were reached and whose conversation broke since: what is not proven may be because of them. */
    private List<HostRecord> lost() {
        return contacts.values().stream()
                .filter(Contact::wasMade)
                .flatMap(contact -> contact.whyNot().stream()
                        .map(cause -> new HostRecord(contact.host(), "lost", false, cause, contact.build())))
                .toList();
    }

    private static void attempt(String otherwise, Runnable step, Progress progress) {
        try {
            step.run();
        } catch (RuntimeException e) {
            progress.remark(otherwise + ": " + e.getMessage());
        }
    }

    /** Keeps the conversation with a host. */
    @FunctionalInterface
    public interface Transcripts {
        /** Keep the lines. */
        void keep(String host, List<String> lines);
    }

    private Map<String, HostRecord> closeAll(Collection<Contact> some, Journal journal) {
        Map<String, CompletableFuture<HostRecord>> closing = new LinkedHashMap<>();
        some.forEach(
                contact -> closing.put(contact.host(), CompletableFuture.supplyAsync(() -> close(contact, journal))));
        Map<String, HostRecord> closed = new LinkedHashMap<>();
        closing.forEach((host, one) -> closed.put(host, one.join()));
        return closed;
    }

    private HostRecord close(Contact contact, Journal journal) {
        String host = contact.host();
        try {
            contact.close();
            Remote remote = remotes.get(host);
            if (remote == null) {
                return new HostRecord(host, "close", true, "never touched", contact.build());
            }
            Undo.Result result = new Undo(journal, Optional.empty())
                    .on(remote)
                    .orTimeout(patience.undo().toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            return new HostRecord(host, "close", result.asFound(), Cleanup.text(result), contact.build());
        } catch (RuntimeException e) {
            return new HostRecord(host, "close", false, "not undone: " + cause(e), contact.build());
        }
    }

    private String cause(RuntimeException e) {
        Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
        return cause instanceof TimeoutException
                ? "no answer within " + patience.undo().toMillis() + " ms"
                : cause.toString();
    }
}
