package io.seatrial.criteria;

/** When a cluster is judged. A criterion has one fail edge per profile. */
public enum Profile {
    /** First acceptance: declared limits and the outlier rule; there is nothing yet to compare with. */
    BRINGUP("bringup"),
    /** Did last night change anything. */
    NIGHTLY("nightly"),
    /** Before a maintenance window. */
    PRE("pre"),
    /** After a maintenance window. */
    POST("post");

    private final String text;

    Profile(String text) {
        this.text = text;
    }

    /** Return the name used in files and on the command line. */
    public String text() {
        return text;
    }

    /**
     * Find a profile by its name.
     *
     * @throws IllegalArgumentException if there is none; the message names the known ones
     */
    public static Profile of(String text) {
        return Texts.find(values(), Profile::text, text);
    }
}
