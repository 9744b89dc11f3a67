package io.seatrial.cli;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.Closing;
import io.seatrial.archive.HostRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.Criteria;
import io.seatrial.diagnosis.Suspect;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Tier;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Accused;
import io.seatrial.report.Coverage;
import io.seatrial.report.Finding;
import io.seatrial.report.HostState;
import io.seatrial.report.Kind;
import io.seatrial.report.MeasuredFabrics;
import io.seatrial.report.Outcome;
import io.seatrial.report.RunFacts;
import io.seatrial.report.RunReport;
import io.seatrial.testkit.Concluded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Turns a judged run into what a report shows. */
final class Reporting {
    /** A reason speaks of its subject; more of them only bury each other, and each stands at its own result. */
    private static final int REASONS = 2;

    private Reporting() {}

    static RunReport report(RunArchive archive, Prepared prepared, Judged judged, List<String> notes, Instant end) {
        List<Message> remarks = new ArrayList<>(judged.remarks());
        notes.forEach(note -> remarks.add(Message.of("remark", "text", note)));
        return new RunReport(
                        facts(archive, prepared, end),
                        Outcome.valueOf(judged.overall().name()),
                        environment(archive, prepared),
                        judged.concluded().stream().map(Reporting::finding).toList(),
                        List.copyOf(judged.surveys().values()),
                        prepared.cluster().links(),
                        judged.suspects().stream().map(Reporting::accused).toList(),
                        coverage(archive, prepared, judged),
                        hosts(archive),
                        WaiverNotes.of(archive, prepared, judged),
                        remarks)
                .with(judged.congestion())
                .with(judged.collectives());
    }

    private static RunFacts facts(RunArchive archive, Prepared prepared, Instant end) {
        return new RunFacts(
                archive.header().run(),
                archive.header().cluster(),
                archive.header().profile(),
                archive.header().started(),
                end,
                prepared.cluster().lab().isPresent());
    }

    private static Map<String, String> environment(RunArchive archive, Prepared prepared) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("cluster", archive.header().cluster());
        environment.put("inventory hash", archive.header().clusterHash());
        environment.put("profile", archive.header().profile());
        environment.put("run", archive.header().run());
        environment.put("fabric", fabrics(archive, prepared));
        environment.put("seed", Long.toString(archive.header().seed()));
        environment.put("seatrial", archive.header().version());
        environment.put("probe build", probe(archive));
        archive.header().options().forEach((name, value) -> environment.put("option " + name, value));
        return environment;
    }

    /** Return what the traffic of a run ran on, as its measurements say it; where none says anything, what sockets would have run on. */
    static String fabrics(RunArchive archive, Prepared prepared) {
        Set<String> fabrics = new TreeSet<>();
        archive.forEachRound(round -> fabrics.addAll(MeasuredFabrics.ofMeasurements(round.measurements())));
        return fabrics.isEmpty() ? prepared.fabric() : String.join(", ", fabrics);
    }

    private static String probe(RunArchive archive) {
        List<String> builds = archive.hosts().stream()
                .map(HostRecord::probe)
                .filter(build -> !build.equals("none"))
                .distinct()
                .toList();
        return builds.isEmpty() ? "none" : String.join(", ", builds);
    }

    private static Finding finding(Concluded concluded) {
        String criterion = concluded.judgement().criterion();
        return new Finding(concluded.judgement(), criterion.substring(0, criterion.indexOf('.')), concluded.labels());
    }

    private static Accused accused(Suspect suspect) {
        List<Message> evidence = new ArrayList<>();
        suspect.cause().ifPresent(evidence::add);
        if (!suspect.alsoPossible().isEmpty()) {
            evidence.add(Message.of(
                    "accused.also-possible",
                    "subjects",
                    String.join(
                            ", ",
                            suspect.alsoPossible().stream().map(SubjectId::name).toList())));
        }
        return new Accused(
                suspect.subject(),
                suspect.message(),
                evidence,
                suspect.decide().stream().findFirst());
    }

    private static List<Coverage> coverage(RunArchive archive, Prepared prepared, Judged judged) {
        Map<String, AskRecord> asks = new TreeMap<>();
        archive.asks().forEach(ask -> asks.put(ask.id(), ask));
        List<Coverage> rows = new ArrayList<>();
        for (Criteria.Asked asked : prepared.criteria().asked(prepared.profile())) {
            List<Concluded> of = judged.concluded().stream()
                    .filter(c -> c.judgement().criterion().equals(asked.id()))
                    .toList();
            rows.add(asked(asked.id(), of, leftOut(asks.get(asked.ask()))));
        }
        Judged.notAsked(prepared)
                .forEach(
                        (id, reason) -> rows.add(new Coverage(id, family(id), tier(id), false, 0, 0, List.of(reason))));
        prepared.cluster().tiers().stream()
                .map(Tier::name)
                .filter(tier -> !tier.equals(Link.HOST_LEAF))
                .forEach(tier -> rows.add(notRead(prepared, tier)));
        return rows;
    }

    /** Links between switches are in no result yet; that must not look like acceptance. */
    private static Coverage notRead(Prepared prepared, String tier) {
        long links = prepared.cluster().linksOfTier(tier).size();
        Message reason = Message.of("coverage.tier-not-read", "links", links);
        return new Coverage("links.state.limit", "links", tier, false, 0, 0, List.of(reason));
    }

    private static Optional<Message> leftOut(AskRecord ask) {
        return ask == null || ask.leftOut().isEmpty()
                ? Optional.empty()
                : Optional.of(Message.of(
                        "coverage.left-out-tonight",
                        "left",
                        (long) ask.leftOut().size(),
                        "all",
                        (long) ask.leftOut().size() + ask.subjects().size()));
    }

    private static Coverage asked(String id, List<Concluded> results, Optional<Message> leftOut) {
        int measured = (int) results.stream()
                .filter(c -> !(unwaived(c.judgement().verdict()) instanceof Verdict.NotProven))
                .count();
        List<Message> all = results.stream()
                .map(c -> unwaived(c.judgement().verdict()))
                .filter(Verdict.NotProven.class::isInstance)
                .map(Verdict::message)
                .distinct()
                .toList();
        List<Message> reasons = new ArrayList<>(all.subList(0, Math.min(REASONS, all.size())));
        if (all.size() > REASONS) {
            reasons.add(Message.of("coverage.more-reasons", "more", (long) all.size() - REASONS));
        }
        leftOut.ifPresent(reasons::add);
        if (results.isEmpty() && leftOut.isEmpty()) {
            reasons.add(Message.of("coverage.left-out"));
        }
        return new Coverage(id, family(id), tier(id), true, results.size(), measured, reasons);
    }

    private static Verdict unwaived(Verdict verdict) {
        return verdict instanceof Verdict.Waived waived ? waived.instead() : verdict;
    }

    private static String family(String criterion) {
        return criterion.substring(0, criterion.indexOf('.'));
    }

    private static String tier(String criterion) {
        if (family(criterion).equals("configuration")) {
            return "hosts";
        }
        if (family(criterion).equals("collective")) {
            return "groups";
        }
        return criterion.contains("across-leaves") ? "leaf-spine" : "host-leaf";
    }

    private static List<HostState> hosts(RunArchive archive) {
        Map<String, HostState> states = new LinkedHashMap<>();
        for (HostRecord host : archive.hosts()) {
            if (!host.phase().equals("close")) {
                states.put(host.host(), new HostState(host.host(), HostState.State.UNKNOWN, remark(host)));
            } else {
                states.put(
                        host.host(),
                        new HostState(
                                host.host(),
                                host.good() ? HostState.State.AS_FOUND : HostState.State.CHANGED,
                                remark(host)));
            }
        }
        return List.copyOf(states.values());
    }

    private static Optional<Message> remark(HostRecord host) {
        return Optional.of(Message.of("host.state", "text", host.text()));
    }

    static Closing closing(Judged judged, Instant ended) {
        List<Closing.Result> results = judged.concluded().stream()
                .map(c -> new Closing.Result(
                        c.judgement().criterion(),
                        c.judgement().subject().toString(),
                        Kind.of(c.judgement().verdict()).css(),
                        c.historyId()))
                .toList();
        Outcome outcome = Outcome.valueOf(judged.overall().name());
        return new Closing(outcome.word(), outcome.exitStatus(), ended, judged.countable(), results);
    }
}
