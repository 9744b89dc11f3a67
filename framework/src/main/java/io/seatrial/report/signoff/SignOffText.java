package io.seatrial.report.signoff;

import io.seatrial.archive.signoff.BundleCheck;
import io.seatrial.archive.signoff.PreviousRecord;
import io.seatrial.archive.signoff.SignOffRecord;
import io.seatrial.inventory.HostList;
import io.seatrial.measurement.Message;
import io.seatrial.report.Outcome;
import io.seatrial.report.Texts;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a record says in sentences; the page, the print and the terminal share them. */
public final class SignOffText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** Exceptions on the terminal; the page has them all. */
    private static final int SHOWN = 10;

    private SignOffText() {}

    /** Return what nobody who reads the verdict may miss, for the head of page one. */
    public static List<String> warnings(SignOffRecord record) {
        List<String> warnings = new ArrayList<>();
        if (!record.verdict().equals(Outcome.ACCEPTED.word())) {
            warnings.add(sentence("signoff.not-accepted", "verdict", record.verdict()));
        }
        if (record.cluster().virtual()) {
            warnings.add(Texts.text("signoff.virtual"));
        }
        record.runs()
                .forEach(run -> run.constructed()
                        .ifPresent(
                                from -> warnings.add(sentence("signoff.constructed", "run", run.run(), "from", from))));
        if (record.criteria().provisional() > 0 || record.counts().provisional() > 0) {
            warnings.add(sentence(
                    "signoff.provisional",
                    "limits",
                    (long) record.criteria().provisional(),
                    "of",
                    (long) record.criteria().limits().size(),
                    "results",
                    (long) record.counts().provisional()));
        }
        return warnings;
    }

    /** Return the lines that stand on the terminal before the verdict. */
    public static List<String> lines(SignOffRecord record) {
        List<String> lines = new ArrayList<>();
        lines.add(what(record));
        record.runs().forEach(run -> lines.add(run(run)));
        record.exceptions().stream()
                .limit(SHOWN)
                .forEach(note -> lines.add("  " + kind(note.kind()) + "  " + note.criterion() + "  " + note.subject()
                        + ": " + note.text()));
        if (record.exceptions().size() > SHOWN) {
            lines.add(
                    sentence("signoff.more", "more", (long) record.exceptions().size() - SHOWN));
        }
        lines.addAll(warnings(record));
        lines.add(counts(record));
        return lines.stream()
                .map(line -> Texts.printable(line).replace('\n', ' '))
                .toList();
    }

    /** Return what the record is about. */
    public static String what(SignOffRecord record) {
        return sentence(
                "signoff.what",
                "record",
                record.id(),
                "cluster",
                record.cluster().name(),
                "profile",
                record.profile(),
                "hosts",
                (long) record.cluster().hosts(),
                "links",
                (long) record.cluster().links(),
                "signed",
                time(record.signed()),
                "signer",
                record.signer().orElse("-"));
    }

    private static String run(SignOffRecord.Run run) {
        return sentence(
                run.whole() ? "signoff.run-of-all" : "signoff.run-of-part",
                "run",
                run.run(),
                "started",
                time(run.started()),
                "verdict",
                run.verdict(),
                "hosts",
                HostList.fold(run.hosts()));
    }

    private static String counts(SignOffRecord record) {
        SignOffRecord.Counts counts = record.counts();
        return sentence(
                "signoff.counts",
                "failed",
                (long) counts.failed(),
                "notproven",
                (long) counts.notProven(),
                "notcovered",
                (long) counts.notCovered(),
                "waived",
                (long) counts.waived(),
                "watch",
                (long) counts.watch(),
                "passed",
                (long) counts.passed(),
                "notasked",
                (long) record.notAsked().size());
    }

    /** Return who signed, as a check found it. */
    public static String signature(BundleCheck.Held held) {
        if (held.principal().isPresent()) {
            return sentence(
                    "signoff.signed-by", "name", held.principal().get(), "type", held.keyType(), "key", held.key());
        }
        String named = held.record().signer().orElse("");
        return sentence(
                named.isEmpty() ? "signoff.signed-by-key" : "signoff.signed-by-named-key",
                "type",
                held.keyType(),
                "key",
                held.key(),
                "claimed",
                named);
    }

    /** @param checked whether the record before was at hand and is the one */
    public static String chain(PreviousRecord previous, boolean checked) {
        if (previous.first()) {
            return Texts.text("signoff.chain-first");
        }
        return sentence(
                checked ? "signoff.chain-checked" : "signoff.chain-named",
                "record",
                previous.record().orElse("-"),
                "manifest",
                previous.manifest().orElse("-"));
    }

    /** Return the word for a verdict or a kind of exception. */
    public static String kind(String kind) {
        return switch (kind) {
            case "passed" -> Texts.text("word.passed");
            case "watch" -> Texts.text("word.watch");
            case "waived" -> Texts.text("word.waived");
            case "failed" -> Texts.text("word.failed");
            case "not-proven" -> Texts.text("word.not-proven");
            case SignOffRecord.NOT_COVERED -> Texts.text("word.not-covered");
            case "waiver-expired" -> Texts.text("word.waiver-expired");
            case "repaired" -> Texts.text("word.repaired");
            case "unsure-later" -> Texts.text("word.unsure-later");
            case "beside" -> Texts.text("word.beside");
            case "host-left" -> Texts.text("word.host-left");
            case "applied" -> Texts.text("word.applied");
            case "expired" -> Texts.text("word.expired");
            case "not-needed" -> Texts.text("word.not-needed");
            default -> kind;
        };
    }

    /** Return a time as people read it. */
    public static String time(Instant at) {
        return TIME.format(at);
    }

    private static String sentence(String key, Object... values) {
        return Texts.sentence(Message.of(key, values));
    }
}
