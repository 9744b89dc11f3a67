package io.seatrial.report;

import io.seatrial.measurement.Verdict;

/** The four verdicts and a passed one that is worth a look, worst first, with the marks that tell them apart without colour. */
public enum Kind {
    FAILED("failed", "\u2717", "word.failed"),
    NOT_PROVEN("not-proven", "?", "word.not-proven"),
    WAIVED("waived", "w", "word.waived"),
    WATCH("watch", "!", "word.watch"),
    PASSED("passed", "\u2713", "word.passed");

    private final String css;
    private final String mark;
    private final String key;

    Kind(String css, String mark, String key) {
        this.css = css;
        this.mark = mark;
        this.key = key;
    }

    /** Return the kind of a verdict. */
    public static Kind of(Verdict verdict) {
        if (verdict instanceof Verdict.Pass pass) {
            return pass.watch().isPresent() ? WATCH : PASSED;
        }
        if (verdict instanceof Verdict.Waived) {
            return WAIVED;
        }
        return verdict instanceof Verdict.Fail ? FAILED : NOT_PROVEN;
    }

    /** Return its name in style sheets. */
    public String css() {
        return css;
    }

    /** Return one character that stands for it in small cells. */
    public String mark() {
        return mark;
    }

    /** Return the word for people. */
    public String word() {
        return Texts.text(key);
    }
}
