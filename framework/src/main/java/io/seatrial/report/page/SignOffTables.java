package io.seatrial.report.page;

import io.seatrial.archive.signoff.SignOffRecord;
import io.seatrial.inventory.HostList;
import io.seatrial.measurement.Message;
import io.seatrial.report.Texts;
import io.seatrial.report.signoff.SignOffText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The tables of a signed record. What does not fit a page is counted on it and stands in {@code record.json}. */
final class SignOffTables {
    private static final int ROWS = 400;
    private static final int NAMES = 48;
    private static final List<String> VERDICTS =
            List.of("passed", "watch", "waived", "failed", "not-proven", SignOffRecord.NOT_COVERED);

    private final SignOffRecord record;

    SignOffTables(SignOffRecord record) {
        this.record = record;
    }

    String runs() {
        return table(
                List.of(
                        Texts.text("signoff.run"),
                        Texts.text("signoff.started"),
                        Texts.text("signoff.hosts"),
                        Texts.text("signoff.verdict"),
                        Texts.text("signoff.manifest")),
                record.runs(),
                run -> List.of(
                        run.run(),
                        SignOffText.time(run.started()),
                        HostList.fold(run.hosts()) + (run.whole() ? "" : " " + Texts.text("signoff.part")),
                        run.verdict(),
                        run.manifest()),
                run -> "run");
    }

    /** One row per criterion: how many subjects came to what. */
    String criteria() {
        Map<String, Map<String, Integer>> counts = new TreeMap<>();
        record.results()
                .forEach(result -> counts.computeIfAbsent(result.criterion(), key -> new TreeMap<>())
                        .merge(result.verdict(), result.subjects().size(), Integer::sum));
        List<String> titles = new ArrayList<>(List.of(Texts.text("table.criterion")));
        VERDICTS.forEach(verdict -> titles.add(SignOffText.kind(verdict)));
        return table(
                titles,
                List.copyOf(counts.entrySet()),
                row -> cells(row.getKey(), row.getValue()),
                row -> worst(row.getValue()));
    }

    private static List<String> cells(String criterion, Map<String, Integer> counts) {
        List<String> cells = new ArrayList<>(List.of(criterion));
        VERDICTS.forEach(verdict ->
                cells.add(counts.containsKey(verdict) ? counts.get(verdict).toString() : "-"));
        return cells;
    }

    private static String worst(Map<String, Integer> counts) {
        return List.of("failed", "not-proven", SignOffRecord.NOT_COVERED, "waived").stream()
                .filter(counts::containsKey)
                .findFirst()
                .orElse("passed");
    }

    String exceptions() {
        List<SignOffRecord.Note> rows = new ArrayList<>(record.exceptions());
        record.results().stream()
                .filter(result -> result.verdict().equals(SignOffRecord.NOT_COVERED))
                .map(SignOffTables::notCovered)
                .forEach(rows::add);
        return table(
                List.of(
                        Texts.text("table.verdict"),
                        Texts.text("table.criterion"),
                        Texts.text("table.subject"),
                        Texts.text("signoff.run"),
                        Texts.text("signoff.said")),
                rows,
                note -> List.of(
                        SignOffText.kind(note.kind()),
                        note.criterion(),
                        note.subject(),
                        note.run().orElse("-"),
                        note.text()),
                SignOffRecord.Note::kind);
    }

    private static SignOffRecord.Note notCovered(SignOffRecord.Result result) {
        return new SignOffRecord.Note(
                SignOffRecord.NOT_COVERED,
                result.criterion(),
                names(result.subjects()),
                result.run(),
                Texts.sentence(Message.of("signoff.not-covered-here", "subjects", (long)
                        result.subjects().size())));
    }

    String waivers() {
        return table(
                List.of(
                        Texts.text("signoff.ticket"),
                        Texts.text("signoff.scope"),
                        Texts.text("signoff.owner"),
                        Texts.text("signoff.reason"),
                        Texts.text("signoff.expires"),
                        Texts.text("table.state")),
                record.waivers(),
                waiver -> List.of(
                        waiver.ticket(),
                        waiver.criterion() + " | " + waiver.subject()
                                + (waiver.notProven() ? " " + Texts.text("signoff.scope.not-proven") : ""),
                        waiver.owner(),
                        waiver.reason(),
                        waiver.expires().toString(),
                        SignOffText.kind(waiver.state()) + " (" + waiver.results() + ")"),
                waiver -> waiver.state().equals("expired") ? "not-proven" : "waived");
    }

    String limits() {
        return table(
                List.of(
                        Texts.text("signoff.limit"),
                        Texts.text("signoff.grade"),
                        Texts.text("signoff.approved"),
                        Texts.text("signoff.standing")),
                record.criteria().limits(),
                limit -> List.of(
                        limit.text(),
                        limit.grade(),
                        limit.approved(),
                        limit.provisional() ? Texts.text("page.provisional") : "-"),
                limit -> limit.provisional() ? "provisional" : "limit");
    }

    /** Which run proves which subjects. */
    String proofs() {
        return table(
                List.of(
                        Texts.text("table.criterion"),
                        Texts.text("signoff.run"),
                        Texts.text("table.verdict"),
                        Texts.text("table.subject")),
                record.results(),
                result -> List.of(
                        result.criterion(),
                        result.run().orElse("-"),
                        SignOffText.kind(result.verdict()),
                        names(result.subjects())),
                SignOffRecord.Result::verdict);
    }

    /** Criteria that share their reason share a row. */
    String notAsked() {
        Map<String, List<String>> together = new LinkedHashMap<>();
        record.notAsked()
                .forEach(not -> together.computeIfAbsent(not.reason(), key -> new ArrayList<>())
                        .add(not.criterion()));
        return table(
                List.of(Texts.text("table.criterion"), Texts.text("table.why")),
                List.copyOf(together.entrySet()),
                row -> List.of(String.join(", ", row.getValue()), row.getKey()),
                row -> "not-asked");
    }

    private static String names(List<String> subjects) {
        String names = String.join(", ", subjects.subList(0, Math.min(NAMES, subjects.size())));
        return subjects.size() <= NAMES
                ? names
                : names + " " + Texts.sentence(Message.of("signoff.more", "more", (long) subjects.size() - NAMES));
    }

    private static <T> String table(
            List<String> titles, List<T> rows, Function<T, List<String>> cells, Function<T, String> css) {
        if (rows.isEmpty()) {
            return new Html().leaf("p", Texts.text("signoff.none")).toString();
        }
        Html html = new Html().open("table").open("thead").open("tr");
        titles.forEach(title -> html.leaf("th", title));
        html.close().close().open("tbody");
        rows.stream().limit(ROWS).forEach(row -> {
            html.open("tr", "class", css.apply(row));
            cells.apply(row).forEach(cell -> html.leaf("td", cell));
            html.close();
        });
        html.close().close();
        if (rows.size() > ROWS) {
            html.leaf("p", Texts.sentence(Message.of("signoff.more", "more", (long) rows.size() - ROWS)));
        }
        return html.toString();
    }
}
