package io.seatrial.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.archive.RunHeader;
import io.seatrial.criteria.Question;
import io.seatrial.diagnosis.Quarantine.Action;
import io.seatrial.diagnosis.Quarantine.Isolation;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.report.Texts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What to take out of use after a run, and what may come back.
 *
 * @param run the run
 * @param verdict how the run was judged
 * @param isolations by suspect, the first one first
 * @param releases hosts that an earlier list drained, in its order
 * @param remarks why less follows from the run than it seems; nobody is called sound where there are any
 */
record QuarantineList(
        RunHeader run, String verdict, List<Isolation> isolations, List<Release> releases, List<String> remarks) {
    /** The layout of the JSON; other programs read it. */
    static final int FORMAT = 1;

    private static final int MOST_EVIDENCE = 10;

    /**
     * A host that an earlier list drained.
     *
     * @param resumes whether everything that failed there was asked again and everything of it passed
     * @param why why not; the run that cleared it otherwise
     * @param criteria what failed there when it was drained
     */
    record Release(String host, boolean resumes, String why, List<String> criteria) {}

    /** Return the list of a run whose folder is not believed: nobody goes for it and nobody comes back. */
    QuarantineList inDoubt(String why) {
        List<Isolation> looks = isolations.stream()
                .map(one -> new Isolation(one.suspect(), one.host(), Action.LOOK, one.confidence(), one.failed()))
                .toList();
        List<Release> stay = releases.stream()
                .map(one -> new Release(one.host(), false, one.resumes() ? why : one.why(), one.criteria()))
                .toList();
        return new QuarantineList(
                run,
                verdict,
                looks,
                stay,
                Stream.concat(Stream.of(why), remarks.stream()).toList());
    }

    /** Return what to do about each host that is drained, with the suspects that it is drained for. */
    Map<String, List<Isolation>> drained() {
        Map<String, List<Isolation>> drained = new LinkedHashMap<>();
        with(Action.DRAIN)
                .forEach(isolation -> drained.computeIfAbsent(isolation.host().orElseThrow(), host -> new ArrayList<>())
                        .add(isolation));
        return drained;
    }

    private Stream<Isolation> with(Action action) {
        return isolations.stream().filter(isolation -> isolation.action() == action);
    }

    /** Return the changes for Slurm: first who goes, then who comes back. */
    List<Scontrol.Change> changes() {
        List<Scontrol.Change> changes = new ArrayList<>();
        drained()
                .forEach((host, why) ->
                        changes.add(new Scontrol.Change(host, "DRAIN", "seatrial " + run.run() + ": " + reason(why))));
        releases.stream()
                .filter(Release::resumes)
                .forEach(release -> changes.add(new Scontrol.Change(release.host(), "RESUME", "")));
        return changes;
    }

    private static String reason(List<Isolation> why) {
        Isolation first = why.get(0);
        List<String> criteria = criteria(why);
        int more = criteria.size() - 1;
        String named = criteria.stream()
                .filter(criterion -> criterion.endsWith("." + Question.LIMIT.text()))
                .findFirst()
                .orElse(criteria.get(0)); // what people declared says more to others than what was learned
        return first.suspect().subject().name() + " fails " + named + (more > 0 ? " +" + more + " more" : "");
    }

    private static List<String> criteria(List<Isolation> why) {
        return why.stream()
                .flatMap(isolation -> isolation.failed().stream())
                .map(Judgement::criterion)
                .distinct()
                .sorted()
                .toList();
    }

    /** Return the exit status: 0 where all is proven and nobody suspected, 1 where something has to go, 3 where the evidence carries nothing yet. */
    int status() {
        if (isolations.stream().anyMatch(isolation -> isolation.action() != Action.LOOK)) {
            return Status.DOES_NOT_HOLD;
        }
        return isolations.isEmpty() && remarks.isEmpty() ? Status.HOLDS : Status.CANNOT_TELL;
    }

    /** Return it as people read it. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(remarks);
        drained().forEach((host, why) -> why.forEach(isolation -> lines.add(line("drain", host, isolation))));
        with(Action.ESCALATE)
                .forEach(isolation ->
                        lines.add(line("escalate", isolation.suspect().subject() + ", not a host", isolation)));
        with(Action.LOOK)
                .forEach(isolation ->
                        lines.add(line("look", isolation.suspect().subject().toString(), isolation)));
        releases.forEach(release -> lines.add(
                (release.resumes() ? "resume: " : "stays drained: ") + release.host() + ": " + release.why()));
        lines.add("run " + run.run() + " " + verdict + ": " + drained().size() + " to drain, "
                + with(Action.ESCALATE).count() + " to escalate, "
                + with(Action.LOOK).count() + " to look at, "
                + releases.stream().filter(Release::resumes).count() + " to resume");
        return lines;
    }

    private static String line(String what, String whom, Isolation isolation) {
        String name = isolation.suspect().subject().name();
        String sentence = Texts.sentence(isolation.suspect().message());
        return what + ": " + whom + " (confidence " + word(isolation.confidence()) + "): "
                + (whom.contains(name) ? "" : name + ": ") + sentence;
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    ObjectNode json() {
        ObjectNode all = JsonNodeFactory.instance
                .objectNode()
                .put("format", FORMAT)
                .put("run", run.run())
                .put("cluster", run.cluster())
                .put("profile", run.profile())
                .put("started", run.started().toString())
                .put("verdict", verdict);
        remarks.forEach(all.putArray("remarks")::add);
        ArrayNode drain = all.putArray("drain");
        drained().forEach((host, why) -> drain(drain.addObject(), host, why));
        ArrayNode escalate = all.putArray("escalate");
        with(Action.ESCALATE).forEach(isolation -> escalate.add(json(isolation)));
        ArrayNode look = all.putArray("look");
        with(Action.LOOK).forEach(isolation -> look.add(json(isolation)));
        ArrayNode resume = all.putArray("resume");
        releases.stream().filter(Release::resumes).forEach(release -> resume.add(release.host()));
        ArrayNode stays = all.putArray("stays_drained");
        releases.stream().filter(release -> !release.resumes()).forEach(release -> {
            ObjectNode one = stays.addObject().put("host", release.host()).put("why", release.why());
            release.criteria().forEach(one.putArray("criteria")::add);
        });
        return all;
    }

    private void drain(ObjectNode one, String host, List<Isolation> why) {
        one.put("host", host).put("reason", "seatrial " + run.run() + ": " + reason(why));
        criteria(why).forEach(one.putArray("criteria")::add);
        ArrayNode suspects = one.putArray("suspects");
        why.forEach(isolation -> suspects.add(json(isolation)));
    }

    private static ObjectNode json(Isolation isolation) {
        ObjectNode one = JsonNodeFactory.instance
                .objectNode()
                .put("rank", isolation.suspect().rank())
                .put("kind", word(isolation.suspect().subject().kind()))
                .put("subject", isolation.suspect().subject().name())
                .put("host", isolation.host().orElse(null))
                .put("confidence", word(isolation.confidence()))
                .put("reason", Texts.sentence(isolation.suspect().message()));
        ArrayNode also = one.putArray("also_possible");
        isolation.suspect().alsoPossible().stream().map(SubjectId::toString).forEach(also::add);
        ArrayNode next = one.putArray("next");
        isolation.suspect().decide().stream().map(Texts::sentence).forEach(next::add);
        one.put("failed", isolation.failed().size());
        ArrayNode evidence = one.putArray("evidence");
        isolation.failed().stream().limit(MOST_EVIDENCE).forEach(judgement -> evidence.add(json(judgement)));
        return one;
    }

    private static ObjectNode json(Judgement judgement) {
        ObjectNode one = JsonNodeFactory.instance
                .objectNode()
                .put("criterion", judgement.criterion())
                .put("subject", judgement.subject().name())
                .put("message", Texts.sentence(judgement.verdict()));
        judgement.verdict().evidence().ifPresent(numbers -> {
            put(one, "seen", numbers.seen());
            numbers.limit().ifPresent(limit -> put(one, "limit", limit));
            provisional(one, numbers);
        });
        return one;
    }

    private static void provisional(ObjectNode one, Evidence numbers) {
        numbers.provisional().ifPresent(why -> one.put("provisional", Texts.sentence(why)));
    }

    private static void put(ObjectNode one, String name, Quantity quantity) {
        one.putObject(name)
                .put("value", quantity.value())
                .put("unit", quantity.unit().symbol());
    }
}
