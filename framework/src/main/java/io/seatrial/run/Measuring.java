package io.seatrial.run;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Round;
import io.seatrial.probe.Contact;
import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.GroupRunner;
import io.seatrial.probe.LinkReader;
import io.seatrial.probe.NcclReader;
import io.seatrial.probe.NicQosReader;
import io.seatrial.probe.SettingReader;
import io.seatrial.probe.TenantRunner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Works through what was asked, round by round, and appends every finished round to the archive before the next one begins. Rounds that the
 * archive already holds are not measured again: that is how a run is resumed.
 */
public final class Measuring {
    private final RunArchive archive;
    private final FlowRunner runner;
    private final Optional<GroupRunner> groups;
    private final Function<String, Contact> contacts;
    private final Retests retests;
    private final Progress progress;
    private final BooleanSupplier interrupted;
    private final Function<String, Optional<Message>> stop;
    private final Runnable settle;
    private final Set<String> finished = new HashSet<>();
    private final List<Setting> nicSettings = new ArrayList<>();

    /**
     * @param contacts the contact with a host by its name
     * @param interrupted asked before every round; true ends the measuring early, with what was measured kept
     */
    public Measuring(
            RunArchive archive,
            FlowRunner runner,
            Function<String, Contact> contacts,
            Retests retests,
            Progress progress,
            BooleanSupplier interrupted) {
        this(
                archive,
                runner,
                Optional.empty(),
                contacts,
                retests,
                progress,
                interrupted,
                ask -> Optional.empty(),
                () -> {});
    }

    /**
     * @param stop asked before every round: why the rest of an ask is to be left out, empty while it is not
     * @param settle waits between the rounds of an ask and their retests until counters have told what happened, so that it is not taken for
     *     the retest's
     */
    public Measuring(
            RunArchive archive,
            Runners runners,
            Function<String, Contact> contacts,
            Retests retests,
            Progress progress,
            BooleanSupplier interrupted,
            Function<String, Optional<Message>> stop,
            Runnable settle) {
        this(
                archive,
                runners.flows(),
                Optional.of(runners.groups()),
                contacts,
                retests,
                progress,
                interrupted,
                stop,
                settle);
    }

    private Measuring(
            RunArchive archive,
            FlowRunner runner,
            Optional<GroupRunner> groups,
            Function<String, Contact> contacts,
            Retests retests,
            Progress progress,
            BooleanSupplier interrupted,
            Function<String, Optional<Message>> stop,
            Runnable settle) {
        this.groups = groups;
        this.stop = stop;
        this.settle = settle;
        this.archive = archive;
        this.runner = runner;
        this.contacts = contacts;
        this.retests = retests;
        this.progress = progress;
        this.interrupted = interrupted;
        archive.forEachRound(round -> finished.add(key(round.ask(), round.round(), round.attempt())));
    }

    private static String key(String ask, int round, int attempt) {
        return ask + "#" + round + "#" + attempt;
    }

    /** Measure one ask, with its retests, and return what is known then. */
    public Survey execute(PlannedAsk ask) {
        archive.append(ask.record());
        if (ask instanceof PlannedAsk.Flows flows) {
            measure(flows);
        } else if (ask instanceof PlannedAsk.Groups of) {
            measure(of);
        } else if (ask instanceof PlannedAsk.Tenants tenants) {
            measure(tenants);
        } else if (ask instanceof PlannedAsk.Links links) {
            read(links);
        } else if (ask instanceof PlannedAsk.Settings settings) {
            read(settings);
            return settings(settings);
        }
        return survey(ask, round -> true);
    }

    /** Leave out an ask, with the reason, so that its subjects stay visible as not proven. */
    public void decline(PlannedAsk.Flows ask, Message why) {
        archive.append(ask.record());
        ask.rounds().forEach(round -> decline(ask, round, why));
    }

    private void decline(PlannedAsk.Flows ask, Round round, Message why) {
        if (finished.add(key(ask.ask(), round.number(), 0))) {
            Instant now = Instant.now();
            Provenance provenance = new Provenance(round.number(), 0, now, now, "none", "");
            archive.append(new RoundRecord(
                    ask.ask(),
                    round.number(),
                    0,
                    round.flows().stream()
                            .map(flow -> Measurement.absent(
                                    ask.metric(),
                                    flow.subject(),
                                    why,
                                    ask.probe().conditions(),
                                    provenance))
                            .toList()));
        }
    }

    private Survey settings(PlannedAsk.Settings ask) {
        List<Setting> all = new ArrayList<>();
        archive.forEachRound(round -> {
            if (round.ask().equals(ask.ask())) {
                all.addAll(round.settings());
            }
        });
        return Survey.ofSettings(ask.ask(), ask.subjects(), all);
    }

    private Survey survey(PlannedAsk ask, Predicate<RoundRecord> which) {
        List<Measurement> all = new ArrayList<>();
        archive.forEachRound(round -> {
            if (round.ask().equals(ask.ask()) && which.test(round)) {
                all.addAll(round.measurements());
            }
        });
        return Survey.of(ask.ask(), ask.metric(), ask.subjects(), all);
    }

    private void measure(PlannedAsk.Flows ask) {
        progress.phase(ask.ask(), count(ask.rounds()));
        for (Round round : ask.rounds()) {
            Optional<Message> why = stop.apply(ask.ask());
            why.ifPresent(message -> decline(ask, round, message));
            if (why.isEmpty()) {
                one(ask, round, 0);
            }
        }
        if (stop.apply(ask.ask()).isPresent()) {
            return;
        }
        // by the first attempts alone: a run that is resumed amid its retests must plan the same ones again
        Set<SubjectId> doubtful = retests.doubtful(survey(ask, round -> round.attempt() == 0));
        List<Round> again = doubtful.isEmpty() ? List.of() : retests.rounds(ask.once(), doubtful);
        if (!again.isEmpty() && !interrupted.getAsBoolean()) {
            settle.run();
            progress.phase(ask.ask() + " retest", count(again));
            again.forEach(round -> one(ask, round, 1));
        }
    }

    private void measure(PlannedAsk.Groups ask) {
        GroupRunner groups = this.groups.orElseThrow(
                () -> new IllegalStateException("ask " + ask.ask() + ": nobody said what runs groups"));
        GroupMeasuring measuring = new GroupMeasuring(
                archive,
                groups,
                progress,
                ask,
                (round, attempt) -> finished.add(key(ask.ask(), round, attempt)),
                interrupted);
        measuring.first();
        Set<SubjectId> doubtful = retests.doubtful(survey(ask, round -> round.attempt() == 0));
        if (!doubtful.isEmpty() && !interrupted.getAsBoolean()) {
            settle.run();
            measuring.again(doubtful);
        }
    }

    private void measure(PlannedAsk.Tenants ask) {
        GroupRunner groups = this.groups.orElseThrow(
                () -> new IllegalStateException("ask " + ask.ask() + ": nobody said what runs groups"));
        TenantMeasuring measuring =
                new TenantMeasuring(archive, new TenantRunner(runner, groups, contacts), progress, interrupted, ask);
        progress.phase(ask.ask(), ask.subjects().size());
        Optional<Message> why = stop.apply(ask.ask());
        if (begins(ask.ask(), 0, 0)) {
            why.ifPresentOrElse(measuring::decline, () -> measuring.measure(0));
        }
        boolean doubts = stop.apply(ask.ask()).isEmpty()
                && !retests.doubtful(survey(ask, round -> round.attempt() == 0)).isEmpty();
        if (doubts && begins(ask.ask(), 0, 1)) {
            settle.run();
            progress.phase(ask.ask() + " retest", ask.subjects().size());
            measuring.measure(1);
        }
    }

    private boolean begins(String ask, int round, int attempt) {
        return !interrupted.getAsBoolean() && finished.add(key(ask, round, attempt));
    }

    private static int count(List<Round> rounds) {
        return rounds.stream().mapToInt(round -> round.flows().size()).sum();
    }

    private void one(PlannedAsk.Flows ask, Round round, int attempt) {
        if (interrupted.getAsBoolean()) {
            return;
        }
        if (!finished.add(key(ask.ask(), round.number(), attempt))) {
            round.flows().forEach(flow -> progress.done(true));
            return;
        }
        List<Flow> flows = round.flows();
        Instant begin = Instant.now();
        List<Measurement> measured = runner.run(ask.probe(), round.number(), attempt, flows);
        TimeWindow window = new TimeWindow(begin, Instant.now());
        archive.append(new RoundRecord(ask.ask(), round.number(), attempt, measured, List.of(), Optional.of(window)));
        measured.forEach(m -> progress.done(m.value().isPresent()));
    }

    private void read(PlannedAsk.Links ask) {
        if (interrupted.getAsBoolean() || !finished.add(key(ask.ask(), 0, 0))) {
            return;
        }
        progress.phase(ask.ask(), ask.cluster().hosts().size());
        List<Measurement> all = new ArrayList<>();
        for (Host host : ask.cluster().hosts()) {
            List<Measurement> read = LinkReader.read(ask.metric(), host, contacts.apply(host.name()));
            all.addAll(read);
            progress.done(read.stream().allMatch(m -> m.value().isPresent()));
        }
        archive.append(new RoundRecord(ask.ask(), 0, 0, all));
    }

    private void read(PlannedAsk.Settings ask) {
        if (interrupted.getAsBoolean() || !finished.add(key(ask.ask(), 0, 0))) {
            return;
        }
        if (ask.question().isOfFabric()) {
            readFabric(ask);
            return;
        }
        progress.phase(ask.ask(), ask.cluster().hosts().size());
        List<Setting> all = new ArrayList<>();
        List<CompletableFuture<List<Setting>>> reading =
                ask.cluster().hosts().stream().map(host -> read(ask, host)).toList();
        for (CompletableFuture<List<Setting>> one : reading) {
            List<Setting> read =
                    one.join().stream().filter(ask.question()::reads).toList();
            all.addAll(read);
            progress.done(read.stream().allMatch(setting -> setting.text().isPresent()));
        }
        archive.append(new RoundRecord(ask.ask(), 0, 0, List.of(), all));
    }

    /** Most of what a host says of itself it said when it was met. */
    private CompletableFuture<List<Setting>> read(PlannedAsk.Settings ask, Host host) {
        Contact contact = contacts.apply(host.name());
        return ask.question().reads().equals(Setting.NCCL)
                ? NcclReader.read(contact)
                : CompletableFuture.completedFuture(SettingReader.read(host, contact));
    }

    /** NICs are read once for all asks of a run; switches were, before the first one. */
    private void readFabric(PlannedAsk.Settings ask) {
        Set<SubjectId> subjects = ask.subjects();
        progress.phase(ask.ask(), subjects.size());
        List<Setting> all = Stream.concat(nicSettings(ask.cluster().hosts()).stream(), archive.settings().stream())
                .filter(setting ->
                        subjects.contains(setting.subject()) && ask.question().reads(setting))
                .toList();
        archive.append(new RoundRecord(ask.ask(), 0, 0, List.of(), all));
        Set<SubjectId> known = all.stream()
                .filter(setting -> setting.text().isPresent())
                .map(Setting::subject)
                .collect(Collectors.toSet());
        subjects.forEach(subject -> progress.done(known.contains(subject)));
    }

    private List<Setting> nicSettings(List<Host> hosts) {
        if (nicSettings.isEmpty()) {
            List<CompletableFuture<List<Setting>>> reading = hosts.stream()
                    .map(host -> NicQosReader.read(host, contacts.apply(host.name())))
                    .toList();
            reading.forEach(one -> nicSettings.addAll(one.join()));
        }
        return nicSettings;
    }
}
