package io.seatrial.report;

/** What a run came to. Precedence where several apply: run failed, rejected, not proven, accepted. */
public enum Outcome {
    ACCEPTED("ACCEPTED", 0),
    REJECTED("REJECTED", 1),
    NOT_PROVEN("NOT PROVEN", 3),
    RUN_FAILED("RUN FAILED", 4);

    private final String word;
    private final int exitStatus;

    Outcome(String word, int exitStatus) {
        this.word = word;
        this.exitStatus = exitStatus;
    }

    /** Return the word that ends the terminal's output and heads the report. */
    public String word() {
        return word;
    }

    /** Return the exit status of the command line. */
    public int exitStatus() {
        return exitStatus;
    }
}
