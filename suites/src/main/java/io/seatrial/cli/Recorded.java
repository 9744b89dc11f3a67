package io.seatrial.cli;

import io.seatrial.archive.HostRecord;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.signoff.SignOffRecord;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.EvidenceGrade;
import io.seatrial.criteria.Waiver;
import io.seatrial.criteria.proof.Proof;
import io.seatrial.criteria.proof.Proofs;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Kind;
import io.seatrial.report.Outcome;
import io.seatrial.report.Texts;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Says in a record what runs prove. */
final class Recorded {
    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final SignedRuns runs;
    private final Proofs proofs;
    private final Instant now;

    private Recorded(SignedRuns runs, Proofs proofs, Instant now) {
        this.runs = runs;
        this.proofs = proofs;
        this.now = now;
    }

    /** @param now when it is signed; waivers that have expired by then no longer apply */
    static SignOffRecord of(SignedRuns runs, Proofs proofs, Optional<String> signer, Instant now, boolean full) {
        Recorded recorded = new Recorded(runs, proofs, now);
        Cluster cluster = runs.cluster();
        return new SignOffRecord(
                SignOffRecord.FORMAT,
                cluster.name() + "-" + ID.format(now),
                now,
                signer,
                Version.text(),
                accepted(cluster),
                runs.newest().prepared().profile().text(),
                Outcome.valueOf(proofs.overall().name()).word(),
                recorded.counts(),
                runs.list().stream().map(recorded::run).toList(),
                recorded.declared(),
                recorded.results(),
                recorded.exceptions(),
                recorded.waivers(),
                recorded.notAsked(),
                full);
    }

    /** Return the day by which waivers expire. */
    static LocalDate day(Instant now) {
        return now.atZone(ZoneOffset.UTC).toLocalDate();
    }

    private static SignOffRecord.Accepted accepted(Cluster cluster) {
        return new SignOffRecord.Accepted(
                cluster.name(),
                cluster.hash(),
                cluster.platform(),
                cluster.lab().isPresent(),
                cluster.hosts().size(),
                cluster.switches().size(),
                cluster.links().size());
    }

    private SignOffRecord.Counts counts() {
        return new SignOffRecord.Counts(
                count(proof -> kind(proof) == Kind.PASSED),
                count(proof -> kind(proof) == Kind.WATCH),
                count(proof -> kind(proof) == Kind.WAIVED),
                count(proof -> kind(proof) == Kind.FAILED),
                count(proof -> kind(proof) == Kind.NOT_PROVEN && proof.covered()),
                count(proof -> !proof.covered()),
                count(Recorded::isProvisional));
    }

    private int count(Predicate<Proof> which) {
        return (int) proofs.list().stream().filter(which).count();
    }

    private static Kind kind(Proof proof) {
        return Kind.of(proof.judgement().verdict());
    }

    private static boolean isProvisional(Proof proof) {
        return proof.judgement()
                .verdict()
                .evidence()
                .flatMap(Evidence::provisional)
                .isPresent();
    }

    private SignOffRecord.Run run(SignedRun run) {
        RunHeader header = run.archive().header();
        return new SignOffRecord.Run(
                header.run(),
                header.started(),
                run.closing().ended(),
                run.closing().verdict(),
                run.manifest().sha256(),
                header.clusterHash(),
                header.hosts(),
                run.isOfAll(runs.cluster()),
                header.version(),
                header.constructed());
    }

    private SignOffRecord.Declared declared() {
        Prepared prepared = runs.newest().prepared();
        List<SignOffRecord.Limit> limits = prepared.criteria().limits(prepared.profile(), runs.cluster()).stream()
                .map(Recorded::limit)
                .toList();
        int provisional =
                (int) limits.stream().filter(SignOffRecord.Limit::provisional).count();
        return new SignOffRecord.Declared(runs.criteria(), provisional, limits);
    }

    private static SignOffRecord.Limit limit(Message limit) {
        String grade = String.valueOf(limit.values().get("grade"));
        String approved = String.valueOf(limit.values().get("approved"));
        return new SignOffRecord.Limit(
                String.valueOf(limit.values().get("ask")),
                Texts.sentence(limit),
                grade,
                approved,
                EvidenceGrade.valueOf(grade).provisional() || approved.equals(Criteria.APPROVED_BY_NOBODY));
    }

    private List<SignOffRecord.Result> results() {
        Map<SignOffRecord.Result, List<String>> together = new LinkedHashMap<>();
        for (Proof proof : proofs.list()) {
            SignOffRecord.Result of =
                    new SignOffRecord.Result(proof.judgement().criterion(), word(proof), proof.run(), List.of());
            together.computeIfAbsent(of, key -> new ArrayList<>())
                    .add(proof.judgement().subject().toString());
        }
        List<SignOffRecord.Result> results = new ArrayList<>();
        together.forEach((of, subjects) ->
                results.add(new SignOffRecord.Result(of.criterion(), of.verdict(), of.run(), subjects)));
        return results;
    }

    private static String word(Proof proof) {
        return proof.covered() ? kind(proof).css() : SignOffRecord.NOT_COVERED;
    }

    private List<SignOffRecord.Note> exceptions() {
        List<SignOffRecord.Note> notes = new ArrayList<>();
        for (Proof proof : proofs.list()) {
            if (proof.covered() && kind(proof) != Kind.PASSED) {
                notes.add(note(
                        notPassed(proof),
                        proof,
                        Texts.sentence(proof.judgement().verdict())));
            }
            proof.repaired().forEach(run -> notes.add(said("repaired", "signoff.repaired", proof, run)));
            proof.unsure().forEach(run -> notes.add(said("unsure-later", "signoff.unsure-later", proof, run)));
        }
        runs.list().forEach(run -> notes.addAll(hostsLeft(run)));
        return notes;
    }

    private static String notPassed(Proof proof) {
        if (!proof.asked()) {
            return "beside";
        }
        return proof.lapsed() ? "waiver-expired" : kind(proof).css();
    }

    private static SignOffRecord.Note said(String kind, String key, Proof proof, String run) {
        return note(
                kind,
                proof,
                Texts.sentence(Message.of(key, "run", run, "now", proof.run().orElse("-"))));
    }

    private static SignOffRecord.Note note(String kind, Proof proof, String text) {
        return new SignOffRecord.Note(
                kind, proof.judgement().criterion(), proof.judgement().subject().toString(), proof.run(), text);
    }

    private static List<SignOffRecord.Note> hostsLeft(SignedRun run) {
        return run.archive().hosts().stream()
                .filter(host -> host.phase().equals("close") && !host.good())
                .map(host -> left(run, host))
                .toList();
    }

    private static SignOffRecord.Note left(SignedRun run, HostRecord host) {
        return new SignOffRecord.Note(
                "host-left",
                "-",
                "host " + host.host(),
                Optional.of(run.archive().header().run()),
                host.text());
    }

    private List<SignOffRecord.Waived> waivers() {
        Map<Waiver, List<String>> had = new LinkedHashMap<>();
        for (SignedRun run : runs.list()) {
            for (Waiver waiver : run.prepared().waivers().list()) {
                had.computeIfAbsent(waiver, key -> new ArrayList<>())
                        .add(run.archive().header().run());
            }
        }
        return had.entrySet().stream()
                .map(entry -> waived(entry.getKey(), entry.getValue()))
                .toList();
    }

    private SignOffRecord.Waived waived(Waiver waiver, List<String> of) {
        int results = count(proof -> proof.run().map(of::contains).orElse(false)
                && proof.judgement().verdict() instanceof Verdict.Waived waived
                && waived.ticket().equals(waiver.ticket())
                && waiver.matches(proof.judgement()));
        String state = results > 0 ? "applied" : "not-needed";
        return new SignOffRecord.Waived(
                waiver.ticket(),
                waiver.criterion(),
                waiver.subject(),
                waiver.owner(),
                waiver.reason(),
                waiver.expires(),
                waiver.coversNotProven(),
                waiver.expiredOn(day(now)) ? "expired" : state,
                results,
                of);
    }

    private List<SignOffRecord.NotAsked> notAsked() {
        Prepared prepared = runs.newest().prepared();
        return prepared.criteria().notAsked(prepared.profile()).stream()
                .map(not -> new SignOffRecord.NotAsked(not.id(), Texts.sentence(not.reason())))
                .toList();
    }
}
