package io.seatrial.cli;

import io.seatrial.archive.Doubt;
import io.seatrial.archive.RunArchive;
import io.seatrial.report.Texts;

/** Refuses runs whose folder does not say what they measured. */
final class DoubtfulRun {
    private DoubtfulRun() {}

    /** @param what the command or option that must not go on from there */
    static void refuse(String what, RunArchive archive) {
        archive.doubt().ifPresent(doubt -> {
            throw new UsageException(what + ": " + text(doubt));
        });
    }

    /** Return what is wrong and what to do about it. */
    static String text(Doubt doubt) {
        return Texts.sentence(doubt.said()) + "; " + Texts.sentence(doubt.remedy());
    }
}
