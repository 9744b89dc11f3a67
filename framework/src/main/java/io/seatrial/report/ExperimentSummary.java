package io.seatrial.report;

import io.seatrial.criteria.experiment.LevelEffect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes what an experiment came to on the terminal; the last line is the answer. */
public final class ExperimentSummary {
    private ExperimentSummary() {}

    /**
     * Return the lines.
     *
     * @param page the page with everything, where one was written
     * @param width columns of the terminal; names are cut, numbers never
     */
    public static List<String> lines(ExperimentResult result, Optional<Path> page, int width) {
        List<String> lines = new ArrayList<>();
        lines.add(result.experiment().name() + ": " + result.experiment().question());
        result.remarks().forEach(remark -> lines.add(Texts.sentence(remark)));
        if (result.virtual()) {
            lines.add(Texts.text("terminal.virtual"));
        }
        if (!result.effects().isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(EffectRow.titles());
            result.effects().forEach(effect -> rows.add(EffectRow.of(effect)));
            lines.addAll(Table.lines(rows, width));
        }
        result.effects().stream()
                .map(LevelEffect::why)
                .flatMap(Optional::stream)
                .forEach(why -> lines.add(Texts.sentence(why)));
        page.ifPresent(path -> lines.add(Texts.text("terminal.report") + " " + path));
        lines.add(result.answer().word());
        return lines.stream()
                .map(line -> Texts.printable(line).replace('\n', ' '))
                .toList();
    }
}
