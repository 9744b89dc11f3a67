package io.seatrial.cli;

import io.seatrial.archive.ArchiveJson;
import io.seatrial.archive.HostRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.SourceRecord;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.OverallVerdict;
import io.seatrial.diagnosis.Diagnosis;
import io.seatrial.diagnosis.Finding;
import io.seatrial.diagnosis.Reading;
import io.seatrial.diagnosis.Suspect;
import io.seatrial.diagnosis.Symptoms;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Switch;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.report.allure.AllureSession;
import io.seatrial.report.collectives.Collectives;
import io.seatrial.report.congestion.Congestion;
import io.seatrial.run.CounterJoin;
import io.seatrial.run.ReplayTestbed;
import io.seatrial.suites.Suites;
import io.seatrial.testkit.Concluded;
import io.seatrial.testkit.Judging;
import io.seatrial.testkit.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An archived run, judged: by the suites, from the archive alone.
 *
 * @param concluded every result
 * @param suspects most suspect first
 * @param remarks about waivers and baselines, and what went wrong in suites themselves
 * @param surveys what was measured
 * @param overall what it came to
 * @param whole whether it left nothing to another night
 * @param congestion what was counted, for pictures
 * @param collectives what collectives gave, for pictures
 */
record Judged(
        List<Concluded> concluded,
        List<Suspect> suspects,
        List<Message> remarks,
        Map<String, Survey> surveys,
        OverallVerdict overall,
        boolean whole,
        Congestion congestion,
        Collectives collectives) {
    /** What is read of itself; flows are findings. */
    private static final Set<SubjectId.Kind> READ =
            Set.of(SubjectId.Kind.LINK, SubjectId.Kind.PORT, SubjectId.Kind.CLUSTER);

    /**
     * Judge.
     *
     * @param results folder for the Allure results
     * @param failed whether the run itself failed or was interrupted
     */
    static Judged of(
            RunArchive archive, Prepared prepared, List<String> tags, Path results, boolean failed, LocalDate today) {
        CounterJoin counters = new CounterJoin(prepared.cluster(), prepared.criteria(), archive);
        Congestion congestion = CountersShown.of(prepared.cluster(), archive, counters);
        ReplayTestbed testbed = new ReplayTestbed(prepared.cluster(), archive, prepared::metric, counters.surveys());
        Judging judging = new Judging(
                prepared.cluster(),
                prepared.criteria(),
                prepared.profile(),
                prepared.baseline(),
                prepared.waivers(),
                testbed.surveys(),
                testbed.asked(),
                ReplayTestbed.leftOut(archive),
                today);
        try (AllureSession allure = AllureSession.open(results)) {
            Launch.Judged judged = new Launch(Suites.ALL, tags)
                    .judge(
                            testbed,
                            judging,
                            allure,
                            Judged::json,
                            host -> transcript(archive, host),
                            subject -> pictures(congestion, subject));
            return conclude(archive, prepared, judging, judged, testbed, failed, congestion);
        }
    }

    private static Judged conclude(
            RunArchive archive,
            Prepared prepared,
            Judging judging,
            Launch.Judged judged,
            ReplayTestbed testbed,
            boolean failed,
            Congestion congestion) {
        List<Judgement> judgements =
                judged.concluded().stream().map(Concluded::judgement).toList();
        List<Message> remarks = new ArrayList<>(judging.waivers().remarks());
        remarks.addAll(judging.partly());
        remarks.addAll(judging.aboutBaseline());
        judged.broken().forEach(text -> remarks.add(Message.of("suite-broken", "text", text)));
        List<Suspect> suspects = Diagnosis.suspects(new Symptoms(
                findings(judging),
                GroupFindings.of(prepared.cluster(), testbed, judging),
                prepared.cluster().links(),
                readings(judgements, testbed.surveys()),
                withoutContact(archive),
                silent(archive, prepared.cluster())));
        Traffic traffic = Traffic.of(archive);
        OverallVerdict overall = traffic.over(
                OverallVerdict.of(judgements, failed || !judged.broken().isEmpty()));
        traffic.missing().ifPresent(remarks::add);
        Collectives collectives = CurvesShown.of(prepared, testbed, judging.verdicts());
        return new Judged(
                judged.concluded(),
                suspects,
                remarks,
                testbed.surveys(),
                overall,
                traffic.isWhole(),
                congestion,
                collectives);
    }

    private static Map<String, String> pictures(Congestion congestion, SubjectId subject) {
        Map<String, String> pictures = new TreeMap<>();
        congestion.charts(subject).forEach(chart -> pictures.put("counters of " + chart.port(), chart.svg()));
        return pictures;
    }

    /** Per ask and flow the worst of what its questions say. */
    private static List<Finding> findings(Judging judging) {
        SortedMap<String, Finding> worst = new TreeMap<>();
        judging.verdicts().forEach((criterion, verdicts) -> {
            String ask = criterion.substring(0, criterion.lastIndexOf('.'));
            for (Flow flow : judging.flowsOf(criterion)) {
                Verdict verdict = verdicts.get(flow.subject());
                if (verdict != null) {
                    worst.merge(ask + " " + flow.id(), new Finding(flow, ask, verdict), Judged::worse);
                }
            }
        });
        return List.copyOf(worst.values());
    }

    private static Finding worse(Finding a, Finding b) {
        return rank(b.verdict()) > rank(a.verdict()) ? b : a;
    }

    /** Worse is more: what failed, what is not proven, what passed. */
    static int rank(Verdict verdict) {
        if (verdict instanceof Verdict.Fail) {
            return 2;
        }
        return verdict instanceof Verdict.NotProven ? 1 : 0;
    }

    /** Everything that was judged of something that is read and not measured by a flow, with the numbers behind it. */
    private static List<Reading> readings(List<Judgement> judgements, Map<String, Survey> surveys) {
        return judgements.stream()
                .filter(judgement -> READ.contains(judgement.subject().kind()))
                .filter(judgement -> Traffic.READ.stream().anyMatch(judgement.criterion()::startsWith))
                .map(judgement -> reading(judgement, surveys))
                .toList();
    }

    private static Reading reading(Judgement judgement, Map<String, Survey> surveys) {
        String criterion = judgement.criterion();
        Survey survey = surveys.get(criterion.substring(0, criterion.lastIndexOf('.')));
        return new Reading(
                judgement, survey == null ? List.of() : survey.subjects().getOrDefault(judgement.subject(), List.of()));
    }

    /** The last failure of each switch of which something did not answer. */
    private static Map<String, Message> silent(RunArchive archive, Cluster cluster) {
        Set<String> switches = cluster.switches().stream().map(Switch::name).collect(Collectors.toSet());
        Map<String, Message> silent = new TreeMap<>();
        for (SourceRecord record : archive.sources()) {
            if (switches.contains(record.source().node())) {
                record.cause().ifPresent(cause -> silent.put(record.source().node(), cause));
            }
        }
        return silent;
    }

    private static Map<String, Message> withoutContact(RunArchive archive) {
        Map<String, Message> without = new TreeMap<>();
        for (HostRecord host : archive.hosts()) {
            if (host.phase().equals("contact")) {
                without.remove(host.host());
            }
            if (!host.phase().equals("close") && !host.good()) {
                without.put(host.host(), Message.of("host.no-contact", "cause", host.text()));
            }
        }
        return without;
    }

    private static String json(Collection<Measurement> measurements) {
        try {
            return ArchiveJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(measurements);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> transcript(RunArchive archive, String host) {
        Path file = archive.folder().resolve("transcripts").resolve(host + ".txt");
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of("cannot read " + file + ": " + e);
        }
    }

    /**
     * Tell whether nothing failed, nothing was left to another night and every asked declared limit passed, so that the run may count toward a
     * baseline.
     */
    boolean countable() {
        boolean limits = concluded.stream()
                .map(Concluded::judgement)
                .filter(j -> j.criterion().endsWith(".limit"))
                .allMatch(j -> j.verdict() instanceof Verdict.Pass);
        return limits
                && whole
                && overall != OverallVerdict.RUN_FAILED
                && !concluded.isEmpty()
                && concluded.stream().noneMatch(c -> c.judgement().verdict() instanceof Verdict.Fail);
    }

    /** Return the first reason why questions are not asked, by criterion. */
    static Map<String, Message> notAsked(Prepared prepared) {
        Map<String, Message> reasons = new TreeMap<>();
        for (Criteria.NotAsked not : prepared.criteria().notAsked(prepared.profile())) {
            reasons.put(not.id(), not.reason());
        }
        return reasons;
    }

    /** Return the header's own day where the archive is judged again, so that waivers do not expire under an old run. */
    static LocalDate day(RunHeader header) {
        return header.started().atZone(java.time.ZoneOffset.UTC).toLocalDate();
    }
}
