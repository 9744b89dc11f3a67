package io.seatrial.report.page;

import io.seatrial.criteria.experiment.Factor;
import io.seatrial.criteria.experiment.Level;
import io.seatrial.criteria.experiment.LevelEffect;
import io.seatrial.report.EffectRow;
import io.seatrial.report.ExperimentResult;
import io.seatrial.report.Texts;
import java.util.List;

/** The page of an experiment: what each level does, what it costs and risks, and from which runs that is known. */
public final class ExperimentPage {
    private final ExperimentResult result;
    private final Html html = new Html();

    private ExperimentPage(ExperimentResult result) {
        this.result = result;
    }

    /** Return the page. */
    public static String html(ExperimentResult result) {
        String title = result.answer().word() + " - " + result.experiment().name();
        return Templates.filled(
                "summary.html",
                "title",
                Html.escaped(title),
                "style",
                Templates.text("summary.css"),
                "body",
                new ExperimentPage(result).body());
    }

    private String body() {
        html.open("header", "class", "verdict " + ComparePage.css(result.answer()));
        html.leaf("h1", result.answer().word());
        html.leaf(
                "p",
                Texts.text("experiment.title") + " \u00b7 "
                        + result.experiment().name(),
                "class",
                "what");
        html.leaf("p", result.experiment().question() + " \u00b7 " + result.cluster(), "class", "when");
        if (result.virtual()) {
            html.leaf("p", Texts.text("terminal.virtual"), "class", "virtual");
        }
        html.close().open("main");
        section("page.remarks", () -> {
            html.open("ul");
            result.remarks().forEach(remark -> html.leaf("li", Texts.sentence(remark)));
            html.close();
        });
        section(
                "experiment.effects",
                () -> table(EffectRow.titles(), () -> result.effects().forEach(this::row)));
        section("experiment.levels", this::levels);
        section("experiment.runs", () -> html.leaf("p", String.join(", ", result.runs())));
        return html.close().toString();
    }

    private void row(LevelEffect effect) {
        html.open("tr", "class", ComparePage.css(effect.effect()));
        EffectRow.of(effect).forEach(cell -> html.leaf("td", cell));
        html.close();
        effect.why()
                .ifPresent(why -> html.open("tr", "class", "sentence")
                        .leaf("td", Texts.sentence(why), "colspan", "9")
                        .close());
    }

    private void levels() {
        List<String> titles = List.of(
                Texts.text("experiment.level"),
                Texts.text("experiment.apply"),
                Texts.text("experiment.restore"),
                Texts.text("experiment.costs"),
                Texts.text("experiment.risks"));
        table(titles, () -> {
            for (Factor factor : result.experiment().factors()) {
                factor.levels().forEach(level -> level(factor, level));
            }
        });
    }

    private void level(Factor factor, Level level) {
        html.open("tr")
                .leaf("td", factor.name() + "=" + level.name())
                .leaf("td", level.apply().orElseGet(() -> Texts.text("experiment.as-found")))
                .leaf("td", level.restore().orElse("-"))
                .leaf("td", level.costs())
                .leaf("td", level.risks())
                .close();
    }

    private void table(List<String> titles, Runnable rows) {
        html.open("div", "class", "wide").open("table").open("thead").open("tr");
        titles.forEach(title -> html.leaf("th", title));
        html.close().close().open("tbody");
        rows.run();
        html.close().close().close();
    }

    private void section(String titleKey, Runnable content) {
        html.open("section").leaf("h2", Texts.text(titleKey));
        content.run();
        html.close();
    }
}
