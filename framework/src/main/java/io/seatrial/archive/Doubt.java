package io.seatrial.archive;

import io.seatrial.measurement.Message;
import java.util.Objects;

/**
 * Why nothing should be learned or done from what a run's folder says.
 *
 * @param kind what is wrong
 * @param said what is wrong, as half a sentence that names the run
 * @param remedy what to do about it
 */
public record Doubt(Kind kind, Message said, Message remedy) {
    /** What is wrong with a folder. */
    public enum Kind {
        /** Its files are not what its manifest lists: what it says now is not what was measured. */
        CHANGED,
        /** It crashed or is under way: not everybody was heard. */
        UNFINISHED,
        /** It crashed between its verdict and its manifest: nothing shows that it is whole. */
        HALF_CLOSED
    }

    public Doubt {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(said, "said");
        Objects.requireNonNull(remedy, "remedy");
    }

    static Doubt changed(String run, Manifest.Difference first) {
        return new Doubt(
                Kind.CHANGED,
                Message.of("doubt.changed", "run", run, "difference", first.text()),
                Message.of("doubt.restore"));
    }

    static Doubt unfinished(String run) {
        return new Doubt(
                Kind.UNFINISHED, Message.of("doubt.unfinished", "run", run), Message.of("doubt.resume", "run", run));
    }

    static Doubt halfClosed(String run) {
        return new Doubt(
                Kind.HALF_CLOSED, Message.of("doubt.half-closed", "run", run), Message.of("doubt.finish", "run", run));
    }
}
