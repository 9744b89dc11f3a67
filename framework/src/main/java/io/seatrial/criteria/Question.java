package io.seatrial.criteria;

/** What is asked of a survey; each question gives results of its own, never merged with another's. */
public enum Question {
    /** Is a setting as it is meant to be. */
    EXPECT("expect"),
    /** Is a setting the same at every port of a path. */
    PATH("path"),
    /** Is the declared limit kept. */
    LIMIT("limit"),
    /** Has what was measured over all sizes the shape that a sound fabric gives. */
    CURVE("curve"),
    /** Does the library that ran it say that it used the fabric as it is meant to be used. */
    LOG("log"),
    /** Does it stay as it is while the load lasts. */
    DRIFT("drift"),
    /** Does a flow stand apart from its class in the same run. */
    CLASS("class"),
    /** Is it as good as in the accepted runs. */
    BASELINE("baseline");

    private final String text;

    Question(String text) {
        this.text = text;
    }

    /** Return the name used in files and at the end of a criterion's id. */
    public String text() {
        return text;
    }

    static Question of(String text) {
        return Texts.find(values(), Question::text, text);
    }
}
