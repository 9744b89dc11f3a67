package io.seatrial.report.page;

import io.seatrial.baseline.comparing.ClassMove;
import io.seatrial.baseline.comparing.Effect;
import io.seatrial.baseline.comparing.SubjectMove;
import io.seatrial.baseline.comparing.VerdictChange;
import io.seatrial.measurement.Message;
import io.seatrial.report.CompareSummary;
import io.seatrial.report.ComparedRuns;
import io.seatrial.report.ComparedRuns.Answer;
import io.seatrial.report.MovedClass;
import io.seatrial.report.MovedRow;
import io.seatrial.report.RunFacts;
import io.seatrial.report.Texts;
import io.seatrial.report.Untold;
import java.util.List;

/** The page of two runs side by side: one file without scripts and without anything to load, in the dress of the summary of a run. */
public final class ComparePage {
    private static final List<String> COLUMNS = List.of(
            "compare.before", "compare.after", "compare.change", "compare.interval", "compare.p", "compare.seen-from");

    private final ComparedRuns runs;
    private final Html html = new Html();

    private ComparePage(ComparedRuns runs) {
        this.runs = runs;
    }

    /** Return the page. */
    public static String html(ComparedRuns runs) {
        String title = runs.answer().word() + " - " + runs.after().cluster() + " "
                + runs.before().id() + " " + runs.after().id();
        return Templates.filled(
                "summary.html",
                "title",
                Html.escaped(title),
                "style",
                Templates.text("summary.css"),
                "body",
                new ComparePage(runs).body());
    }

    private String body() {
        head();
        html.open("main");
        sentences("page.remarks", runs.remarks());
        section("compare.classes", runs.numbers().classes().size(), this::classes);
        changes();
        moved("compare.worse", Effect.WORSE);
        moved("compare.better", Effect.BETTER);
        untold();
        return html.close().toString();
    }

    private void head() {
        html.open("header", "class", "verdict " + css(runs.answer()));
        html.leaf("h1", runs.answer().word());
        html.leaf("p", Texts.text("compare.title") + " \u00b7 " + runs.after().cluster(), "class", "what");
        html.leaf("p", when("compare.before", runs.before()), "class", "when");
        html.leaf("p", when("compare.after", runs.after()), "class", "when");
        if (runs.after().virtual()) {
            html.leaf("p", Texts.text("terminal.virtual"), "class", "virtual");
        }
        html.open("ul", "class", "counts");
        count("compare.worse", Effect.WORSE);
        count("compare.better", Effect.BETTER);
        count("compare.cannot-tell", Effect.CANNOT_TELL);
        count("compare.unchanged", Effect.UNCHANGED);
        html.close().close();
    }

    private void classes() {
        html.open("div", "class", "wide").open("table").open("thead").open("tr");
        MovedClass.titles().forEach(title -> html.leaf("th", title));
        html.close().close().open("tbody");
        runs.numbers().classes().forEach(this::ofClass);
        html.close().close().close();
        if (runs.numbers().classes().stream().anyMatch(ClassMove::isMoved)) {
            html.leaf("p", Texts.text("compare.class.mood"));
        }
    }

    private void ofClass(ClassMove move) {
        List<String> cells = MovedClass.of(move);
        html.open("tr", "class", css(move.effect())).leaf("td", cells.get(0), "class", "kind");
        cells.subList(1, cells.size()).forEach(cell -> html.leaf("td", cell));
        html.close();
    }

    static String css(Effect effect) {
        return switch (effect) {
            case WORSE -> "failed";
            case BETTER -> "watch";
            case UNCHANGED -> "passed";
            case CANNOT_TELL -> "not-proven";
        };
    }

    private static String when(String key, RunFacts run) {
        return Texts.text(key) + ": " + run.id() + " \u00b7 " + run.profile() + " \u00b7 "
                + SummaryPage.TIME.format(run.start());
    }

    static String css(Answer answer) {
        return switch (answer) {
            case NOTHING_WORSE, BETTER -> "passed";
            case WORSE -> "failed";
            case CANNOT_TELL -> "not-proven";
        };
    }

    private void count(String key, Effect effect) {
        String css = css(effect);
        int count = runs.numbers().subjects(effect).size();
        html.open("li", "class", count == 0 ? css + " none" : css)
                .leaf("b", Integer.toString(count))
                .text(" " + Texts.text(key))
                .close();
    }

    private void changes() {
        sentences("compare.inputs", runs.inputs());
        section("compare.settings", runs.settings().size(), () -> {
            html.open("ul");
            runs.settings().forEach(change -> html.leaf("li", CompareSummary.line(change)));
            html.close();
        });
        section("compare.verdicts", runs.verdicts().size() + runs.lost().size(), this::verdicts);
    }

    private void verdicts() {
        html.open("div", "class", "wide").open("table").open("thead").open("tr");
        for (String key : List.of("table.criterion", "table.subject", "compare.before", "compare.after")) {
            html.leaf("th", Texts.text(key));
        }
        html.close().close().open("tbody");
        runs.verdicts().forEach(this::verdict);
        html.close().close().close();
        if (!runs.lost().isEmpty()) {
            html.leaf("p", Texts.sentence(Message.of("compare.lost", "criteria", String.join(", ", runs.lost()))));
        }
    }

    private void verdict(VerdictChange change) {
        html.open("tr", "class", change.after())
                .leaf("td", change.criterion())
                .leaf("td", change.subject())
                .leaf("td", Texts.text("word." + change.before()))
                .leaf("td", Texts.text("word." + change.after()), "class", "kind")
                .close();
    }

    private void moved(String key, Effect effect) {
        List<SubjectMove> moves = runs.numbers().subjects(effect);
        section(key, moves.size(), () -> {
            html.open("div", "class", "wide").open("table").open("thead").open("tr");
            html.leaf("th", Texts.text("table.criterion")).leaf("th", Texts.text("table.subject"));
            COLUMNS.forEach(column -> html.leaf("th", Texts.text(column), "class", "number"));
            html.close().close().open("tbody");
            moves.forEach(move -> row(move));
            html.close().close().close();
        });
    }

    private void row(SubjectMove move) {
        List<String> cells = MovedRow.of(move);
        html.open("tr", "class", css(move.effect())).leaf("td", cells.get(1)).leaf("td", cells.get(2));
        cells.subList(3, cells.size()).forEach(cell -> html.leaf("td", cell, "class", "number"));
        html.close();
        move.why()
                .ifPresent(why -> html.open("tr", "class", "sentence")
                        .leaf("td", Texts.sentence(why), "colspan", "8")
                        .close());
    }

    private void untold() {
        List<Untold> untold = Untold.of(runs.numbers().subjects(Effect.CANNOT_TELL));
        section("compare.cannot-tell", untold.size(), () -> {
            html.open("ul");
            untold.forEach(group -> html.open("li")
                    .leaf("b", group.ask())
                    .text(" " + Texts.sentence(group.why()))
                    .open("details")
                    .leaf("summary", Integer.toString(group.subjects().size()))
                    .text(String.join(", ", group.subjects()))
                    .close()
                    .close());
            html.close();
        });
    }

    private void sentences(String titleKey, List<Message> messages) {
        section(titleKey, messages.size(), () -> {
            html.open("ul");
            messages.forEach(message -> html.leaf("li", Texts.sentence(message)));
            html.close();
        });
    }

    /** An empty section says so: that nothing changed is a result. */
    private void section(String titleKey, int size, Runnable content) {
        html.open("section").leaf("h2", Texts.text(titleKey));
        if (size == 0) {
            html.leaf("p", Texts.text("compare.nothing"));
        } else {
            content.run();
        }
        html.close();
    }
}
