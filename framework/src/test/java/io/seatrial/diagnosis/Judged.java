package io.seatrial.diagnosis;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Readings as criteria judge them over one window of ten seconds. */
final class Judged {
    static final String DURING = "bandwidth.together";
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final long SECOND = 1_000_000_000L;

    private Judged() {}

    static Reading fails(String ask, Link link, String countedAt, Map<String, Long> details) {
        Verdict fail = new Verdict.Fail(Message.of("window.fail.at-most"), Optional.empty());
        return new Reading(
                new Judgement(ask + ".limit", link.subject(), fail),
                List.of(measurement(ask, link.subject(), 7, countedAt, details)));
    }

    static Reading fails(String ask, Link link, String countedAt) {
        return fails(ask, link, countedAt, Map.of());
    }

    static Reading passes(String ask, Link link, Map<String, Long> details) {
        Verdict pass = new Verdict.Pass(Message.of("window.pass.at-most"), Optional.empty(), Optional.empty());
        return new Reading(
                new Judgement(ask + ".limit", link.subject(), pass),
                List.of(measurement(ask, link.subject(), 0, link.b().toString(), details)));
    }

    /** A link on which one end paused the other for most of the window. */
    static Reading paused(Link link, String sender, String receiver) {
        return fails(
                "congestion.pause-ratio",
                link,
                sender + ">" + receiver + ", priority 3",
                Map.of(sender + ".rx.pause.time.3", 9 * SECOND, receiver + ".tx.pause.time.3", 9 * SECOND));
    }

    static Reading deadlock(String cycle) {
        SubjectId cluster = new SubjectId(SubjectId.Kind.CLUSTER, "small");
        return new Reading(
                new Judgement(
                        "congestion.deadlock.limit",
                        cluster,
                        new Verdict.Fail(Message.of("window.fail.at-most"), Optional.empty())),
                List.of(measurement("congestion.deadlock", cluster, 1, cycle, Map.of())));
    }

    static Reading settingFails(String ask, String port) {
        SubjectId subject = new SubjectId(SubjectId.Kind.PORT, port);
        Verdict fail = new Verdict.Fail(Message.of("setting.deviates"), Optional.empty());
        return new Reading(new Judgement(ask + ".class", subject, fail), List.of());
    }

    /** A port of a switch at which another one announces itself than the inventory says. */
    static Reading hears(String port, String expected, String seen) {
        Verdict fail =
                new Verdict.Fail(Message.of("setting.cabling", "expected", expected, "seen", seen), Optional.empty());
        return new Reading(
                new Judgement("configuration.cabling.expect", new SubjectId(SubjectId.Kind.PORT, port), fail),
                List.of());
    }

    static Reading notProven(String ask, Link link, Message why) {
        return new Reading(
                new Judgement(ask + ".limit", link.subject(), new Verdict.NotProven(why, Optional.empty())), List.of());
    }

    /** A pause that only one end tells of. */
    static Message oneEnd(String other, String why) {
        return Message.of("counter.one-end", "what", "pause", "port", "somewhere/else", "other", other, "why", why);
    }

    static Message unknown(String why, String port) {
        return Message.of("counter." + why, "port", port, "counter", "queue.drops.3", "source", "sonic queue");
    }

    private static Measurement measurement(
            String ask, SubjectId subject, long value, String countedAt, Map<String, Long> details) {
        Unit unit = ask.endsWith("-ratio") ? Unit.PARTS_PER_MILLION : Unit.COUNT;
        return new Measurement(
                new Metric(ask, unit, Direction.LOWER_IS_BETTER),
                subject,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                details,
                new Conditions(Map.of(Conditions.DURING, DURING, Conditions.COUNTED_AT, countedAt)),
                new Provenance(0, 0, START, START.plusSeconds(10), "counters", ""));
    }
}
