package io.seatrial.cli;

import io.seatrial.archive.DiskException;
import io.seatrial.archive.HostRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.criteria.Ask;
import io.seatrial.criteria.CollectiveTerms;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.collectives.LogDemands;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.probe.CaptureBounds;
import io.seatrial.probe.Deployment;
import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.GroupRunner;
import io.seatrial.probe.ProbeProgram;
import io.seatrial.run.ClusterLock;
import io.seatrial.run.Endurance;
import io.seatrial.run.KeptLogs;
import io.seatrial.run.LeftTreatment;
import io.seatrial.run.Measuring;
import io.seatrial.run.OpenHosts;
import io.seatrial.run.PlannedAsk;
import io.seatrial.run.Runners;
import io.seatrial.run.Treatments;
import io.seatrial.transport.Journal;
import io.seatrial.transport.ssh.SshTransport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The path of one run: read the folder, plan, make contact, measure round by round, close with everything undone, judge, report. What went
 * wrong on one host is that host's; what was measured before an interruption is judged and reported all the same.
 */
final class AcceptanceRun {
    private static final DateTimeFormatter RUN_ID =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    /** How long Ctrl-C waits for the report of what was measured. */
    private static final long GRACE_SECONDS = 60;

    private final RunCommand command;
    private final PrintWriter out;
    private final Terminal terminal;
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<String> notes = new ArrayList<>();
    private volatile int status = Status.FAILED;
    private boolean failed;
    /** What was to be kept of the hosts' last words, and could not be. */
    private Optional<DiskException> notKept = Optional.empty();

    AcceptanceRun(RunCommand command, PrintWriter out, PrintWriter err) {
        this.command = command;
        this.out = out;
        this.terminal = new Terminal(err);
    }

    int execute() throws IOException {
        Schedule schedule = Schedule.of(command.cluster, Following.narrow(command), earlier());
        FaultOptions faults =
                FaultOptions.of(command.faults, schedule.prepared().cluster());
        Surroundings.refuseOtherFaults(schedule.prepared().cluster(), faults);
        notes.addAll(schedule.notes());
        command.history.address(command.runs); // a wrong address is refused before anything is touched
        if (command.resume.isPresent()) {
            Resumed.open(command, schedule); // refused before anything is touched
        }
        if (command.dryRun) {
            schedule.lines(false).forEach(out::println);
            return Status.HOLDS;
        }
        Thread hook = new Thread(this::interrupt, "interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            status = locked(schedule, faults);
            return status;
        } finally {
            ended.countDown();
            if (!interrupted.get()) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        }
    }

    /** A run that is resumed plans by what was known when it began, and so the same again. */
    private EarlierRuns earlier() {
        Path runs = command.runs.folder;
        return new EarlierRuns(
                runs,
                command.resume.map(run ->
                        RunArchive.open(RunArchive.find(runs, run)).header().started()));
    }

    /** Runs at Ctrl-C: lets the open round end, then waits until everything is undone and reported. */
    private void interrupt() {
        interrupted.set(true);
        try {
            ended.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(Status.FAILED);
    }

    private int locked(Schedule schedule, FaultOptions faults) throws IOException {
        String cluster = schedule.prepared().cluster().name();
        try (ClusterLock lock = ClusterLock.take(command.runs.folder, cluster, ClusterLock.owner())) {
            LeftTreatment.of(command.runs.folder, cluster)
                    .forEach(left -> notes.add(left.text() + "; this run measures under it and counts toward no"
                            + " baseline: see 'seatrial cleanup --cluster " + command.cluster.folder + "'"));
            RunArchive archive = archive(schedule);
            if (archive.isHalfClosed()) {
                notes.add(
                        "the run had come to its end: only its report and the manifest of its files were missing, nothing"
                                + " was measured");
            } else {
                measure(schedule, faults, archive);
            }
            return publish(schedule, archive);
        }
    }

    /** What keeps the report from being written must not hide what went wrong before. */
    private int publish(Schedule schedule, RunArchive archive) {
        try {
            KeptHistory history = KeptHistory.of(command.history, command.runs);
            return Publishing.publish(archive, schedule.prepared(), command.options.only, notes, failed, history, out);
        } catch (IOException | RuntimeException e) {
            notes.forEach(terminal::remark);
            terminal.remark("seatrial: run " + archive.header().run() + " cannot be reported: " + Failures.text(e)
                    + "; what was measured is in " + archive.folder() + "; put that right and go on with --resume "
                    + archive.header().run());
            return Status.FAILED;
        }
    }

    private RunArchive archive(Schedule schedule) {
        if (command.resume.isPresent()) {
            return Resumed.open(command, schedule);
        }
        Cluster cluster = schedule.prepared().cluster();
        Instant now = Instant.now();
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                RUN_ID.format(now),
                cluster.name(),
                cluster.hash(),
                schedule.prepared().profile().text(),
                schedule.prepared().seed(),
                now,
                cluster.hosts().stream().map(Host::name).toList(),
                command.recorded(),
                Version.text());
        return RunArchive.create(command.runs.folder, header, command.cluster.folder);
    }

    private void measure(Schedule schedule, FaultOptions faults, RunArchive archive) {
        try (Surroundings around = Surroundings.of(schedule.prepared().cluster(), faults, command.runs.folder)) {
            measure(schedule, around.cluster(), archive);
        } catch (IOException | RuntimeException e) {
            fail(archive, e);
        } finally {
            terminal.finish();
        }
        if (!failed) { // else it mostly follows from what failed first
            notKept.ifPresent(e -> fail(archive, e));
        }
        if (interrupted.get()) {
            failed = true;
            notes.add("interrupted: what follows was judged from what was measured until then; go on with --resume "
                    + archive.header().run());
        }
    }

    private void measure(Schedule schedule, Cluster reached, RunArchive archive) throws IOException {
        try (Journal journal = Journal.open(archive.journal(), archive.header().run());
                SshTransport transport = SshTransport.open(SshTransport.Options.standard())) {
            Deployment deployment = new Deployment(
                    ProbeProgram.packaged(), journal, archive.header().run(), owner(archive));
            List<HostRecord> contacts = new ArrayList<>();
            OpenHosts hosts =
                    OpenHosts.open(reached, transport, deployment, command.intrusive, contacts::add, terminal);
            try {
                contacts.forEach(archive::append); // here a disk that is full cannot keep hosts from being put back
                command.treated.apply(new Treatments(journal, hosts::remote));
                sampled(schedule, hosts, archive, new Sampling.Sources(reached, hosts, transport));
            } finally {
                hosts.close(
                        journal,
                        record -> keep(() -> archive.append(record)),
                        (host, lines) -> keep(() -> archive.keep("transcripts/" + host + ".txt", lines)),
                        terminal);
            }
        }
    }

    private void sampled(Schedule schedule, OpenHosts hosts, RunArchive archive, Sampling.Sources sources) {
        try (Sampling sampling = Sampling.start(schedule, archive, command.runs.folder, command.intrusive, sources)) {
            rounds(schedule, hosts, archive, sampling);
        }
    }

    /** While hosts are closed nothing that is thrown gets anywhere; a run whose evidence is not whole has failed all the same. */
    private void keep(Runnable step) {
        try {
            step.run();
        } catch (DiskException e) {
            notKept = Optional.of(notKept.orElse(e));
            throw e;
        }
    }

    private void fail(RunArchive archive, Exception failure) {
        failed = true;
        notes.add("the run itself failed: " + Failures.text(failure)
                + "; what was measured until then is kept: put that right and go on with --resume "
                + archive.header().run());
    }

    private static String owner(RunArchive archive) {
        return "run " + archive.header().run() + " of " + System.getProperty("user.name");
    }

    private void rounds(Schedule schedule, OpenHosts hosts, RunArchive archive, Sampling sampling) {
        Runners runners = new Runners(runner(schedule, hosts, archive), groups(schedule, hosts, archive));
        Measuring measuring = new Measuring(
                archive,
                runners,
                hosts::contact,
                new DeclaredRetests(
                        schedule.prepared(),
                        host -> hosts.contact(host).whyNot().isEmpty(),
                        notes),
                terminal,
                interrupted::get,
                sampling::stop,
                sampling::awaitTold);
        for (PlannedAsk ask : schedule.asks()) {
            if (Endurance.isFor(ask)) {
                continue;
            }
            measuring.execute(ask);
            boolean hadTraffic = ask instanceof PlannedAsk.Flows
                    || ask instanceof PlannedAsk.Groups
                    || ask instanceof PlannedAsk.Tenants;
            if (hadTraffic) {
                sampling.awaitTold(); // what happened in this ask must not be taken for the next one's
            }
        }
        endure(schedule, runners, archive, sampling);
    }

    /** Last of all: whatever is wrong from the begin is known by then. */
    private void endure(Schedule schedule, Runners runners, RunArchive archive, Sampling sampling) {
        List<PlannedAsk> lasting =
                schedule.asks().stream().filter(Endurance::isFor).toList();
        if (!lasting.isEmpty() && !interrupted.get()) {
            new Endurance(archive, runners, terminal, interrupted::get, Clock.systemUTC())
                    .run(lasting, schedule::lasts);
            sampling.awaitTold();
        }
    }

    private static GroupRunner groups(Schedule schedule, OpenHosts hosts, RunArchive archive) {
        Criteria criteria = schedule.prepared().criteria();
        KeptLogs logs = new KeptLogs(
                archive,
                ask -> criteria.ask(ask)
                        .flatMap(Ask::collective)
                        .map(CollectiveTerms::channelsPerNic)
                        .orElse(LogDemands.CHANNELS_PER_NIC));
        return new GroupRunner(
                        schedule.prepared().cluster(),
                        hosts::contact,
                        schedule.prepared().fabric())
                .keeping(logs);
    }

    private FlowRunner runner(Schedule schedule, OpenHosts hosts, RunArchive archive) {
        FlowRunner runner = new FlowRunner(hosts::contact, schedule.prepared().fabric());
        return command.capture
                ? runner.capturing(CaptureBounds.STANDARD, new KeptCaptures(archive, notes::add))
                : runner;
    }
}
