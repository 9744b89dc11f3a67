package io.seatrial.report;

import io.seatrial.baseline.comparing.ClassMove;
import io.seatrial.baseline.comparing.Effect;
import io.seatrial.baseline.comparing.SettingChange;
import io.seatrial.baseline.comparing.SubjectMove;
import io.seatrial.measurement.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes a comparison on the terminal: what was changed, what moved as a whole, what got worse and better, and last of all the answer. */
public final class CompareSummary {
    /** More lines of one kind are counted, not shown: the page and the JSON hold all. */
    private static final int SHOWN = 10;

    private final ComparedRuns runs;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    private CompareSummary(ComparedRuns runs, int width) {
        this.runs = runs;
        this.width = width;
    }

    /**
     * Return the lines; the last one is the answer alone.
     *
     * @param page the page with everything, where one was written
     * @param width columns of the terminal; names are cut, numbers never
     */
    public static List<String> lines(ComparedRuns runs, Optional<Path> page, int width) {
        CompareSummary summary = new CompareSummary(runs, width);
        summary.head();
        summary.changes();
        summary.classes();
        summary.moved(Effect.WORSE);
        summary.moved(Effect.BETTER);
        summary.untold();
        summary.counts();
        page.ifPresent(path -> summary.lines.add(Texts.text("terminal.report") + " " + path));
        summary.lines.add(runs.answer().word());
        return summary.lines.stream()
                .map(line -> Texts.printable(line).replace('\n', ' '))
                .toList();
    }

    private void head() {
        for (RunFacts run : List.of(runs.before(), runs.after())) {
            String which = Texts.text(run == runs.before() ? "compare.before" : "compare.after");
            lines.add(String.format(Locale.ROOT, "%-7s %s  %s  %s", which, run.id(), run.profile(), run.start()));
        }
        runs.remarks().forEach(remark -> lines.add(Texts.sentence(remark)));
        if (runs.after().virtual()) {
            lines.add(Texts.text("terminal.virtual"));
        }
    }

    private void changes() {
        runs.inputs().forEach(input -> lines.add(Texts.sentence(input)));
        title("compare.settings", runs.settings().size());
        shown(runs.settings()).forEach(change -> lines.add("  " + line(change)));
        more(runs.settings().size());
        List<TurnedVerdicts> turned = TurnedVerdicts.of(runs.verdicts());
        title("compare.verdicts", runs.verdicts().size());
        shown(turned).forEach(group -> lines.add("  " + group.line()));
        more(turned.size());
        if (!runs.lost().isEmpty()) {
            lines.add(Texts.sentence(Message.of("compare.lost", "criteria", String.join(", ", runs.lost()))));
        }
    }

    /** Say one changed setting with where it changed. */
    public static String line(SettingChange change) {
        return Texts.sentence(Message.of(
                "compare.setting",
                "name",
                change.name(),
                "before",
                change.before().orElseGet(() -> Texts.text("compare.setting.none")),
                "after",
                change.after().orElseGet(() -> Texts.text("compare.setting.none")),
                "subjects",
                Few.of(change.subjects().stream().map(Object::toString).toList())));
    }

    /** Whole classes come first: what all of them share explains most of the rest. */
    private void classes() {
        List<ClassMove> classes = runs.numbers().classes();
        if (classes.isEmpty()) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(MovedClass.titles());
        classes.forEach(move -> rows.add(MovedClass.of(move)));
        lines.addAll(Table.lines(rows, width));
        if (classes.stream().anyMatch(ClassMove::isMoved)) {
            lines.add(Texts.text("compare.class.mood"));
        }
    }

    private void moved(Effect effect) {
        List<SubjectMove> moves = runs.numbers().onTheirOwn(effect);
        if (moves.isEmpty()) {
            return;
        }
        String word = Texts.text(effect == Effect.WORSE ? "compare.worse" : "compare.better");
        List<List<String>> rows = new ArrayList<>();
        rows.add(MovedRow.titles(word + " " + moves.size()));
        shown(moves).forEach(move -> rows.add(MovedRow.of(move)));
        lines.addAll(Table.lines(rows, width));
        more(moves.size());
    }

    private void untold() {
        List<Untold> untold = Untold.of(runs.numbers().subjects(Effect.CANNOT_TELL));
        title("compare.cannot-tell", runs.numbers().subjects(Effect.CANNOT_TELL).size());
        shown(untold).forEach(group -> lines.add("  " + group.line()));
        more(untold.size());
    }

    private void counts() {
        lines.add(Texts.sentence(Message.of(
                "compare.counts",
                "worse",
                count(Effect.WORSE),
                "better",
                count(Effect.BETTER),
                "untold",
                count(Effect.CANNOT_TELL),
                "unchanged",
                count(Effect.UNCHANGED),
                "tests",
                (long) runs.numbers().tests())));
    }

    private long count(Effect effect) {
        return runs.numbers().subjects(effect).size();
    }

    private void title(String key, int count) {
        if (count > 0) {
            lines.add(Texts.text(key) + " " + count);
        }
    }

    private void more(int count) {
        if (count > SHOWN) {
            lines.add("  " + Texts.text("compare.more") + " " + (count - SHOWN));
        }
    }

    private static <T> List<T> shown(List<T> all) {
        return all.subList(0, Math.min(SHOWN, all.size()));
    }
}
