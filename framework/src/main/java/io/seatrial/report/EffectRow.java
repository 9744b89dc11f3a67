package io.seatrial.report;

import io.seatrial.baseline.comparing.Percent;
import io.seatrial.criteria.experiment.LevelEffect;
import java.util.List;

/** What a level does, as the cells of a table. */
public final class EffectRow {
    private EffectRow() {}

    /** Return the titles of the columns. */
    public static List<String> titles() {
        return List.of(
                Texts.text("experiment.level"),
                Texts.text("table.criterion"),
                Texts.text("compare.conditions"),
                Texts.text("experiment.effect"),
                Texts.text("compare.change"),
                Texts.text("compare.interval"),
                Texts.text("compare.p"),
                Texts.text("experiment.blocks"),
                Texts.text("compare.seen-from"));
    }

    /** Return the cells of an effect. */
    public static List<String> of(LevelEffect one) {
        return List.of(
                one.factor() + "=" + one.level(),
                one.key().ask() + " " + one.metric().id(),
                MovedClass.conditions(one.key()),
                Texts.text(MovedClass.word(one.effect())),
                Percent.signed(one.size().change()),
                "[" + Percent.signed(one.size().low()) + ", "
                        + Percent.signed(one.size().high()) + "]",
                MovedRow.p(Math.min(one.size().pUp(), one.size().pDown())),
                Integer.toString(one.size().blocks()),
                Percent.of(one.size().detectable()));
    }
}
